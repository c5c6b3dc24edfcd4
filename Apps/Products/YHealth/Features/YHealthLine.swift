internal import Connectivity
internal import Offline

// Whether entries of other devices can be requested.
extension OfflineState {
  /// Signed in, and the server can be reached.
  var isShared: Bool { hasAccount && line.connectivity.reachesServer }
  /// Signed in, but the server cannot be reached: entries of other devices may be missing.
  var isCutOff: Bool { hasAccount && (line.connectivity == .offline || line.connectivity == .unreachable) }
}
