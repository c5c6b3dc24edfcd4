import Kernel
import Relational
import TestPostgres
import Testing
import Tokens

@testable import PostgresStore

@Suite("Connection pool", .postgres, .serialized, .timeLimit(.minutes(10)))
struct PoolTests {
  private func pool(_ connections: Int, _ change: (inout PostgresLimits) -> Void = { _ in }) throws -> Pool {
    var limits = Ground.limits(connections)
    change(&limits)
    return Pool(try PostgresAddress(TestPostgres.shared().database()), limits)
  }

  @Test("The pool never exceeds its number of connections, and every request is served")
  func bounded() async throws {
    let pool = try pool(3)
    let pids = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<60 {
        group.addTask {
          try await pool.with(again: false) { link throws(Failure) in
            try link.run([PostgresStatement("select pg_backend_pid() from pg_sleep(0.005)")])[0].text(0, 0)
          }
        }
      }
      return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    await pool.close()
    #expect((1...3).contains(pids.count))
    #expect(!pids.contains(nil))
  }

  /// Holds the only connection of a pool until `body` returns. A connection that is not opened within the waiting time
  /// is requested again.
  private func holding(_ pool: Pool, _ body: () async throws -> Void) async throws {
    let (held, hold) = AsyncStream.makeStream(of: Void.self)
    let gate = Waited(false)
    async let holder: Failure? = {
      defer { hold.finish() }
      while true {
        let refusal = await failure {
          try await pool.with(again: false) { _ throws(Failure) in
            hold.yield()
            _ = gate.wait { $0 ? true : nil }
          }
        }
        guard refusal?.code == "PGRST003" else { return refusal }
      }
    }()
    for await _ in held { break }
    do { try await body() } catch {
      gate.changeForAll { $0 = true }
      throw error
    }
    gate.changeForAll { $0 = true }
    #expect(await holder == nil)
  }

  @Test("Every request that waits too long for a connection fails with PGRST003")
  func late() async throws {
    let pool = try pool(1) { $0.wait = .milliseconds(4) }
    try await holding(pool) {
      for _ in 0..<150 {
        let refusal = await failure { try await pool.with(again: false) { _ throws(Failure) in true } }
        #expect(refusal?.code == "PGRST003")
      }
    }
    await pool.close()
  }

  @Test("A full queue refuses further requests, and the waiting one is served")
  func crowded() async throws {
    let pool = try pool(1) {
      $0.wait = .seconds(60)
      $0.waiting = 1
    }
    let served = Locked<Task<Bool, any Error>?>(nil)
    try await holding(pool) {
      let waiting = Task { try await pool.with(again: false) { _ throws(Failure) in true } }
      served.withLock { $0 = waiting }
      while pool.waiting == 0 { await Task.yield() }
      let refusal = await failure { try await pool.with(again: false) { _ throws(Failure) in true } }
      #expect(refusal?.code == "PGRST003")
    }
    #expect(try await served.withLock { $0 }?.value == true)
    await pool.close()
    let closed = await failure { try await pool.with(again: false) { _ throws(Failure) in true } }
    #expect(closed?.code == "08006")
  }

  @Test("A connection that ended while idle is replaced without an error")
  func endedIdle() async throws {
    try await Ground.with(limits: 1) { store in
      try await store.note("a")
      try await end(store)
      try await store.note("b")
      #expect(try await store.titles(as: .alice) == ["a", "b"])
    }
  }

  @Test("When a connection ends during work, a write fails with 08006 and is rolled back, and a read is retried")
  func endedAtWork() async throws {
    let address = try await Ground.database()
    let other = try await Ground.store(address)
    try await Ground.with(address, Ground.limits(1)) { store in
      let broken = await failure {
        try await store.transact { session throws(Failure) in
          try session.run("insert into public.notes (owner, title) values ('\(Ground.alice)', 'half')", [])
          let pid = try session.row("select pg_backend_pid()", [])?[0].int ?? 0
          try session.run("select pg_terminate_backend(\(pid))", [])
        }
      }
      #expect(broken?.code == "08006")
      #expect(try await store.titles(as: .service) == [])
      let tries = Locked(0)
      let answer = try await store.look { session throws(Failure) in
        let pid = try session.row("select pg_backend_pid()", [])?[0].int ?? 0
        if tries.withLock({ count in
          count += 1; return count
        }) == 1 {
          _ = try session.rows("select pg_terminate_backend(\(pid))", [])
        }
        return try session.row("select 7", [])
      }
      #expect(answer == [.int(7)])
      #expect(tries.withLock { $0 } == 2)
    }
    await other.close()
  }

  /// Ends all idle connections of the store's database.
  private func end(_ store: PostgresStore) async throws {
    let name = try await store.look { session throws(Failure) in
      try session.row("select current_database()::text", [])?[0].string
    }
    try TestPostgres.shared().sql(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '\(name ?? "")'")
  }

  @Test("Opening is retried while all connections of the database are taken, up to its time limit")
  func full() async throws {
    let seats = 4
    let cluster = try TestPostgres.start(seats: seats)
    let address = cluster.address(of: "postgres")
    var taken: [PostgresConnection] = []
    while taken.count < seats {
      // The connections of the readiness checks are released with a delay.
      if let link = try? PostgresConnection(try PostgresAddress(address), Ground.limits(1), name: "seat") {
        taken.append(link)
      }
    }
    var hasty = Ground.limits(1)
    hasty.opening = .zero
    let refusal = await #expect(throws: Problem.self) {
      try await PostgresStore.open(address: address, schema: Ground.schema, limits: hasty)
    }
    #expect(refusal?.code == "postgres-busy")
    let (lines, said) = AsyncStream.makeStream(of: Log.Line.self)
    async let opened = PostgresStore.open(
      address: address, schema: Ground.schema, limits: Ground.limits(1), log: Log { said.yield($0) })
    for await line in lines {
      #expect(line.text.contains("It is asked again."))
      break
    }
    taken = []
    let store = try await opened
    try await store.note("kept")
    #expect(try await store.titles(as: .alice) == ["kept"])
    await store.close()
    cluster.stop()
  }

  @Test("The pool works again after its server was killed and restarted")
  func restarted() async throws {
    let cluster = try TestPostgres.start(isDurable: true)
    let store = try await PostgresStore.open(
      address: try cluster.database(), schema: Ground.schema, limits: Ground.limits(2))
    try await store.note("kept")
    let (open, opened) = AsyncStream.makeStream(of: Void.self)
    let gate = Waited(false)
    let half = Task {
      await failure {
        try await store.transact { session throws(Failure) in
          try session.run("insert into public.notes (owner, title) values ('\(Ground.alice)', 'half')", [])
          opened.yield()
          _ = gate.wait { $0 ? true : nil }
          try session.run("insert into public.notes (owner, title) values ('\(Ground.alice)', 'other half')", [])
        }
      }
    }
    for await _ in open { break }
    try cluster.kill()
    gate.changeForAll { $0 = true }
    #expect(await half.value?.code == "08006")
    let away = await failure { try await store.titles(as: .alice) }
    #expect(away?.isLoss == true)
    try cluster.restart()
    #expect(try await store.titles(as: .alice) == ["kept"])
    await store.close()
    cluster.stop()
  }
}

extension Ground {
  static func with(limits connections: Int, _ body: (PostgresStore) async throws -> Void) async throws {
    try await with(nil, limits(connections), body)
  }
}
