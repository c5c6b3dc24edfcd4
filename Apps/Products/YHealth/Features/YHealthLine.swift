internal import Connectivity
internal import Offline

// Whether what other devices entered can be asked for.
extension OfflineState {
  /// There is an account, and a way to it.
  var isShared: Bool { hasAccount && line.connectivity.reachesServer }
  /// There is an account, and no way to it: other devices may have entered what is not here.
  var isCutOff: Bool { hasAccount && (line.connectivity == .offline || line.connectivity == .unreachable) }
}
