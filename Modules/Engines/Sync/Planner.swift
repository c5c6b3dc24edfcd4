public import Kernel
public import Platform
public import Storage
public import SyncWire

/// Decides the next step of a synchronisation between device and server. A plain value: inputs go in, orders come out;
/// it never waits, performs no I/O and has no clock.
///
/// One step is under way at a time. A round sends pending changes, then pulls, then rests until something is due.
public struct Planner: Sendable, Equatable {
  /// An event to react to.
  public enum Input: Sendable, Equatable {
    /// The owner of the records who is signed in; nil when signed out.
    case session(UUID?)
    /// The state of the network as the system reports it.
    case network(isUp: Bool)
    /// The outbox has changed.
    case queued
    /// The person requested a synchronisation.
    case asked
    /// The server has, or may have, something new.
    case hinted
    /// Whether hints arrive, which makes frequent polling unnecessary.
    case hinting(Bool)
    case woke

    case looked(Heading)
    case drawn(Claim)
    case pushed(Answered<PushAnswer>)
    case settled(Settled)
    case pulled(Answered<PullAnswer>)
    case took(Taken)
    /// The local store failed.
    case failed(Problem)
  }

  /// A step to perform. All but `abandon`, `wake`, `rest` and `note` are answered by an input.
  public enum Order: Sendable, Equatable {
    /// Read how far the device has pulled.
    case look
    /// Return claimed changes whose answer could not be stored to the queue; then as `look`.
    case letGo
    case draw(limit: Int, bytes: Int)
    case push(Push)
    case settle([Ruled], epoch: String?, Judging)
    case pull(Pull)
    case take(PulledPage)
    /// Cancel the request that is under way.
    case abandon
    case wake(at: Date)
    case rest
    case note(Note)
  }

  /// An event for listeners.
  public enum Note: Sendable, Equatable {
    case progressed(Progress)
    case finished(Report)
    /// The network was lost during a request.
    case paused
    /// Many attempts have failed, for longer than `patience`.
    case prolonged
    case sessionLost
    /// These changes wait for the person's decision.
    case conflicts([UUID])
    case changed(Taken)
    case diskFailed(Problem)
  }

  public struct Ruled: Sendable, Hashable {
    public let op: UUID
    public let verdict: Verdict

    public init(_ op: UUID, _ verdict: Verdict) {
      self.op = op
      self.verdict = verdict
    }
  }

  /// The progress of sending in a round.
  public struct Progress: Sendable, Hashable {
    public var done = 0
    public var total = 0
  }

  /// The outcome of a round.
  public struct Report: Sendable, Hashable {
    public var sent = 0
    public var failed = 0
    public var conflicts = 0
    public var wasAsked = false
    public var changed = Taken()
  }

  enum Step: Sendable, Equatable {
    case idle, looking, drawing, settling, pulling, taking
    case pushing([Change])
  }

  /// A round that is visible to the person.
  struct Round: Sendable, Equatable {
    var progress = Progress()
    var report = Report()
  }

  let kinds: [SyncedKind]
  var owner: UUID?
  /// Nil until the system has reported it.
  var isUp: Bool?
  var step = Step.idle
  var wantsPush = true
  var wantsPull = true
  var heading: Heading?
  /// Number of changes sent at once: few at first, so that progress shows and a failing change is soon isolated.
  var size = 1
  var failures = 0
  /// Nothing is sent before this instant.
  var notBefore: Date?
  var nextDue: Date?
  var nextPull: Date?
  var isHinting = false
  var failingSince: Date?
  var hasToldOfFailing = false
  /// The number of requests that the server has answered; and for each change that failed alone, that number at the
  /// time.
  var answered = 0
  var suspects: [UUID: Int] = [:]
  /// The number of consecutive changes that failed alone.
  var inARow = 0
  var offset = 0.0
  var round: Round?
  /// A push was answered with another epoch: nothing is sent before a pull.
  var isInAnotherLife = false
  var hasMore = false
  var goesOnPulling = false
  /// Claimed changes whose answer could not be stored: they must be released before others are claimed.
  var hasStranded = false
  /// Number of pushes in a row that reported another epoch than the last pull.
  var strangeLives = 0
  /// Whether the server has answered in this round.
  var hasHeard = false
  /// Several changes failed alone: pull once before the next push.
  var wantsProbe = false
  /// The latest instant passed as `now`.
  var latest: Date?
  var random: Seeded
  public internal(set) var lastSynced: Date?

  public init(_ kinds: [SyncedKind], seed: UInt64) {
    self.kinds = kinds
    random = Seeded(seed)
  }

  // MARK: Derived state

  /// The progress of sending, for display.
  public var progress: Progress? { round.flatMap { $0.progress.total > 0 ? $0.progress : nil } }
  public var isUnderWay: Bool { step != .idle }
  public var isSignedIn: Bool { owner != nil }
  public var packing: Packing { Packing(kinds, owner: owner) }
  var canGo: Bool { owner != nil && isUp != false }

  // MARK: Input handling

  public mutating func receive(_ input: Input, at now: Date) -> [Order] {
    notice(now)
    switch input {
    case .session(let owner): return session(owner, at: now)
    case .network(let isUp): return network(isUp, at: now)
    case .queued:
      wantsPush = true
      return step == .idle ? advance(at: now) : []
    case .asked: return asked(at: now)
    case .hinted:
      wantsPull = true
      return step == .idle ? advance(at: now) : []
    case .hinting(let isHinting):
      self.isHinting = isHinting
      // Catches up on what was missed while no hints arrived.
      wantsPull = wantsPull || isHinting
      if let nextPull { self.nextPull = min(nextPull, now.addingTimeInterval(pause)) }
      return step == .idle ? advance(at: now) : []
    case .woke:
      if let nextPull, nextPull <= now { wantsPull = true }
      if let nextDue, nextDue <= now { wantsPush = true }
      return step == .idle ? advance(at: now) : []
    case .looked(let heading):
      guard step == .looking else { return [] }
      self.heading = heading
      hasStranded = false
      if goesOnPulling {
        goesOnPulling = false
        guard canGo else { return halt() }
        wantsPull = false
        return ask()
      }
      return go(at: now)
    case .drawn(let claim): return drawn(claim, at: now)
    case .pushed(let answer): return pushed(answer, at: now)
    case .settled(let settled): return self.settled(settled, at: now)
    case .pulled(let answer): return pulled(answer, at: now)
    case .took(let taken): return took(taken, at: now)
    case .failed(let problem): return failed(problem, at: now)
    }
  }

  private mutating func session(_ owner: UUID?, at now: Date) -> [Order] {
    guard owner != self.owner else { return [] }
    let orders = step.isRequest ? giveUp(at: now) : []
    self.owner = owner
    if owner == nil { round = nil }
    heading = nil
    (wantsPush, wantsPull) = (true, true)
    (failures, notBefore, failingSince) = (0, nil, nil)
    return step == .idle ? orders + advance(at: now) : orders
  }

  private mutating func network(_ isUp: Bool, at now: Date) -> [Order] {
    let before = self.isUp
    self.isUp = isUp
    guard isUp else {
      guard before != false else { return [] }
      return step.isRequest ? giveUp(at: now) + [.note(.paused)] : [.rest]
    }
    guard before == false else { return step == .idle ? advance(at: now) : [] }
    // Spreads out reconnections: a million devices that come back at once do not all ask at once.
    (failures, failingSince) = (0, nil)
    notBefore = now.addingTimeInterval(Planner.reconnection * Double.random(in: 0.05...1, using: &random))
    (wantsPush, wantsPull) = (true, true)
    return step == .idle ? advance(at: now) : []
  }

  /// In seconds; with the wait for an answer a device begins within half a minute of being back.
  static let reconnection = 20.0

  private mutating func asked(at now: Date) -> [Order] {
    (wantsPush, wantsPull) = (true, true)
    notBefore = nil
    (failures, failingSince) = (0, nil)
    round = round ?? Round()
    round?.report.wasAsked = true
    guard canGo else {
      round = nil
      return []
    }
    return step == .idle ? advance(at: now) : []
  }

  /// Treats the request that is under way as unanswered.
  private mutating func giveUp(at now: Date) -> [Order] {
    switch step {
    case .pushing: return [.abandon] + pushed(Answered(.failure(.unreachable)), at: now)
    case .pulling: return [.abandon] + pulled(Answered(.failure(.unreachable)), at: now)
    default: return []
    }
  }

  /// Continues from rest.
  mutating func advance(at now: Date) -> [Order] {
    step = .idle
    guard canGo else { return [.rest] }
    if let notBefore, notBefore > now, wantsPush || wantsPull { return [.wake(at: notBefore)] }
    return go(at: now)
  }

  /// The next step of a round, or its end.
  mutating func go(at now: Date) -> [Order] {
    guard canGo else { return halt() }
    guard heading != nil else {
      step = .looking
      return [hasStranded ? .letGo : .look]
    }
    if wantsProbe || isInAnotherLife {
      (wantsProbe, wantsPull) = (false, false)
      return ask()
    }
    if wantsPush {
      wantsPush = false
      step = .drawing
      return [.draw(limit: size, bytes: Push.mostStoredBytes)]
    }
    if wantsPull {
      wantsPull = false
      return ask()
    }
    return finish(at: now)
  }

  private mutating func ask() -> [Order] {
    guard let heading else { return [] }
    step = .pulling
    return [.pull(Pull(device: heading.device, epoch: heading.epoch, cursors: heading.cursors))]
  }

  private mutating func halt() -> [Order] {
    step = .idle
    return [.rest]
  }

  private mutating func finish(at now: Date) -> [Order] {
    step = .idle
    if hasHeard { lastSynced = now }
    hasHeard = false
    var orders: [Order] = []
    if let round { orders.append(.note(.finished(round.report))) }
    round = nil
    if let wake = [nextDue, nextPull].compactMap(\.self).min() { orders.append(.wake(at: max(wake, now))) }
    return orders
  }

  /// Corrects waits after the clock was set back; otherwise a short wait could last as long as the correction.
  private mutating func notice(_ now: Date) {
    defer { latest = now }
    guard let latest, now < latest.addingTimeInterval(-1) else { return }
    notBefore = notBefore.map { min($0, now.addingTimeInterval(Planner.longest)) }
    nextPull = nextPull.map { min($0, now.addingTimeInterval(pause)) }
    failingSince = failingSince.map { min($0, now) }
    nextDue = nil
    wantsPush = true
  }

  var pause: Double { isHinting ? Planner.rarely : Planner.usually }

  /// Seconds between polls without hints, and with them.
  static let usually = 60.0
  static let rarely = 300.0
}

extension Planner.Step {
  var isRequest: Bool {
    switch self {
    case .pushing, .pulling: true
    default: false
    }
  }
}
