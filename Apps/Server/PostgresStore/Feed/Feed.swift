internal import JSON
internal import Kernel
internal import Relational

/// Publishes the changes that any instance commits. PostgreSQL notifies identifiers only; the rows are read here in
/// batches.
final class Feed: Sendable {
  private struct State {
    var tables: Set<String> = []
    /// Messages from a bus that are not processed yet.
    var inbox: [[UInt8]] = []
  }

  /// The time for which a table counts as watched unless renewed.
  private static let lease = "60 seconds"
  private static let mostWaiting = 10_000

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
      PostgresStatement(
        "select sync.purge() where extract(minute from now()) = 0 and pg_try_advisory_xact_lock(\(Lock.purge))")
    ])
  }

  private func deal(with messages: [[UInt8]], _ link: PostgresConnection) throws(Failure) {
    let watched = state.withLock { $0.tables }
    let told = messages.compactMap { Told($0) }.filter { watched.contains($0.table) }
    guard !told.isEmpty else { return }
    do throws(Failure) {
      return try tell(told, link)
    } catch  where told.count > 1 && !link.isLost {
      // One message is unreadable; the others are processed one by one.
    } catch {
      try miss(error, link)
      return
    }
    for one in told {
      do throws(Failure) { try tell([one], link) } catch { try miss(error, link) }
    }
  }

  /// Reports a missed change. Throws only if the connection is lost.
  private func miss(_ failure: Failure, _ link: PostgresConnection) throws(Failure) {
    guard !link.isLost else { throw failure }
    log.warning("A change could not be read (\(open: failure.code)).")
    miss(1)
  }

  private func tell(_ told: [Told], _ link: PostgresConnection) throws(Failure) {
    var statements: [PostgresStatement] = []
    for one in told where one.kind != .delete {
      guard let table = schema.tables[one.table] else { continue }
      statements.append(try Feed.statement(table, one))
    }
    let answers = try link.run(statements)
    var next = answers.makeIterator()
    var changes: [RowChange] = []
    for one in told {
      guard let table = schema.tables[one.table] else { continue }
      if one.kind == .delete {
        changes += one.rows.map { one.change($0, record: $0.key) }
      } else if let answer = next.next() {
        changes += Feed.changes(one, answer, hasJSON: table.columns.contains { $0.type == .json })
      }
    }
    if !changes.isEmpty { source.say(changes, settling: settling) }
  }

  /// Selects the current rows of a notification; those deleted meanwhile are published as deletions.
  private static func statement(_ table: Table, _ told: Told) throws(Failure) -> PostgresStatement {
    let compiler = Compiler(.postgres, table)
    let columns = try compiler.columns(table.columns.map { Shown($0.name) })
    let keys = table.key.compactMap { table.column($0) }
    let types = keys.map { "\(Dialect.quoted($0.name)) \(SQLText.type($0.type))" }.joined(separator: ", ")
    var json: [UInt8] = [UInt8(ascii: "[")]
    for (index, row) in told.rows.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      json += row.key
    }
    json.append(UInt8(ascii: "]"))
    let sql =
      "select \(Dialect.quoted(table.name)).\(Dialect.quoted(keys.first?.name ?? "id"))::text, \(RowText.row(columns)) "
      + "from json_to_recordset($1::json) as told (\(types)) "
      + "join \(Dialect.postgres.name(of: table)) using (\(SQLText.names(table.key)))"
    return PostgresStatement(sql, [Parameter(bytes: json)])
  }

  private static func changes(_ told: Told, _ answer: StatementResult, hasJSON: Bool) -> [RowChange] {
    var records: [String: [UInt8]] = [:]
    for row in 0..<answer.count {
      guard let id = answer.text(row, 0), let record = answer.bytes(row, 1) else { continue }
      records[id] = PostgresStore.compact(record, hasJSON)
    }
    return told.rows.compactMap { row in records[row.id].map { told.change(row, record: $0) } }
  }
}
