/// The state of the connection to the server. It is `offline` until something is known.
public enum Connectivity: String, Sendable, Hashable, Codable, CaseIterable {
  case online
  /// Reachable, but every request takes long.
  case slow
  /// Reachable, but many requests fail.
  case flaky
  case offline
  /// The network is available, the server does not answer.
  case unreachable
  /// The server answers and requires the person to sign in again.
  case signedOut = "signed-out"

  /// True when a screen that needs the server can be opened.
  public var reachesServer: Bool {
    switch self {
    case .online, .slow, .flaky: true
    case .offline, .unreachable, .signedOut: false
    }
  }
}
