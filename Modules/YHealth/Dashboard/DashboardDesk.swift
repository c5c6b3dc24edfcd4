public import Kernel

/// What one window has in hand. The facts are the person's and the same in every window.
public struct DashboardDesk: Sendable, Equatable {
  public typealias Name = ID<DashboardDesk>

  /// Somebody pulled here and waits.
  public internal(set) var isPulling = false
  /// Somebody pulled here while the server was out of reach.
  public internal(set) var wasPulledOffline = false
}
