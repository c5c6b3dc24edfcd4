internal import Connectivity
internal import Interface

extension Connectivity {
  /// The banner across the top of every screen; nil when the connection is good.
  var banner: String? {
    switch self {
    case .online: nil
    case .offline: "Offline Mode - Data will sync when online."
    case .unreachable:
      "The server cannot be reached. Your entries are safe here and will be sent when it is back."
    case .signedOut: "Please sign in again. Your entries are safe here."
    case .slow: "The connection is slow. What you enter is kept here and sent as it gets through."
    case .flaky: "The connection is slow. Some of it does not get through at once, and is tried again by itself."
    }
  }

  /// The status on the Sync screen.
  var standing: String {
    switch self {
    case .online: "Online"
    case .slow: "Online, with a slow connection"
    case .flaky: "Online, with a connection that comes and goes"
    case .offline: "Offline"
    case .unreachable: "The server cannot be reached"
    case .signedOut: "Signed out"
    }
  }

  var icon: Icon {
    switch self {
    case .online: .success
    case .slow, .flaky: .waiting
    case .offline: .offline
    case .unreachable: .warning
    case .signedOut: .lock
    }
  }

  var tone: Tone {
    switch self {
    case .online: .success
    case .slow, .flaky: .info
    case .offline, .unreachable, .signedOut: .warning
    }
  }

  /// The reason why sync cannot run now; nil when it can be tried.
  var refusal: String? {
    switch self {
    case .offline:
      "You are offline, so nothing can be sent now. Nothing is lost: your entries are safe here and are sent when you are online."
    case .signedOut: "Please sign in again to sync. Your entries are safe here."
    case .online, .slow, .flaky, .unreachable: nil
    }
  }

  /// Whether the machine's network or the server is missing.
  var isAway: Bool { self == .offline || self == .unreachable }
}
