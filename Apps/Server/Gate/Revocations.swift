public import Kernel
public import Tokens

/// One ended session.
public struct Revocation: Sendable, Hashable {
  /// The session's identifier, a UUID.
  public let session: String
  /// The time from which none of its access tokens is valid, in seconds since 1970.
  public let end: Int

  public init(session: String, end: Int) {
    self.session = session
    self.end = end
  }
}

/// The ended sessions that this instance knows of, by which it refuses access tokens that have not expired.
///
/// A request costs a look into memory. Whoever reads the ended sessions from the database calls `refresh` after each
/// reading; when that stops for longer than `patience`, this instance may have missed some, and answers `unknown`: the
/// database is then asked for each caller, and its answer is used for a second.
public final class Revocations: Sendable {
  public enum Standing: Sendable, Hashable { case current, ended, unknown }

  /// Tells whether a session has ended. Throws when the database does not answer.
  public typealias Ask = @Sendable (_ session: String) async throws(Problem) -> Bool

  private struct Held {
    var revoked: RevokedSet
    /// Sessions that began before have ended, in milliseconds since 1970.
    var floor = 0
    /// Nil while no reading was complete.
    var refreshed: ContinuousClock.Instant?
    var answers: [UInt128: (isEnded: Bool, at: ContinuousClock.Instant)] = [:]
  }

  /// Sessions kept exactly; further ones enter a filter.
  public static let usualBound = 65_536
  private static let mostAnswers = 4096

  private let held: Locked<Held>
  private let patience: Duration
  private let clock: @Sendable () -> ContinuousClock.Instant
  private let ask: Ask
  private let source = Broadcast<Int>.Source()
  private let settling = Settling()

  /// Number of sessions that ended, each time that some did.
  public var changes: Broadcast<Int> { source.broadcast }

  public init(
    bound: Int = Revocations.usualBound, patience: Duration = .seconds(3),
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, ask: @escaping Ask
  ) {
    held = Locked(Held(revoked: RevokedSet(bound: bound)))
    self.patience = patience
    self.clock = clock
    self.ask = ask
  }

  /// Returns what memory says of a caller. Callers without a session, such as project keys, are always current.
  public func standing(of caller: Caller) -> Standing {
    guard let session = caller.session, let id = Revocations.identifier(session) else { return .current }
    let now = clock()
    return held.withLock { held in
      if let began = Revocations.began(id), began < held.floor { return .ended }
      return switch held.revoked.holds(id) {
      case .yes: .ended
      case .maybe: .unknown
      case .no: held.refreshed.map { now - $0 <= patience } == true ? .current : .unknown
      }
    }
  }

  /// Returns whether the caller's session has ended, asking the database if memory cannot tell. Throws when that is
  /// needed and the database does not answer.
  public func isEnded(_ caller: Caller) async throws(Problem) -> Bool {
    switch standing(of: caller) {
    case .current: return false
    case .ended: return true
    case .unknown: break
    }
    guard let session = caller.session, let id = Revocations.identifier(session) else { return false }
    let now = clock()
    if let answer = held.withLock({ $0.answers[id] }), now - answer.at < .seconds(1) { return answer.isEnded }
    let isEnded = try await ask(session)
    held.withLock { held in
      if held.answers.count >= Revocations.mostAnswers { held.answers = [:] }
      held.answers[id] = (isEnded, now)
    }
    return isEnded
  }

  /// Takes a complete reading that began at `began`: every session that had ended by then and was not read before.
  /// `now` is in seconds since 1970.
  public func refresh(_ revocations: [Revocation], began: ContinuousClock.Instant, at now: Int) {
    held.withLock { held in
      insert(revocations, into: &held, at: now)
      held.refreshed = max(held.refreshed ?? began, began)
    }
    publish(revocations)
  }

  /// Takes a part of a reading.
  public func insert(_ revocations: [Revocation], at now: Int) {
    held.withLock { insert(revocations, into: &$0, at: now) }
    publish(revocations)
  }

  /// Ends every session that began before an instant in milliseconds since 1970.
  public func endAll(begunBefore instant: Int) {
    let isNew = held.withLock { held in
      guard instant > held.floor else { return false }
      held.floor = instant
      held.answers = [:]
      return true
    }
    if isNew { source.say(1, settling: settling) }
  }

  /// Forgets the sessions whose tokens have all expired.
  public func forget(at now: Int) {
    held.withLock { $0.revoked.forget(at: now) }
  }

  /// Sessions kept exactly, and the bytes of the filters for all others.
  public var size: (exact: Int, filters: Int) { held.withLock { ($0.revoked.exactCount, $0.revoked.filterSize) } }

  private func insert(_ revocations: [Revocation], into held: inout Held, at now: Int) {
    for revocation in revocations {
      guard let id = Revocations.identifier(revocation.session) else { continue }
      held.revoked.insert(id, until: revocation.end, at: now)
      held.answers[id] = nil
    }
  }

  private func publish(_ revocations: [Revocation]) {
    if !revocations.isEmpty { source.say(revocations.count, settling: settling) }
  }

  /// When a session began, in milliseconds since 1970, which its identifier says (RFC 9562, version 7); nil for others.
  public static func began(_ session: String) -> Int? { identifier(session).flatMap(began) }

  private static func began(_ id: UInt128) -> Int? { id >> 76 & 0xF == 7 ? Int(id >> 80) : nil }

  /// Reads a UUID; nil for any other text.
  static func identifier(_ text: String) -> UInt128? {
    var value: UInt128 = 0
    var digits = 0
    for byte in text.utf8 {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x61...0x66: digit = byte - 0x57
      case 0x41...0x46: digit = byte - 0x37
      case UInt8(ascii: "-"): continue
      default: return nil
      }
      value = value << 4 | UInt128(digit)
      digits += 1
    }
    return digits == 32 ? value : nil
  }
}
