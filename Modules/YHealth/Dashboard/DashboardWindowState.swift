public import Kernel

/// The state of one window. The facts belong to the person and are the same in every window.
public struct DashboardWindowState: LocalState {
  /// Whether the user pulled to refresh here and is waiting.
  public internal(set) var isPulling = false
  /// Whether the user pulled to refresh here while the server was unreachable.
  public internal(set) var wasPulledOffline = false

  public init() {}
}
