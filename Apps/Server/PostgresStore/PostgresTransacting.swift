public import Relational

extension PostgresStore {
  /// Runs a transaction. Those about everything exclude all others, those about one matter each other.
  @discardableResult
  public func transact<Result: Sendable>(
    _ scope: TransactionScope, _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let ending = ending
    let (result, told) = try await pool.with(again: false) { link throws(Failure) in
      try link.run([
        PostgresStatement("begin isolation level read committed"),
        PostgresSession.excluding(scope),
      ])
      let session = PostgresSession(link, isAtomic: true)
      do throws(Failure) {
        let result = try body(session)
        session.end()
        let answers = try link.run(ending + [PostgresStatement("commit")])
        guard answers.last?.tag == "COMMIT" else { throw Failure("25P02", "The transaction was not kept.") }
        return (result, ending.isEmpty ? nil : answers.first?.text(0, 0))
      } catch {
        session.end()
        if !link.isLost { try link.run([PostgresStatement("rollback")]) }
        throw error
      }
    }
    tell(told)
    return result
  }

  public func look<Result: Sendable>(
    _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await pool.with(again: true) { link throws(Failure) in
      try link.run([
        PostgresStatement("begin isolation level repeatable read read only"),
        PostgresStatement("select set_config('search_path', 'troupe, public', true)"),
      ])
      let session = PostgresSession(link, isAtomic: false)
      do throws(Failure) {
        let result = try body(session)
        session.end()
        try link.run([PostgresStatement("commit")])
        return result
      } catch {
        session.end()
        if !link.isLost { try link.run([PostgresStatement("rollback")]) }
        throw error
      }
    }
  }
}

/// Keys of PostgreSQL's advisory locks, which applications choose.
enum Lock {
  static let install = 0x5472_6f75_7065_0001
  static let transact = 0x5472_6f75_7065_0002
  static let purge = 0x5472_6f75_7065_0003
  /// The first of two keys of a matter, and of a turn; those of two keys are apart from those of one.
  static let matter = 0x5472_6f75
  static let turn = 0x5472_6f76
}

/// An open transaction of the server itself. It is used on its connection's thread and ends with its body.
final class PostgresSession: Session {
  private var link: PostgresConnection?
  /// Whether a failed statement leaves the transaction as it was before the statement, as on SQLite.
  private let isAtomic: Bool

  init(_ link: PostgresConnection, isAtomic: Bool) {
    self.link = link
    self.isAtomic = isAtomic
  }

  func end() { link = nil }

  /// Waits until nothing runs that the scope excludes. Whoever is about everything waits for all others, and they for it.
  fileprivate static func excluding(_ scope: TransactionScope) -> PostgresStatement {
    let path = "select set_config('search_path', 'troupe, public', true)"
    return switch scope {
    case .everything: PostgresStatement("\(path), pg_advisory_xact_lock(\(Lock.transact))")
    case .matter(let name):
      PostgresStatement(
        "\(path), pg_advisory_xact_lock_shared(\(Lock.transact)), pg_advisory_xact_lock(\(Lock.matter), hashtext($1))",
        [Parameter(name)])
    }
  }

  func takeTurn(_ turn: SessionTurn) throws(Failure) {
    _ = try rows("select pg_advisory_xact_lock(\(Lock.turn), \(turn.rawValue))", [])
  }

  @discardableResult
  func run(_ sql: String, _ values: [Value]) throws(Failure) -> Int { try answer(sql, values).written }

  func rows(_ sql: String, _ values: [Value]) throws(Failure) -> [[Value]] {
    let answer = try answer(sql, values)
    return (0..<answer.count).map { row in (0..<answer.columns).map { answer.value(row, $0) } }
  }

  private func answer(_ sql: String, _ values: [Value]) throws(Failure) -> StatementResult {
    guard let link else { throw Failure("25P01", "The transaction is over.") }
    let statement = PostgresStatement(sql, values.map { Parameter(own: $0) })
    guard isAtomic else { return try link.run([statement])[0] }
    do throws(Failure) {
      return try link.run([PostgresStatement("savepoint one"), statement, PostgresStatement("release savepoint one")])[
        1]
    } catch {
      if !link.isLost {
        try link.run([PostgresStatement("rollback to savepoint one"), PostgresStatement("release savepoint one")])
      }
      throw error
    }
  }
}
