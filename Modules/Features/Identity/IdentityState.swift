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
    case working(AccountWork, in: WindowID, isLeft: Bool)
  }

  public internal(set) var standing = Standing.unknown
  var underWay: UnderWay?
  /// Whether the session changed during an operation; its state is then read again.
  var hasMissed = false
  var hasBegun = false
  /// The address of the newest mail for each purpose. Its code is awaited.
  var mailed: [MailPurpose: String] = [:]
  var addressChange: AddressChange?
  /// Whether the person signed in by a recovery and may set a password without the current one.
  var mustSetPassword = false
  /// The ways to sign in to the account; nil while unknown.
  var ways: AccountWays?
  public var windows = WindowStates<IdentityWindowState>()

  public let words: IdentityWords

  public init(_ words: IdentityWords = IdentityWords()) { self.words = words }

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
    case .notEntered(let problem): return notEntered(problem)
    case .counted(let unsent, let reason, let window): return counted(unsent, reason, in: window)
    case .notCounted(let problem, let reason, let window): return notCounted(problem, reason, in: window)
    case .left: return left()
    case .unsentLeft(let unsent): return notLeft(nil) { $0.losing = unsent }
    case .notLeft(let problem): return notLeft(problem) { $0.problem = problem }
    case .worked(let outcome): return worked(outcome)
    case .looked(let ways, let account):
      if standing.account?.id == account { self.ways = ways }
      return []
    case .offered(let providers, let window):
      windows[window].providers = providers
      return []
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
    if older.account?.id != newer.account?.id {
      (mailed, addressChange, mustSetPassword, ways) = ([:], nil, false, nil)
    }
    let looks = windows.windows.sorted { "\($0)" < "\($1)" }.flatMap { lookAround(in: $0) }
    switch newer {
    case .unknown: return []
    case .local: return (older.account == nil ? [] : [.say(.signedOut)]) + looks
    case .signedIn(let account): return [.say(.signedIn(account))] + looks + (older == .unknown ? [] : leadOn)
    case .expired(let account): return [.say(.expired(account))] + looks
    }
  }

  /// Leads the windows on that show a page of the step which another window has done. The window that has done it is led
  /// on by its operation.
  private var leadOn: Steps {
    let doer: WindowID? =
      switch underWay {
      case .entering(_, _, let window, false), .working(_, let window, false): window
      case .entering, .working, .leaving, .weighing, nil: nil
      }
    return windows.windows.sorted { "\($0)" < "\($1)" }
      .filter { window in
        window != doer && windows[window].shown.map([Route.signIn, .signUp, .confirm].contains) ?? false
      }
      .map { .tell(.ledOn(.account), $0) }
  }

  /// Asks for what the shown page needs from the server.
  func lookAround(in window: WindowID) -> Steps {
    guard let route = windows[window].shown else { return [] }
    switch (standing, route) {
    case (.local, .signIn), (.local, .signUp), (.expired, _): return look(.providers, in: window)
    case (.signedIn, .account): return look(.ways, in: window) + look(.providers, in: window)
    case (.signedIn, .password): return look(.ways, in: window)
    case (.unknown, _), (.local, _), (.signedIn, _): return []
    }
  }

  func look(_ look: AccountLook, in window: WindowID) -> Steps {
    guard look == .providers || standing.isSignedIn else { return [] }
    // A server that cannot be reached must not keep the screen from settling.
    return [.run(.look(look, standing.account?.id, in: window), .unawaited("look \(look)", of: window))]
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
