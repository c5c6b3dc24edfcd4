public import Kernel
internal import Permissions
public import Platform

/// The registration of this device with the server that sends it notifications, from the person's permission to the removal
/// of the token.
public struct TokenRegistrationState: Deciding {
  public enum Phase: Sendable, Equatable {
    case idle
    /// A token or the server's answer is waited for.
    case underWay
    /// So many tries failed; the next follows after a pause.
    case failed(tries: Int)
    /// It waits until the server can be reached.
    case queued
    /// All tries failed. The next opening, address or return of the network begins anew.
    case givenUp
    /// The server sends nothing to this device.
    case notOffered
    case registered
  }

  /// The tries after the first one, and the pauses before them: 2, 8 and 32 seconds.
  public static let retries = 3
  static func pause(after tries: Int) -> TimeInterval { tries < 1 ? 0 : Double(1 << (2 * tries - 1)) }
  /// A token is renewed this long after its registration, or this long before it expires.
  public static let age: TimeInterval = 7 * 86_400
  public static let lead: TimeInterval = 86_400
  /// The time after which a registered device looks again, since its person may be in another zone by then.
  static let look: TimeInterval = 3600
  /// The longest wait for a network that nothing reports as back.
  static let patience: TimeInterval = 300

  let hasPort: Bool
  public private(set) var phase = Phase.idle
  /// The registration that the server has taken.
  public private(set) var registered: RegisteredDevice?
  private var isLoaded = false
  private var account = TokenRegistrationAction.Account.unknown
  private var isAllowed: Bool?
  private var address: Redacted<String>?
  private var expires: Date?
  private var isReachable = true
  private var tries = 0
  /// The registration to which the server sends nothing.
  private var refused: DeviceRegistration?
  /// Whether the device's token is asked for, was in this run, and has not been compared with the registered one since.
  private var isObtaining = false
  private var hasObtained = false
  private var isFresh = false
  /// The registration or removal under way. The next one waits for it, so that the older never reaches the server last.
  private var isSending = false

  public init(hasPort: Bool = false) { self.hasPort = hasPort }

  public typealias Steps = [Step<TokenRegistrationEffect, TokenRegistrationEvent>]

  public mutating func receive(_ action: TokenRegistrationAction, at now: Moment) -> Steps {
    switch action {
    case .begin: return [.run(.load, .latest("load"))] + (hasPort ? [.run(.listen, .standing("tokens"))] : [])
    case .loaded(let known):
      isLoaded = true
      registered = registered ?? known
    case .account(let account):
      guard account != self.account else { return next(now) }
      self.account = account
      restart()
    case .allowed(let isAllowed):
      if isAllowed != self.isAllowed { restart() }
      self.isAllowed = isAllowed
    case .address(let told):
      // A token of the device itself goes before.
      guard !hasPort, told != address else { return next(now) }
      address = told
      restart()
    case .token(let token):
      (isObtaining, hasObtained, isFresh) = (false, true, true)
      if phase == .underWay || phase == .givenUp || phase == .notOffered { restart() }
      address = token.registration
      expires = token.expires
    case .noToken(let problem):
      isObtaining = false
      return failed(problem, now)
    case .network(let isReachable):
      let isBack = isReachable && !self.isReachable
      self.isReachable = isReachable
      if isReachable, phase == .queued || (isBack && phase == .givenUp) { restart() }
    case .answered(let answer, let registration): return answered(answer, to: registration, now)
    case .removed(let answer): return removed(answer, now)
    case .woke: if case .failed = phase { phase = .idle } else if phase == .queued { restart() }
    }
    return next(now)
  }

  /// Lets the next decision try at once.
  private mutating func restart() {
    if phase != .underWay { tries = 0 }
    if !isSending, !isObtaining { phase = .idle }
  }

  // MARK: The next step

  private mutating func next(_ now: Moment) -> Steps {
    guard isLoaded, let isAllowed, !isSending, !isObtaining else { return [] }
    switch account {
    case .unknown: return []
    case .signedOut:
      // The server sends nothing to a session that has ended, and a later one registers anew.
      phase = .idle
      return [.stop(.standing("wait"))] + forget()
    case .signedIn(let account):
      if let registered, registered.registration.account != account { return forget() + next(now) }
      return isAllowed ? register(account, now) : remove()
    }
  }

  private mutating func forget() -> Steps {
    guard registered != nil else { return [] }
    registered = nil
    return [.run(.keep(nil), .newest("keep"))]
  }

  private mutating func remove() -> Steps {
    guard registered != nil else {
      phase = .idle
      return [.stop(.standing("wait"))]
    }
    guard phase == .idle || phase == .registered || phase == .notOffered else { return [] }
    (phase, isSending) = (.underWay, true)
    return [.run(.remove, .unawaited("server"))]
  }

  private mutating func register(_ account: UUID, _ now: Moment) -> Steps {
    switch phase {
    case .failed, .queued, .givenUp, .underWay: return []
    case .idle, .registered, .notOffered: break
    }
    let isDue = registered.map { renewal(of: $0) <= now.date } ?? false
    if hasPort, !isFresh, !hasObtained || isDue {
      (phase, isObtaining) = (.underWay, true)
      return [.run(.obtain(isRenewal: isDue), .unawaited("token"))]
    }
    guard let address else { return [] }
    let wanted = DeviceRegistration(
      account: account, address: address, zone: now.zone.identifier, expires: expires)
    if let registered, registered.registration == wanted, !isDue {
      (phase, isFresh) = (.registered, false)
      let look = now.date.addingTimeInterval(TokenRegistrationState.look)
      return [.run(.wait(min(renewal(of: registered), look)), .standing("wait"))]
    }
    if phase == .notOffered, refused == wanted { return [] }
    (phase, isSending) = (.underWay, true)
    return [.run(.register(wanted), .unawaited("server"))]
  }

  private func renewal(of device: RegisteredDevice) -> Date {
    let old = device.at.addingTimeInterval(TokenRegistrationState.age)
    // A token that lives shorter than the lead is renewed at half of its life.
    return device.registration.expires.map { expires in
      let life = max(0, expires.timeIntervalSince(device.at))
      return min(old, expires.addingTimeInterval(-min(TokenRegistrationState.lead, life / 2)))
    } ?? old
  }

  // MARK: Answers

  private mutating func answered(
    _ answer: RegistrationAnswer, to registration: DeviceRegistration, _ now: Moment
  ) -> Steps {
    isSending = false
    switch answer {
    case .taken:
      let device = RegisteredDevice(registration, at: now.date)
      (phase, tries, registered) = (.registered, 0, device)
      // A newer token may have come meanwhile; otherwise it is asked for when this one is due.
      if registration.address == address { isFresh = false }
      return [.run(.keep(device), .newest("keep")), .say(.registered)] + next(now)
    case .notOffered:
      (phase, tries, refused) = (.notOffered, 0, registration)
      return next(now)
    case .away: return queue(now)
    case .failed(let problem): return failed(problem, now)
    }
  }

  private mutating func removed(_ answer: RegistrationAnswer, _ now: Moment) -> Steps {
    isSending = false
    switch answer {
    case .taken, .notOffered:
      (phase, tries) = (.idle, 0)
      return forget() + [.say(.removed)] + next(now)
    case .away: return queue(now)
    case .failed(let problem): return failed(problem, now)
    }
  }

  private mutating func queue(_ now: Moment) -> Steps {
    phase = .queued
    return [.run(.wait(now.date.addingTimeInterval(TokenRegistrationState.patience)), .standing("wait"))]
  }

  private mutating func failed(_ problem: Problem, _ now: Moment) -> Steps {
    tries += 1
    guard tries <= TokenRegistrationState.retries else {
      phase = .givenUp
      return [.run(.log(problem, tries: tries), .inOrder("log"))]
    }
    phase = .failed(tries: tries)
    let again = now.date.addingTimeInterval(TokenRegistrationState.pause(after: tries))
    return [.run(.wait(again), .standing("wait"))]
  }
}

extension PushToken {
  /// The token as the server takes it. Its text is one of a service, without quotes or spaces; anything else is refused there.
  fileprivate var registration: Redacted<String> {
    let safe = text.revealed.unicodeScalars.filter { 0x21...0x7E ~= $0.value && $0 != "\"" && $0 != "\\" }
    var words = String.UnicodeScalarView()
    words.append(contentsOf: safe.prefix(4096))
    return Redacted(#"{"service":"\#(service.rawValue)","token":"\#(String(words))"}"#)
  }
}
