import JSON
import Kernel
import PostgresStore
import Relational
import TestPostgres
import Testing
import Tokens

/// The base of the suites: a small schema, two users, and a database for each test.
enum Ground {
  static let alice = "00000000-0000-7000-8000-00000000000a"
  static let bob = "00000000-0000-7000-8000-00000000000b"

  static let notes = Table.owned(
    "notes",
    [
      .text("title").required, .integer("stars").usually("0"), .json("meta"), .texts("tags"), .double("score"),
      .boolean("done").usually("false").required,
    ], checks: [Check("few_stars", "stars >= 0 and stars <= 5")])

  /// Rows that two users share.
  static let letters: Table = {
    var policies = Policies(
      viewers: ["owner", "reader"], inserted: "owner = auth.uid()",
      updated: "owner = auth.uid() or reader = auth.uid()",
      deleted: "owner = auth.uid()")
    policies.seen = nil
    var table = Table(
      "letters",
      Table.synced([.uuid("reader").required, .text("body").required, .text("state").usually("'sent'").required]),
      policies: policies)
    table.transitions = [
      Transition(
        "stays_declined", "old.state <> 'declined' or new.state = 'declined'",
        refusal: "What was declined stays declined.")
    ]
    return table
  }()

  static let schema = Schema([notes, letters])

  static func limits(_ connections: Int = 4) -> PostgresLimits {
    var limits = PostgresLimits()
    limits.connections = connections
    return limits
  }

  /// A prepared database, copied for each test: preparing takes longer than copying.
  private static let template = Template { address in
    try await PostgresStore.open(address: address, schema: Ground.schema, limits: Ground.limits(1)).close()
  }

  static func database() async throws -> String { try await template.copy() }

  static func store(
    _ address: String? = nil, _ limits: PostgresLimits = limits(), migrations: [Migration] = [], bus: (any Bus)? = nil
  ) async throws -> PostgresStore {
    let place: String
    if let address { place = address } else { place = try await database() }
    return try await PostgresStore.open(
      address: place, schema: schema, migrations: migrations, limits: limits, bus: bus)
  }

  /// Opens a store while `body` runs.
  static func with(
    _ address: String? = nil, _ limits: PostgresLimits = limits(), migrations: [Migration] = [],
    _ body: (PostgresStore) async throws -> Void
  ) async throws {
    let store = try await store(address, limits, migrations: migrations)
    do {
      try await body(store)
    } catch {
      await store.close()
      throw error
    }
    await store.close()
  }
}

/// A database that is prepared once and then copied.
actor Template {
  private let prepare: @Sendable (String) async throws -> Void
  private var made: Task<String, any Error>?

  init(_ prepare: @escaping @Sendable (String) async throws -> Void) { self.prepare = prepare }

  /// Creates a copy and returns its address.
  func copy() async throws -> String {
    let task =
      made
      ?? Task { [prepare] in
        let address = try TestPostgres.shared().database()
        try await prepare(address)
        return TestPostgres.name(in: address)
      }
    made = task
    let template = try await task.value
    return try TestPostgres.shared().database(copying: template)
  }
}

extension Caller {
  static let alice = Caller.person(Ground.alice)
  static let bob = Caller.person(Ground.bob)
}

extension Rows {
  var objects: [JSON] { (try? JSON(bytes: json).array) ?? [] }
}

extension PostgresStore {
  @discardableResult
  func note(_ title: String, as caller: Caller = .alice, _ more: [String: Value] = [:]) async throws -> JSON {
    let all = more.sorted { $0.key < $1.key }
    var insert = Insert(Ground.notes, columns: ["title"] + all.map(\.key), rows: [[.text(title)] + all.map(\.value)])
    insert.shown = Ground.notes.columns.map { Shown($0.name) }
    return try #require(await self.insert(insert, as: caller).objects.first)
  }

  func titles(as caller: Caller) async throws -> [String] {
    var select = Select(Ground.notes, shown: [Shown("title")])
    select.order = [Order("title")]
    return try await self.select(select, as: caller).objects.compactMap { $0["title"]?.string }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips the suite, with a reason, where PostgreSQL is not installed.
  static var postgres: Self { .enabled(if: TestPostgres.isInstalled, "\(TestPostgres.missing ?? "")") }
}

/// The failure that `body` throws, or nil when it succeeds.
func failure<Result>(_ body: () async throws -> Result) async -> Failure? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? Failure
  }
}

func problem<Result>(_ body: () async throws -> Result) async -> Problem? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? Problem
  }
}
