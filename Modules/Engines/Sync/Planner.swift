public import FoundationEssentials
public import Kernel
public import Storage
public import SyncWire

/// What to do next to bring device and server together: a value that decides. What happened goes in, what is to be done
/// comes out; it never waits, asks nobody and has no clock.
///
/// One thing is under way at a time. A round sends what may leave, then asks what changed, then rests until something is
/// due.
public struct Planner: Sendable, Equatable {
  /// What happened.
  public enum Input: Sendable, Equatable {
    /// Somebody is signed in whose records these are; nil when nobody is.
    case session(UUID?)
    /// What the machine says of its network.
    case network(isUp: Bool)
    /// The queue has changed.
    case queued
    /// The person wants it now.
    case asked
    /// The server has something new, or may have.
    case hinted
    /// Hints come in, so asking by the clock can be rare.
    case hinting(Bool)
    case woke

    case looked(Heading)
    case drawn(Claim)
    case pushed(Answered<PushAnswer>)
    case settled(Settled)
    case pulled(Answered<PullAnswer>)
    case took(Taken)
    /// The device's own disk did not do it.
    case failed(Problem)
  }

  /// What is to be done. All but the timer is answered by an input.
  public enum Order: Sendable, Equatable {
    /// How far the device has heard of the server.
    case look
    /// Changes whose answer was lost on the way to the disk wait again; then as `look`.
    case letGo
    case draw(limit: Int, bytes: Int)
    case push(Push)
    case settle([Ruled], epoch: String?, Judging)
    case pull(Pull)
    case take(Page)
    /// The request that is under way is given up.
    case abandon
    case wake(at: Date)
    case rest
    case note(Note)
  }

  /// What others may hear.
  public enum Note: Sendable, Equatable {
    case progressed(Progress)
    case finished(Report)
    /// The network went while something was on its way.
    case paused
    /// Tried often, and nobody answers.
    case prolonged
    case sessionLost
    /// These wait for the person.
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

  /// How far a round has come.
  public struct Progress: Sendable, Hashable {
    public var done = 0
    public var total = 0
  }

  /// How a round ended.
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

  /// Something that a person waits for or sees.
  struct Round: Sendable, Equatable {
    var progress = Progress()
    var report = Report()
  }

  let kinds: [SyncedKind]
  var owner: UUID?
  /// Nil until somebody says.
  var isUp: Bool?
  var step = Step.idle
  var wantsPush = true
  var wantsPull = true
  var heading: Heading?
  /// How many go at once: few at first, so that progress is seen and a bad one soon stands alone.
  var size = 1
  var failures = 0
  /// Nothing leaves before.
  var notBefore: Date?
  var nextDue: Date?
  var nextPull: Date?
  var isHinting = false
  var failingSince: Date?
  var hasToldOfFailing = false
  /// How many requests the server has answered, and of changes that failed alone how many it had then.
  var answered = 0
  var suspects: [UUID: Int] = [:]
  /// Changes in a row that failed alone.
  var inARow = 0
  var offset = 0.0
  var round: Round?
  /// The server has said so to who sent: nothing is sent before it was heard.
  var isInAnotherLife = false
  var hasMore = false
  var goesOnPulling = false
  /// Claimed changes whose answer could not be written down: they are to be let go before others are claimed.
  var hasStranded = false
  /// How often in a row the server was in another life than it had said it was.
  var strangeLives = 0
  /// The server has answered in this round.
  var hasHeard = false
  /// Several changes failed alone: the server is asked for something before the next.
  var wantsProbe = false
  /// The latest that was said to be now.
  var latest: Date?
  var random: Seeded
  public internal(set) var lastSynced: Date?

  public init(_ kinds: [SyncedKind], seed: UInt64) {
    self.kinds = kinds
    random = Seeded(seed)
  }

  // MARK: Reading

  /// What is being sent, for who shows it.
  public var progress: Progress? { round.flatMap { $0.progress.total > 0 ? $0.progress : nil } }
  public var isUnderWay: Bool { step != .idle }
  public var isSignedIn: Bool { owner != nil }
  public var packing: Packing { Packing(kinds, owner: owner) }
  var canGo: Bool { owner != nil && isUp != false }

  // MARK: Deciding

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
      // What was missed while nobody told.
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
    // A million devices that come back at once do not all come at once.
    (failures, failingSince) = (0, nil)
    notBefore = now.addingTimeInterval(Planner.reconnection * Double.random(in: 0.05...1, using: &random))
    (wantsPush, wantsPull) = (true, true)
    return step == .idle ? advance(at: now) : []
  }

  /// Within half a minute of being back, however the chance falls.
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

  /// The request that is under way counts as not answered.
  private mutating func giveUp(at now: Date) -> [Order] {
    switch step {
    case .pushing: return [.abandon] + pushed(Answered(.failure(.unreachable)), at: now)
    case .pulling: return [.abandon] + pulled(Answered(.failure(.unreachable)), at: now)
    default: return []
    }
  }

  /// From rest.
  mutating func advance(at now: Date) -> [Order] {
    step = .idle
    guard canGo else { return [.rest] }
    if let notBefore, notBefore > now, wantsPush || wantsPull { return [.wake(at: notBefore)] }
    return go(at: now)
  }

  /// The next thing of a round, or its end.
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
      return [.draw(limit: size, bytes: Planner.bytes)]
    }
    if wantsPull {
      wantsPull = false
      return ask()
    }
    return finish(at: now)
  }

  /// Of sealed rows; as JSON they are somewhat more, and a server takes a mebibyte.
  static let bytes = 384 << 10

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

  /// When a clock was put back, what was to happen in a while would happen in a year.
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

  /// How often the server is asked when it does not tell, and when it does.
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
