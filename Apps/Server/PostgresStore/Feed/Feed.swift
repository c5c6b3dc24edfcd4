internal import JSON
internal import Kernel
internal import Relational

/// Publishes each version that any instance commits, once and in the order of commits. PostgreSQL announces batches of
/// versions; their contents are read here.
final class Feed: Sendable {
  private struct State {
    var tables: Set<String> = []
    /// Messages from a bus that are not processed yet.
    var inbox: [[UInt8]] = []
  }

  /// The time for which a table counts as watched unless renewed.
  private static let lease = "60 seconds"
  private static let mostWaiting = 10_000
  /// The number of versions that are in memory at a time.
  private static let mostRead = 200

  private let source = Broadcast<[RowChange]>.Source()
  private let settling = Settling()
  private let state = Locked(State())
  private let isListening = Waited(false)
  private let listening: NotificationListener
  private let schema: Schema
  private let log: Log
  private let instance: String

  var changes: Broadcast<[RowChange]> { source.broadcast }

  init(_ address: PostgresAddress, _ limits: PostgresLimits, _ schema: Schema, _ log: Log) {
    listening = NotificationListener(address, limits, channels: [TellingSQL.channel])
    self.schema = schema
    self.log = log
    var random = SystemRandomNumberGenerator()
    instance = String(random.next(), radix: 16) + String(random.next(), radix: 16)
  }

  func start() {
    listening.start(
      NotificationListener.Handlers(
        began: { [weak self] link, again throws(Failure) in try self?.began(link, again) },
        heard: { [weak self] link, heard throws(Failure) in try self?.deal(with: heard.map(\.message), link) },
        woken: { [weak self] link throws(Failure) in try self?.woken(link) }))
  }

  func stop() { listening.stop() }

  func close() async { await listening.close() }

  func watch(_ tables: Set<String>) { state.withLock { $0.tables = tables.filter { schema.tables[$0] != nil } } }

  /// Queues a message from a bus. When the queue is full, listeners are told that changes were missed.
  func take(_ message: [UInt8]) {
    let hasRoom = state.withLock { state in
      guard state.inbox.count < Feed.mostWaiting else { return false }
      state.inbox.append(message)
      return true
    }
    if !hasRoom { source.miss(1, settling: settling) }
    listening.wake()
  }

  func miss(_ count: Int) { source.miss(count, settling: settling) }

  /// Registers the watched tables; returns when every running transaction sees the registration and this instance
  /// listens.
  func enlist(on link: PostgresConnection) throws(Failure) {
    _ = isListening.wait(atMost: .seconds(5)) { $0 ? true : nil }
    try write(on: link)
    let xid = try link.run([PostgresStatement("select pg_snapshot_xmax(pg_current_snapshot())")])[0].text(0, 0)
    for _ in 0..<100 {
      let answer = try link.run([
        PostgresStatement(
          """
          select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8
            or (select pg_sleep(0.01) is null)
          """, [Parameter(xid)])
      ])[0]
      if answer.text(0, 0) == "t" { return }
    }
  }

  private func write(on link: PostgresConnection) throws(Failure) {
    let names = state.withLock { $0.tables }.sorted()
    try link.run([
      PostgresStatement(
        "delete from troupe.watched where until < now() or (instance = $1 and not name = any ($2::text[]))",
        [
          Parameter(instance), Parameter(TextList(texts: names).literal),
        ]),
      PostgresStatement(
        """
        insert into troupe.watched (name, instance, until)
        select name, $1, now() + interval '\(Feed.lease)' from unnest($2::text[]) as name
        on conflict (name, instance) do update set until = excluded.until
        """, [Parameter(instance), Parameter(TextList(texts: names).literal)]),
    ])
  }

  // MARK: Listening thread

  private func began(_ link: PostgresConnection, _ again: Bool) throws(Failure) {
    try write(on: link)
    isListening.changeForAll { $0 = true }
    if again {
      log.warning("What was changed while the database was away is not told.")
      source.miss(1, settling: settling)
    }
  }

  private func woken(_ link: PostgresConnection) throws(Failure) {
    let messages = state.withLock { state in
      defer { state.inbox = [] }
      return state.inbox
    }
    if !messages.isEmpty { try deal(with: messages, link) } else { try keepUp(link) }
  }

  /// Renews the registration, and lets one of the instances purge old rows.
  private func keepUp(_ link: PostgresConnection) throws(Failure) {
    try write(on: link)
    try link.run([
      PostgresStatement(TellingSQL.purge),
      PostgresStatement(
        "select sync.purge() where extract(minute from now()) = 0 and pg_try_advisory_xact_lock(\(Lock.purge))"),
    ])
  }

  private func deal(with messages: [[UInt8]], _ link: PostgresConnection) throws(Failure) {
    let watched = state.withLock { $0.tables }
    let told = messages.compactMap { Told($0) }.filter { watched.contains($0.table) }
    for one in told {
      do throws(Failure) { try tell(one, link) } catch { try miss(error, link) }
    }
  }

  /// Reports a missed change. Throws only if the connection is lost.
  private func miss(_ failure: Failure, _ link: PostgresConnection) throws(Failure) {
    guard !link.isLost else { throw failure }
    log.warning("A change could not be read (\(open: failure.code)).")
    miss(1)
  }

  private func tell(_ told: Told, _ link: PostgresConnection) throws(Failure) {
    let hasJSON = schema.tables[told.table]?.columns.contains { $0.type == .json } ?? false
    var last = 0
    var count = Feed.mostRead
    while count == Feed.mostRead {
      let answer = try link.run([
        PostgresStatement(
          """
          select place, id, key, to_json(viewers), record, to_json(at) #>> '{}' from troupe.versions
          where batch = $1::bigint and place > $2::bigint order by place limit \(Feed.mostRead)
          """, [Parameter("\(told.batch)"), Parameter("\(last)")])
      ])[0]
      count = answer.count
      // It was purged, because this instance is too far behind.
      if count == 0, last == 0 { miss(1) }
      guard count > 0 else { return }
      last = answer.int(count - 1, 0) ?? Int.max
      source.say((0..<count).compactMap { Feed.change(told, answer, $0, hasJSON) }, settling: settling)
    }
  }

  private static func change(_ told: Told, _ answer: StatementResult, _ row: Int, _ hasJSON: Bool) -> RowChange? {
    guard let id = answer.text(row, 1), let key = answer.bytes(row, 2),
      let viewers = answer.bytes(row, 3).flatMap({ try? JSON(bytes: $0).array }), let at = answer.text(row, 5)
    else { return nil }
    let record = answer.bytes(row, 4).map { PostgresStore.compact($0, hasJSON) } ?? PostgresStore.compact(key, true)
    return RowChange(
      table: told.table, kind: told.kind, id: id, viewers: viewers.compactMap(\.string), record: record, committed: at,
      isForViewersOnly: told.isForViewersOnly)
  }
}
