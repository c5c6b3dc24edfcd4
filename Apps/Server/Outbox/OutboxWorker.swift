public import FoundationEssentials
public import JSON
public import Kernel
public import Relational

/// The limits of an outbox.
public struct OutboxSettings: Sendable {
  /// Entries that are worked on at the same time.
  public var atOnce = 4
  /// Entries that may wait, besides those of the shares; further ones are refused.
  public var most = 10_000
  /// The bounds of some kinds.
  public var shares: [OutboxShare] = []
  /// Whether no other server uses the database, so that leases found at the start belong to nobody.
  public var isAlone = false
  /// The pause between two looks for entries of servers that were killed; nil when no other server uses the database.
  public var poll: Duration?

  public init() {}
}

/// A part of an outbox for some of its kinds: however many of them wait or hang, the others go on.
public struct OutboxShare: Sendable, Hashable {
  public let kinds: Set<String>
  /// The kinds among them whose number has a bound already, such as one entry of a person.
  public let uncounted: Set<String>
  /// Those that are worked on at the same time.
  public let atOnce: Int
  /// Those that may wait; further ones are refused.
  public let most: Int
  /// The room that one person has, which whoever posts asks for.
  public let mostOfPerson: Int

  public init(
    kinds: Set<String>, uncounted: Set<String> = [], atOnce: Int, most: Int = 10_000, mostOfPerson: Int = 1_000
  ) {
    (self.kinds, self.uncounted) = (kinds, uncounted)
    (self.atOnce, self.most, self.mostOfPerson) = (atOnce, most, mostOfPerson)
  }

  var counted: OutboxTable.Choice { .only(kinds.subtracting(uncounted)) }
}

extension OutboxSettings {
  func share(of kind: String) -> OutboxShare? { shares.first { $0.kinds.contains(kind) } }
  /// The kinds that are in no share.
  var unshared: OutboxTable.Choice { .but(shares.reduce(into: []) { $0.formUnion($1.kinds) }) }
}

/// The number of entries by what became of them, since the start.
public struct OutboxCounts: Sendable, Hashable {
  /// Entries that are worked on.
  public var running = 0
  public var done = 0
  /// Attempts that failed and are repeated.
  public var failed = 0
  public var givenUp = 0
}

/// The durable outbox of a server: what must happen after a request, such as mails and deletions. An entry is written in
/// the request's own transaction, so it exists exactly when the request has succeeded. It is worked on at least once.
public actor OutboxWorker {
  public static let migrations = [OutboxTable.migration]
  /// The kind of entries that stand for nothing.
  static let decoy = "decoy"
  private static let unknownPause = 3_600_000

  public nonisolated let counts: Current<OutboxCounts>

  private let database: any Database
  private let sealing: PayloadSealing
  private let settings: OutboxSettings
  private let time: Time
  private let identifiers: Identifiers
  private let chance: @Sendable () -> Double
  private let log: Log
  private let source = Current<OutboxCounts>.Source(OutboxCounts())
  private var now = OutboxCounts() { didSet { source.publish(now) } }
  private var kinds: [String: OutboxKind] = [:]
  private var running: [String: Task<Void, Never>] = [:]
  /// Number of entries that are worked on, by kind.
  private var busy: [String: Int] = [:]
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var alarm: (at: Int, task: Task<Void, Never>)?
  private var polling: Task<Void, Never>?
  private var isPumping = false
  private var isAskedAgain = false
  /// Whether the database did not answer the last time.
  private var hasFailed = false
  private var hasBegun = false
  private var isClosed = false

  /// Whether it takes no more entries.
  var hasClosed: Bool { isClosed }

  /// `key` has 32 bytes and seals the payloads. `chance` is from 0 to 1 and spreads the pauses.
  public init(
    _ database: any Database, key: [UInt8], settings: OutboxSettings = OutboxSettings(), time: Time = .live,
    identifiers: Identifiers? = nil, chance: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    log: Log = .silent
  ) {
    self.database = database
    sealing = PayloadSealing(key)
    self.settings = settings
    self.time = time
    self.identifiers = identifiers ?? .live(time)
    self.chance = chance
    self.log = log.from("outbox")
    counts = source.current
  }

  // MARK: Entries, in the transaction of a request

  /// Adds an entry, due at once or at an instant. Call `wake` after the commit. Throws when too many wait, of the kind's
  /// share or of those in none.
  public nonisolated func post(
    _ kind: String, _ payload: JSON, of person: String? = nil, due: Date? = nil, in session: any Session
  ) throws(Failure) {
    let share = settings.share(of: kind)
    let isBounded = share?.uncounted.contains(kind) != true
    if isBounded, try OutboxTable.holds(share?.most ?? settings.most, share?.counted ?? settings.unshared, session) {
      throw .busy("too many entries wait in the outbox")
    }
    let id = identifiers.uuid().uuidString.lowercased()
    guard let sealed = sealing.seal(payload, of: id, kind) else { throw Failure("22P02", "a payload is no JSON") }
    let row = OutboxTable.Row(id: id, kind: kind, person: person, payload: sealed, attempts: 0)
    try OutboxTable.insert(row, due: OutboxWorker.milliseconds(due ?? time.now().date), session)
  }

  /// The number of entries of a kind's share that may still be posted of a person.
  public nonisolated func room(for person: String, of kind: String, in session: any Session) throws(Failure) -> Int {
    guard let share = settings.share(of: kind) else { return settings.most }
    return max(0, share.mostOfPerson - (try OutboxTable.count(of: person, share.counted, session)))
  }

  /// Adds an entry that stands for nothing, where a missing entry would tell that an account does not exist.
  public nonisolated func postDecoy(of length: Int, in session: any Session) throws(Failure) {
    try post(OutboxWorker.decoy, .string(String(repeating: " ", count: max(0, length))), in: session)
  }

  /// Removes a person's entries of one kind.
  @discardableResult
  public nonisolated func withdraw(
    _ kind: String, of person: String, in session: any Session
  ) throws(Failure) -> Int {
    try OutboxTable.withdraw(kind, of: person, session)
  }

  /// Removes all entries of a person but those of one kind, such as the one that is worked on.
  @discardableResult
  public nonisolated func withdraw(
    allOf person: String, but kind: String, in session: any Session
  ) throws(Failure) -> Int {
    try OutboxTable.withdraw(allOf: person, but: kind, session)
  }

  // MARK: Life

  /// Starts to work: on what was left by a server that was killed, and on what is posted from now on.
  public func begin(_ kinds: [OutboxKind]) async {
    guard !hasBegun, !isClosed else { return }
    hasBegun = true
    self.kinds = Dictionary(kinds.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    if settings.isAlone {
      let now = milliseconds
      await attempt("leases could not be released") { session throws(Failure) in
        try OutboxTable.release(at: now, session)
      }
    }
    if let poll = settings.poll {
      let ticks = time.ticks(every: poll)
      polling = Task { [weak self] in
        await ticks.hear { [weak self] _ in
          await self?.pump()
          await self?.idle()
        }
      }
    }
    await pump()
  }

  /// Looks for entries that are due. Call it after the commit of a transaction that has posted some.
  public func wake() async { await pump() }

  /// Returns when no entry is worked on.
  public func idle() async {
    guard !running.isEmpty || isPumping else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Takes no more entries, lets current attempts finish within the limit, and cancels the rest. What is not finished
  /// stays in the table.
  public func close(within limit: Duration = .seconds(5)) async {
    isClosed = true
    polling?.cancel()
    alarm?.task.cancel()
    alarm = nil
    let left = Array(running.values)
    let ending = Task {
      try? await Task.sleep(for: limit)
      guard !Task.isCancelled else { return }
      for task in left { task.cancel() }
    }
    for task in left { await task.value }
    ending.cancel()
    await polling?.value
  }

  // MARK: Work

  private var milliseconds: Int { OutboxWorker.milliseconds(time.now().date) }

  private static func milliseconds(_ date: Date) -> Int { Int((date.timeIntervalSince1970 * 1000).rounded()) }

  private func pump() async {
    guard hasBegun, !isClosed else { return }
    guard !isPumping else {
      isAskedAgain = true
      return
    }
    isPumping = true
    repeat {
      isAskedAgain = false
      hasFailed = false
      while !isClosed, running.count < settings.atOnce {
        let ticket = identifiers.uuid().uuidString.lowercased()
        guard let rows = await take(ticket) else {
          hasFailed = true
          break
        }
        guard !rows.isEmpty else { break }
        for row in rows { start(row, ticket) }
      }
      await setAlarm()
    } while isAskedAgain && !isClosed
    isPumping = false
    release()
  }

  /// Takes what is due, as much as there is room for; the kinds in no share come first.
  private func take(_ ticket: String) async -> [OutboxTable.Row]? {
    let (now, kinds, most, unshared) = (milliseconds, kinds, settings.atOnce - running.count, settings.unshared)
    let rooms = settings.shares.map { (kinds: OutboxTable.Choice.only($0.kinds), most: room(in: $0)) }
    let lease: @Sendable (String) -> Int = { Int((kinds[$0]?.lease.seconds ?? 60) * 1_000) }
    return await attempt("entries could not be taken") { session throws(Failure) in
      var rows = try OutboxTable.take(most, unshared, ticket, lease: lease, at: now, session)
      for room in rooms where min(room.most, most - rows.count) > 0 {
        rows += try OutboxTable.take(
          min(room.most, most - rows.count), room.kinds, ticket, lease: lease, at: now, session)
      }
      return rows
    }
  }

  /// The number of entries of a share that may still be worked on.
  private func room(in share: OutboxShare) -> Int {
    share.atOnce - share.kinds.reduce(0) { $0 + (busy[$1] ?? 0) }
  }

  private func start(_ row: OutboxTable.Row, _ ticket: String) {
    now.running += 1
    busy[row.kind, default: 0] += 1
    running["\(row.id) \(ticket)"] = Task {
      await self.work(on: row, ticket)
      self.running["\(row.id) \(ticket)"] = nil
      self.busy[row.kind, default: 1] -= 1
      self.now.running -= 1
      await self.pump()
      self.release()
    }
  }

  /// Resumes those who wait until nothing is worked on.
  private func release() {
    guard running.isEmpty, !isPumping else { return }
    for one in waiting { one.resume() }
    waiting = []
  }

  private func work(on row: OutboxTable.Row, _ ticket: String) async {
    guard row.kind != OutboxWorker.decoy else { return await finish(row, ticket) }
    guard let kind = kinds[row.kind] else {
      // Posted by a newer version; that may come back.
      log.warning("an entry of an unknown kind waits")
      return await putBack(row, ticket, in: OutboxWorker.unknownPause)
    }
    guard let payload = sealing.open(row.payload, of: row.id, row.kind) else {
      log.error("an entry of the kind \(open: kind.name) could not be opened and was given up")
      now.givenUp += 1
      return await finish(row, ticket)
    }
    guard row.attempts <= kind.attempts else { return await giveUp(row, ticket, nil) }
    let job = OutboxJob(id: row.id, kind: row.kind, person: row.person, payload: payload, attempt: row.attempts)
    do throws(Problem) {
      try await kind.handle(job)
      await finish(row, ticket)
      now.done += 1
    } catch {
      guard !kind.isFinal(error), row.attempts < kind.attempts else { return await giveUp(row, ticket, error) }
      log.warning("an entry of the kind \(open: kind.name) failed and is tried again: \(code: error)")
      await putBack(row, ticket, in: Backoff.pause(after: row.attempts, chance: chance()))
      now.failed += 1
    }
  }

  private func giveUp(_ row: OutboxTable.Row, _ ticket: String, _ problem: Problem?) async {
    if let problem {
      log.error("an entry of the kind \(open: row.kind) was given up after \(row.attempts) tries: \(code: problem)")
    } else {
      log.error("an entry of the kind \(open: row.kind) was given up after \(row.attempts - 1) tries without an end")
    }
    await finish(row, ticket)
    now.givenUp += 1
  }

  private func finish(_ row: OutboxTable.Row, _ ticket: String) async {
    await attempt("a finished entry could not be deleted") { session throws(Failure) in
      try OutboxTable.finish(row.id, ticket, session)
    }
  }

  private func putBack(_ row: OutboxTable.Row, _ ticket: String, in pause: Int) async {
    let due = milliseconds + pause
    await attempt("an entry could not be put back") { session throws(Failure) in
      try OutboxTable.putBack(row.id, ticket, due: due, session)
    }
  }

  @discardableResult
  private func attempt<Answer: Sendable>(
    _ what: StaticString, _ body: @escaping @Sendable (any Session) throws(Failure) -> Answer
  ) async -> Answer? {
    do throws(Failure) {
      return try await database.transact(.matter("outbox"), body)
    } catch {
      log.warning("\(what): \(open: error.code)")
      return nil
    }
  }

  // MARK: Waiting for the next entry

  /// Sets the alarm for the next entry that is due later; none while nothing waits.
  private func setAlarm() async {
    let next: Int?
    // Those of a share without room follow when one of them has ended.
    let full = settings.shares.filter { room(in: $0) <= 0 }.reduce(into: Set()) { $0.formUnion($1.kinds) }
    do throws(Failure) {
      next = try await database.look { session throws(Failure) in try OutboxTable.next(.but(full), session) }
    } catch {
      log.warning("the next entry is not known: \(open: error.code)")
      next = nil
      hasFailed = true
    }
    guard !isClosed else { return }
    // A database that does not answer is asked again in a while.
    guard let next = hasFailed ? milliseconds + Backoff.pause(after: 3, chance: chance()) : next else {
      return endAlarm()
    }
    guard next > milliseconds else {
      // Due since entries were taken. Beyond what is worked on at once, they follow when one of those has ended.
      if running.count < settings.atOnce { isAskedAgain = true }
      return
    }
    if let alarm, alarm.at == next { return }
    let old = alarm
    let rings = time.alarm(at: Date(timeIntervalSince1970: Double(next) / 1000))
    let task = Task { [weak self] in
      for await heard in rings {
        await heard.use { [weak self] _ in await self?.ring(next) }
      }
    }
    // The new one is set before the old one ends, so that a clock that is moved by hand always finds one.
    alarm = (next, task)
    old?.task.cancel()
  }

  private func endAlarm() {
    alarm?.task.cancel()
    alarm = nil
  }

  private func ring(_ instant: Int) async {
    if alarm?.at == instant { alarm = nil }
    await pump()
    await idle()
  }
}
