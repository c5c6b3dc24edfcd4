import Kernel
import Relational
import TestPostgres
import Testing

@testable import PostgresStore

@Suite("A connection to PostgreSQL", .postgres, .serialized, .timeLimit(.minutes(10)))
struct LinkTests {
  /// Runs `body` with a connection on a thread of its own, as the pool does.
  private func run<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws(Failure) -> Result
  ) async throws -> Result {
    let pool = Pool(try PostgresAddress(TestPostgres.shared().database()), Ground.limits(1))
    do {
      let result = try await pool.with(again: false, body)
      await pool.close()
      return result
    } catch {
      await pool.close()
      throw error
    }
  }

  @Test("Statements of one run are committed together or not at all")
  func atomic() async throws {
    let left = try await run { link throws(Failure) in
      try link.run([PostgresStatement("create table t (a int)")])
      var refusal: Failure?
      do throws(Failure) {
        try link.run([
          PostgresStatement("insert into t values (1)"), PostgresStatement("select 1 / 0"),
          PostgresStatement("insert into t values (2)"),
        ])
      } catch { refusal = error }
      return (refusal, try link.run([PostgresStatement("select count(*) from t")])[0].int(0, 0))
    }
    #expect(left.0 == Failure("22012", "division by zero"))
    #expect(left.1 == 0)
  }

  @Test("A deferred constraint is reported at the end of the transaction, and the connection stays usable")
  func deferred() async throws {
    let left = try await run { link throws(Failure) in
      try link.run([
        PostgresStatement("create table p (a int primary key)"),
        PostgresStatement("create table c (a int references p deferrable initially deferred)"),
      ])
      var refusal: Failure?
      do throws(Failure) { try link.run([PostgresStatement("insert into c values (1)")]) } catch { refusal = error }
      return (refusal?.code, try link.run([PostgresStatement("select count(*) from c")])[0].int(0, 0))
    }
    #expect(left.0 == "23503")
    #expect(left.1 == 0)
  }

  @Test("A repeated statement is prepared once, and the number of prepared statements is bounded")
  func kept() async throws {
    let counts = try await run { link throws(Failure) in
      for _ in 0..<3 { try link.run([PostgresStatement("select 1")]) }
      let count = PostgresStatement("select count(*) from pg_prepared_statements", isKept: false)
      let few = try link.run([count])[0].int(0, 0) ?? 0
      for number in 0..<600 { try link.run([PostgresStatement("select \(number)")]) }
      return (few, try link.run([count])[0].int(0, 0) ?? 0)
    }
    #expect(counts.0 == 1)
    #expect(counts.1 <= 300)
  }

  @Test("Large values survive a round trip", arguments: [0, 1, 70_000, 20_000_000])
  func large(_ size: Int) async throws {
    let text = String(repeating: "ä", count: size / 2)
    let back = try await run { link throws(Failure) in
      try link.run([
        PostgresStatement("select 1"), PostgresStatement("select $1::text", [Parameter(text)]),
        PostgresStatement("select 2"),
      ])[1]
      .text(0, 0)
    }
    #expect(back == text)
  }

  @Test("A statement that exceeds its time limit is cancelled")
  func slow() async throws {
    let refusal = await failure {
      try await run { link throws(Failure) in
        try link.run([
          PostgresStatement("select set_config('statement_timeout', '20', true)"),
          PostgresStatement("select pg_sleep(60)"),
        ]).count
      }
    }
    #expect(refusal?.code == "57014")
  }

  @Test(
    "An invalid address is refused without disclosing its password",
    arguments: [
      "", "postgres:", "mysql://a:secret@b/c", "postgres://a:sec@ret@host/db", "postgres://a:sec/ret@host/db",
      "postgres://a:secret@host:port/db", "postgres://a:secret@host:99999/db", "postgres://a:secret%ZZ@host/db",
      "postgres://a:secret@host/db?nothing=1", "postgres://a:secret@[::1/db", "postgres://a:sec#ret@host/db",
    ])
  func addresses(_ text: String) async {
    let problem = await problem { try PostgresAddress(text) }
    #expect(problem?.code == "postgres-address")
    #expect(problem?.sentence.contains("sec") == false)
  }

  @Test("A wrong password, a missing database and an unreachable server have distinct codes, without the password")
  func refused() async throws {
    let cluster = try TestPostgres.shared()
    let good = cluster.tcpAddress(of: "postgres")
    let store = try await PostgresStore.open(
      address: cluster.tcpAddress(of: TestPostgres.name(in: try cluster.database())), schema: Schema([]))
    try await store.check()
    await store.close()
    let wrong = good.replacing("correct", with: "incorrect")
    let none = cluster.tcpAddress(of: "nothing_here")
    let away = "postgres://postgres:sesame@127.0.0.1:\(try FreePort.find())/db"
    for (address, code) in [
      (wrong, "postgres-refused"), (none, "postgres-no-database"), (away, "postgres-unreachable"),
    ] {
      let problem = await problem { try await PostgresStore.open(address: address, schema: Schema([])) }
      #expect(problem?.code == code)
      for secret in ["horse", "battery", "sesame"] {
        #expect(problem?.sentence.contains(secret) == false)
      }
    }
  }
}
