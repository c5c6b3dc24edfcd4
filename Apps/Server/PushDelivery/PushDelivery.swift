public import Fetch
internal import FoundationEssentials
internal import JSON
public import Kernel
internal import Notices
public import Outbox
public import Relational
public import ServerFunctions
internal import Tokens

/// The notifications that one person's deed causes on another person's devices: `/push/v1` takes the devices, the outbox
/// carries the notifications, and the planner holds them by the recipient's settings and zone.
public final class PushDelivery: Sendable {
  /// The parts of a server that it needs.
  public struct Needs: Sendable {
    public let database: any Database
    public let outbox: OutboxWorker
    /// 32 bytes, which seal the addresses of devices.
    public let key: [UInt8]
    public let send: @Sendable (Outgoing) async throws(Problem) -> Incoming
    /// Whether a session of a sign-in still holds.
    public let isSignedIn: @Sendable (_ session: String, any Session) throws(Failure) -> Bool
    public var time = Time.live
    public var log = Log.silent
    /// The longest time that a message may take, with all its requests.
    public var longestSend = Duration.seconds(8)

    public init(
      database: any Database, outbox: OutboxWorker, key: [UInt8],
      send: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming,
      isSignedIn: @escaping @Sendable (_ session: String, any Session) throws(Failure) -> Bool
    ) {
      self.database = database
      self.outbox = outbox
      self.key = key
      self.send = send
      self.isSignedIn = isSignedIn
    }
  }

  public static let migrations = [PushTables.migration]

  /// The time for which an open app may tell the person itself.
  public static let grace = Duration.seconds(3)
  /// The age of rows that are looked for after a restart, and the time for which is known what was noted.
  private static let reach: TimeInterval = 86_400
  private static let kept: TimeInterval = 7 * 86_400
  private static let pause = Duration.seconds(300)
  private static let mostRows = 10_000
  static let mostWaiting = 500
  static let mostDevices = 20
  static let mostTries = 6

  enum Job {
    static let plan = "push"
    static let held = "push-held"
    static let send = "push-send"
  }

  /// The share of an outbox that pushes have, so that push services that hang hold up no mail. There is one `held` of a
  /// person at most.
  public static let share = OutboxShare(
    kinds: [Job.plan, Job.held, Job.send], uncounted: [Job.held], atOnce: 4, mostOfPerson: 200)

  let needs: Needs
  let services: PushServices
  let notices: [ServerNotice]
  let sealing: PayloadSealing
  let carrier: PushCarrier
  let reading: PushReading
  private let standing = Locked<[Task<Void, Never>]>([])

  public init(_ services: PushServices, _ notices: [ServerNotice], _ needs: Needs) {
    self.needs = needs
    self.services = services
    self.notices = services.isEmpty ? [] : notices.filter { needs.database.schema.tables[$0.table] != nil }
    sealing = PayloadSealing(needs.key)
    carrier = PushCarrier(services, needs.time, within: needs.longestSend, needs.send)
    reading = PushReading(database: needs.database, notices: self.notices)
  }

  /// The tables whose changes it must hear; none on a server without a push service.
  public var tables: Set<String> { Set(notices.map(\.table)) }

  var now: Date { needs.time.now().date }
  static func milliseconds(_ date: Date) -> Int { Int((date.timeIntervalSince1970 * 1000).rounded(.down)) }

  // MARK: Life

  /// Hears of new rows from now on, and looks for those of the last day that nobody was told of. The database must watch
  /// `tables` already.
  public func begin() async {
    guard !notices.isEmpty else { return }
    let changes = needs.database.changes.listen()
    let ticks = needs.time.ticks(every: PushDelivery.pause)
    await look()
    let hearing = Task { [weak self] in
      await changes.hear { [weak self] news in
        switch news {
        case .said(let changes): await self?.hear(changes)
        case .missed: await self?.look()
        }
      }
    }
    let ticking = Task { [weak self] in await ticks.hear { [weak self] _ in await self?.look() } }
    standing.withLock { $0 = [hearing, ticking] }
  }

  public func close() async {
    let tasks = standing.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  /// The work that it leaves to the outbox.
  public var kinds: [OutboxKind] {
    let isFinal: @Sendable (Problem) -> Bool = { problem in
      problem.code.hasPrefix("push-") || ["fetch-malformed", "fetch-address-refused"].contains(problem.code)
    }
    return [Job.plan, Job.held].map { name in
      OutboxKind(name) { [weak self] job throws(Problem) in
        guard let person = job.person else { return }
        try await self?.plan(for: person)
      }
    } + [
      OutboxKind(Job.send, isFinal: isFinal) { [weak self] job throws(Problem) in
        try await self?.send(job.payload, to: job.person ?? "")
      }
    ]
  }

  /// Removes the devices of a person whose account goes.
  public func forget(_ person: String) async throws(Failure) {
    try await needs.database.transact { session throws(Failure) in try PushTables.forget(person, session) }
  }

  // MARK: Noting

  private func hear(_ changes: [RowChange]) async {
    var noted: [(PushTables.Noted, ServerNotice)] = []
    for change in changes where change.kind == .insert && !change.isForViewersOnly {
      for source in notices where source.table == change.table {
        let row = try? JSON(bytes: change.record)
        guard let person = row?[source.recipient]?.string, source.isOf(name: row?["name"]?.string) else { continue }
        noted.append((one(source, change.id, person), source))
      }
    }
    await note(noted)
  }

  /// Finds what was committed while no server heard of it.
  private func look() async {
    let since = Moment(now.addingTimeInterval(-PushDelivery.reach)).text
    for source in notices {
      guard let table = needs.database.schema.tables[source.table] else { continue }
      var select = Select(table, shown: [Shown("id"), Shown(source.recipient)])
      // The instant of an echo is sealed, so the server's own counts.
      let instant = source.isEcho ? "updated_at" : source.instant
      select.filter = .all([source.due, .compare(instant, .greater, .text(since))])
      select.limit = PushDelivery.mostRows
      do throws(Failure) {
        let rows = try PushReading.objects(try await needs.database.select(select, as: .service))
        await note(
          rows.compactMap { row in
            guard let id = row["id"]?.string, let person = row[source.recipient]?.string else { return nil }
            return (one(source, id, person), source)
          })
      } catch {
        needs.log.warning("what is to be notified of could not be read: \(open: error.code)")
      }
    }
    let old = PushDelivery.milliseconds(now.addingTimeInterval(-PushDelivery.kept))
    _ = try? await needs.database.transact { session throws(Failure) in
      try PushTables.removeNoted(before: old, session)
    }
  }

  private func one(_ source: ServerNotice, _ row: String, _ person: String) -> PushTables.Noted {
    PushTables.Noted(id: source.noteID(of: row, to: person), person: person, kind: source.kind.id, row: row)
  }

  /// Notes rows for people with devices, once each on all servers of a database, and leaves one entry a person in the outbox.
  private func note(_ noted: [(PushTables.Noted, ServerNotice)]) async {
    guard !noted.isEmpty else { return }
    let (date, outbox, grace) = (now, needs.outbox, PushDelivery.grace.seconds)
    let now = PushDelivery.milliseconds(date)
    let due = date.addingTimeInterval(grace)
    do throws(Failure) {
      let isAny = try await needs.database.transact { session throws(Failure) in
        var told: Set<String> = []
        for (one, source) in noted {
          guard try PushTables.hasDevice(one.person, for: source.product, session) else { continue }
          // An entry that was posted less than half of the grace ago has not begun, and will find this too.
          let waits = try PushTables.waits(one.person, since: now - Int(grace * 500), session)
          guard try PushTables.note(one, at: now, session), !waits, told.insert(one.person).inserted else { continue }
          try outbox.post(Job.plan, [:], of: one.person, due: due, in: session)
        }
        return !told.isEmpty
      }
      if isAny { await outbox.wake() }
    } catch {
      // The next look finds them.
      needs.log.warning("what is to be notified of could not be noted: \(open: error.code)")
    }
  }
}
