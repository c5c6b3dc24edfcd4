public import Interface
public import Kernel

/// The results of effects, and what happens to this device's session.
public enum DevicesAction: Sendable, Equatable {
  case begin
  /// Whether another device has ended the session of this one.
  case ended(Bool)
  /// Some changes of it were missed.
  case lostTrack
  case listed([Device], in: WindowID)
  case signedOut(DevicesTarget, in: WindowID)
  case failed(Problem, in: WindowID?)
}

/// The user's actions in one window.
public enum DevicesWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case reload
  /// Asks before it signs out.
  case ask(DevicesTarget)
  case dismiss
  case signOut
  /// Closes the notice about the end of this device's session, in this window.
  case dismissEnding
}

/// The devices to sign out.
public enum DevicesTarget: Sendable, Hashable {
  case one(String)
  /// All but this one.
  case others
}

/// The effects that the feature requests.
public enum DevicesEffect: Sendable, Equatable {
  case listen
  case list(in: WindowID)
  case signOut(DevicesTarget, in: WindowID)

  var window: WindowID? {
    switch self {
    case .listen: nil
    case .list(let window), .signOut(_, let window): window
    }
  }
}

/// The events that other features may receive.
public enum DevicesEvent: Sendable, Equatable {
  /// For the user at one window.
  case told(Toast)
}
