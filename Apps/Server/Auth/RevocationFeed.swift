internal import FoundationEssentials
public import Gate
public import Kernel
public import Relational

/// Keeps the `Revocations` of one instance complete.
///
/// It reads what was written down since its last reading: at the start, after every transaction of Auth, whenever
/// another instance says on the bus that it ended a session, and every second in any case. So the bus makes it fast,
/// and nothing is missed without it.
public actor RevocationFeed {
  public nonisolated let revocations: Revocations

  static let message = Array(#"["sessions-ended"]"#.utf8)
  private static let page = 5000
  /// Seconds between two deletions of rows that no longer matter.
  private static let purging = 600

  private let database: any Database
  private let bus: (any Bus)?
  private let tokenLife: Int
  private let time: Time
  private let log: Log
  /// The number of the newest row that was read, and of the newest that other instances were told of.
  private var last = 0
  private var told = 0
  private var running: Task<Void, Never>?
  private var queued: Task<Void, Never>?
  private var standing: [Task<Void, Never>] = []
  /// The number of readings by the clock.
  private var seconds = 0

  /// Starts a feed; once it returns, every session that has ended is known. `beat` is the clock of the readings, and
  /// `time` that of expiry. The caller must close it.
  public static func start(
    _ database: any Database, bus: (any Bus)? = nil, settings: AuthSettings, time: Time, beat: Time? = nil,
    bound: Int = Revocations.usualBound, log: Log = .silent
  ) async -> RevocationFeed {
    let revocations = Revocations(bound: bound) { session throws(Problem) in
      do throws(Failure) {
        return try await database.look { look throws(Failure) in try look.isEnded(session: session) }
      } catch {
        throw Problem(
          "sessions-unknown", "The database does not say whether the session has ended (\(error.code)).",
          safe: "Nothing was changed.", remedy: "Try again in a moment.")
      }
    }
    let feed = RevocationFeed(database, bus, revocations, settings.tokenLife, time, log.from("sessions"))
    await feed.begin(beat ?? time)
    return feed
  }

  private init(
    _ database: any Database, _ bus: (any Bus)?, _ revocations: Revocations, _ tokenLife: Int, _ time: Time, _ log: Log
  ) {
    self.database = database
    self.bus = bus
    self.revocations = revocations
    self.tokenLife = tokenLife
    self.time = time
    self.log = log
  }

  deinit {
    for task in standing { task.cancel() }
  }

  public func close() {
    for task in standing { task.cancel() }
    standing = []
  }

  /// Reads what a transaction of this instance may have ended, and tells the others.
  public func committed() async {
    await read()
    guard last > told else { return }
    told = last
    guard let bus else { return }
    do throws(Problem) {
      try await bus.publish(RevocationFeed.message)
    } catch {
      log.warning("other instances were not told of an ended session, and read it later: \(code: error)")
    }
  }

  /// Returns when everything that was committed before this call is read.
  func read() async {
    if let queued { return await queued.value }
    let earlier = running
    let task = Task {
      await earlier?.value
      await self.readOnce()
    }
    queued = task
    await task.value
  }

  private func begin(_ beat: Time) async {
    let messages = bus?.messages.listen()
    if let messages {
      standing.append(
        Task { [weak self] in
          await messages.hear { news in
            if case .said(let message) = news, message != RevocationFeed.message { return }
            await self?.read()
          }
        })
    }
    await read()
    told = last
    let ticks = beat.ticks(every: .seconds(1))
    standing.append(
      Task { [weak self] in
        for await _ in ticks {
          guard let self else { return }
          await tick()
        }
      })
  }

  private func tick() async {
    await read()
    seconds += 1
    if seconds % RevocationFeed.purging == 0 { await purge() }
  }

  private var now: Int { Int(time.now().date.timeIntervalSince1970.rounded(.down)) }

  private func readOnce() async {
    running = queued
    queued = nil
    let began = ContinuousClock.now
    do throws(Failure) {
      while try await readPage(began) {}
    } catch {
      log.warning("ended sessions could not be read: \(open: error.code)")
    }
  }

  /// Returns whether more may follow.
  private func readPage(_ began: ContinuousClock.Instant) async throws(Failure) -> Bool {
    let (last, most) = (last, RevocationFeed.page)
    let rows = try await database.look { session throws(Failure) in try session.endedSessions(since: last, most: most) }
    if last > 0, rows.first?.seq != last {
      // The database is not the one that was read before: it was restored.
      self.last = 0
      return true
    }
    let new = rows.filter { $0.seq > last }
    self.last = rows.last?.seq ?? last
    if let all = new.first(where: { $0.session == EndedSession.all }) {
      revocations.endAll(begunBefore: all.issued)
    }
    let ended = new.map { $0.revocation(tokenLife: tokenLife) }
    guard rows.count == most else {
      revocations.refresh(ended, began: began, at: now)
      return false
    }
    revocations.insert(ended, at: now)
    return true
  }

  func purge() async {
    revocations.forget(at: now)
    let instant = (now - EndedSession.end(issued: 0, tokenLife: tokenLife)) * 1000
    do throws(Failure) {
      try await database.transact { session throws(Failure) in try session.purgeEndedSessions(issuedBefore: instant) }
    } catch {
      log.warning("old ended sessions could not be deleted: \(open: error.code)")
    }
  }
}
