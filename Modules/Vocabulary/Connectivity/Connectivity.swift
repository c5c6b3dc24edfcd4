/// What is known of the way to the server. Until something is known, it is offline.
public enum Connectivity: String, Sendable, Hashable, Codable, CaseIterable {
  case online
  /// Reachable, but every request takes long.
  case slow
  /// Reachable, but many requests fail.
  case flaky
  case offline
  /// The network is there, the server does not answer.
  case unreachable
  /// The server is there, and wants the person to sign in again.
  case signedOut = "signed-out"

  /// True when a screen that needs the server can be opened.
  public var reachesServer: Bool {
    switch self {
    case .online, .slow, .flaky: true
    case .offline, .unreachable, .signedOut: false
    }
  }
}
