internal import Interface
public import Kernel

/// The sign-in state, the operation under way, and the state of every window.
public struct IdentityState: WindowedDeciding {
  /// The operation under way. Only one at a time changes the session, whichever window asks for it.
  enum UnderWay: Sendable, Equatable {
    case weighing
    /// With `isLeft` the user has left the screen, and hears of it only if it works.
    case entering(IdentityWindowState.Form, email: String, in: WindowID, isLeft: Bool)
    case leaving(in: WindowID, isLeft: Bool)
  }

  public internal(set) var standing = Standing.unknown
  var underWay: UnderWay?
  /// Whether the session changed during an operation; its state is then read again.
  var hasMissed = false
  var hasBegun = false
  public var windows = WindowStates<IdentityWindowState>()

  public init() {}

  public typealias Steps = [Step<IdentityEffect, IdentityEvent>]

  public mutating func receive(_ action: IdentityAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard !hasBegun else { return [] }
      hasBegun = true
      return listen
    case .lostTrack: return listen
    case .heard(let standing): return hear(standing)
    case .weighed(let standing): return become(standing) + finish()
    case .entered(let account): return entered(account)
    case .mustConfirm(let email): return mustConfirm(email)
    case .notEntered(let problem): return notEntered { $0.problem = problem }
    case .counted(let count, let reason, let window): return counted(count, reason, in: window)
    case .notCounted(let problem, let reason, let window): return notCounted(problem, reason, in: window)
    case .left: return left()
    case .unsentLeft(let count): return notLeft(nil) { $0.losing = count }
    case .notLeft(let problem): return notLeft(problem) { $0.problem = problem }
    }
  }

  // MARK: Session changes

  private var listen: Steps { [.run(.listen, .standing("standing"))] }

  private mutating func hear(_ news: Standing) -> Steps {
    guard underWay == nil else {
      hasMissed = true
      return []
    }
    guard news != standing, news != .unknown else { return [] }
    underWay = .weighing
    return [.run(.weigh(news), .inOrder("session"))]
  }

  mutating func become(_ newer: Standing) -> Steps {
    let older = standing
    guard newer != older else { return [] }
    standing = newer
    // Forms and questions belong to the older state.
    if older != .unknown { windows.forEach { $0.leave() } }
    switch newer {
    case .unknown: return []
    case .local: return older.account == nil ? [] : [.say(.signedOut)]
    case .signedIn(let account): return [.say(.signedIn(account))]
    case .expired(let account): return [.say(.expired(account))]
    }
  }

  /// Ends the operation. A session change heard meanwhile may be older than the operation's result, so the state is
  /// read again and the older stream is dropped.
  mutating func finish() -> Steps {
    let asksAgain = hasMissed || underWay != .weighing
    underWay = nil
    hasMissed = false
    return asksAgain ? listen : []
  }
}
