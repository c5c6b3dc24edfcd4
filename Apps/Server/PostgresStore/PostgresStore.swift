public import Kernel
public import Relational
internal import Tokens

/// A database on PostgreSQL. Several instances may share it: each publishes the changes that any of them commits.
///
/// The opener must close it, which ends its threads and connections.
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

  /// Connects, migrates the database to the declared schema, and listens for changes.
  ///
  /// `functions` names the database functions that callers may run. With a `bus`, changes are published on it instead
  /// of by NOTIFY, which serializes all commits of a database. With a `pooler`, the address of a pooler in transaction
  /// mode before the same database, everything goes through it but the installation and the listening for changes.
  public static func open(
    address: String, pooler: String? = nil, schema: Schema, migrations: [Migration] = [],
    functions: Set<String> = ["sync_push", "sync_pull"],
    limits: PostgresLimits = PostgresLimits(), bus: (any Bus)? = nil, log: Log = .silent
  ) async throws(Problem) -> PostgresStore {
    let address = try PostgresAddress(address)
    let pooled = try pooler.map { text throws(Problem) in try PostgresAddress(text, isPooled: true) } ?? address
    let installation = Installation(schema: schema, migrations: migrations, functions: functions)
    let found = try await installation.install(at: address, limits, log.from("postgres"))
    let pool = Pool(pooled, limits, settings: bus == nil ? [:] : ["troupe.bus": "on"])
    let feed = Feed(address, limits, schema, log.from("postgres"))
    feed.start()
    let relay = bus.map { Relay($0, into: feed) }
    return PostgresStore(schema, pool, feed, found, relay, log.from("postgres"))
  }

  public func watch(_ tables: Set<String>) async {
    feed.watch(tables)
    // Changes are published from now on: transactions that began earlier do not see the subscription.
    do throws(Failure) {
      try await pool.with(again: true) { [feed] link throws(Failure) in try feed.enlist(on: link) }
    } catch {
      log.warning("The tables that are watched could not be written down (\(open: error.code)); it is tried again.")
    }
  }

  public func check() async throws(Failure) {
    try await pool.with(again: true) { link throws(Failure) in _ = try link.run([PostgresStatement("select 1")]) }
  }

  public func close() async {
    relay?.stop()
    await feed.close()
    await pool.close()
  }

  /// Publishes the changes that a committed transaction collected.
  func tell(_ collected: String?) {
    guard let collected, !collected.isEmpty else { return }
    relay?.send(collected)
  }

  /// The last statements of a transaction that may have changed something.
  var ending: [PostgresStatement] {
    relay == nil ? [] : [PostgresStatement("select current_setting('troupe.changes', true)")]
  }
}
