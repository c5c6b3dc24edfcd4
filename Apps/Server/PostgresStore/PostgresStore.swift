public import Kernel
public import Relational
internal import Tokens

/// The server's database on PostgreSQL. Several instances may share one database: what is committed through one is told
/// by all.
///
/// Whoever opens it closes it, which ends its threads and its connections.
public final class PostgresStore: Database {
  public let schema: Schema
  let pool: Pool
  let feed: Feed
  let functions: [String: StoredFunction]
  private let relay: Relay?
  let log: Log

  public var changes: Broadcast<[RowChange]> { feed.changes }

  private init(
    _ schema: Schema, _ pool: Pool, _ feed: Feed, _ functions: [String: StoredFunction], _ relay: Relay?, _ log: Log
  ) {
    self.schema = schema
    self.pool = pool
    self.feed = feed
    self.functions = functions
    self.relay = relay
    self.log = log
  }

  deinit {
    relay?.stop()
    feed.stop()
    pool.shut()
  }

  /// Connects, brings the database to what the declarations say, and listens for changes.
  ///
  /// `functions` are those of the database that callers may run by name. With a `bus` of its own, changes are told by
  /// that one and not by NOTIFY, which orders all commits of a database one after another.
  public static func open(
    address: String, schema: Schema, migrations: [Migration] = [], functions: Set<String> = ["sync_push", "sync_pull"],
    limits: PostgresLimits = PostgresLimits(), bus: (any Bus)? = nil, log: Log = .silent
  ) async throws(Problem) -> PostgresStore {
    let address = try PostgresAddress(address)
    let installation = Installation(schema: schema, migrations: migrations, functions: functions)
    let found = try await installation.install(at: address, limits, log.from("postgres"))
    let dressing = bus == nil ? [] : [Statement("select set_config('troupe.bus', 'on', false)", isKept: false)]
    let pool = Pool(address, limits, dressing: dressing)
    let feed = Feed(address, limits, schema, log.from("postgres"))
    feed.start()
    let relay = bus.map { Relay($0, into: feed) }
    return PostgresStore(schema, pool, feed, found, relay, log.from("postgres"))
  }

  public func watch(_ tables: Set<String>) async {
    feed.watch(tables)
    // Told from now on: what is under way and began before has not seen that somebody listens.
    do throws(Failure) {
      try await pool.with(again: true) { [feed] link throws(Failure) in try feed.enlist(on: link) }
    } catch {
      log.warning("The tables that are watched could not be written down (\(open: error.code)); it is tried again.")
    }
  }

  public func check() async throws(Failure) {
    try await pool.with(again: true) { link throws(Failure) in _ = try link.run([Statement("select 1")]) }
  }

  public func close() async {
    relay?.stop()
    await feed.close()
    await pool.close()
  }

  /// What the transaction told of itself, which goes out now that it is kept.
  func tell(_ collected: String?) {
    guard let collected, !collected.isEmpty else { return }
    relay?.send(collected)
  }

  /// What stands at the end of a transaction that may have changed something.
  var ending: [Statement] { relay == nil ? [] : [Statement("select current_setting('troupe.changes', true)")] }
}
