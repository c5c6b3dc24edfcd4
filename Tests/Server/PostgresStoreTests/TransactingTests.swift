import Foundation
import Kernel
import Relational
import Testing

@testable import PostgresStore

@Suite("Transactions of the server itself on PostgreSQL") struct TransactingTests {
  /// Waits on a database's thread for other transactions, and returns whether all came.
  private final class Meeting: Sendable {
    private let arrived = DispatchSemaphore(value: 0)
    private let count: Int

    init(of count: Int) { self.count = count }

    func arrive() { arrived.signal() }

    /// Returns false when it takes so long that nobody can be coming.
    func isComplete(within limit: DispatchTimeInterval) -> Bool {
      let end = DispatchTime.now() + limit
      return (0..<count).allSatisfy { _ in arrived.wait(timeout: end) == .success }
    }
  }

  @Test("transactions about two matters run beside each other")
  func beside() async throws {
    try await Ground.with(limits: 4) { store in
      let (first, second) = (Meeting(of: 1), Meeting(of: 1))
      async let one = store.transact(.matter("one")) { session throws(Failure) in
        _ = try session.rows("select 1", [])
        first.arrive()
        return second.isComplete(within: .seconds(120))
      }
      async let two = store.transact(.matter("two")) { session throws(Failure) in
        _ = try session.rows("select 1", [])
        second.arrive()
        return first.isComplete(within: .seconds(120))
      }
      let met = try await (one, two)
      #expect(met == (true, true))
    }
  }

  @Test("a transaction waits for those of its matter, for those about everything, and for the turn", arguments: 0..<4)
  func waits(_ row: Int) async throws {
    let cases: [(TransactionScope, TransactionScope)] = [
      (.matter("one"), .matter("one")), (.everything, .matter("one")), (.matter("one"), .everything),
      (.matter("one"), .matter("two")),
    ]
    let (held, other) = cases[row]
    try await Ground.with(limits: 4) { store in
      let (begun, order) = (Meeting(of: 1), Locked<[String]>([]))
      async let first: Void = store.transact(held) { session throws(Failure) in
        if row == 3 { try session.takeTurn(.numbering) }
        begun.arrive()
        // Until the other waits for a lock in the database.
        for _ in 0..<100_000 {
          let waiting = try session.row("select count(*) from pg_locks where locktype = 'advisory' and not granted", [])
          if waiting?[0].int ?? 0 > 0 { break }
        }
        order.withLock { $0.append("first") }
      }
      #expect(begun.isComplete(within: .seconds(120)))
      try await store.transact(other) { session throws(Failure) in
        if row == 3 { try session.takeTurn(.numbering) }
        order.withLock { $0.append("second") }
      }
      try await first
      #expect(order.withLock { $0 } == ["first", "second"])
    }
  }
}
