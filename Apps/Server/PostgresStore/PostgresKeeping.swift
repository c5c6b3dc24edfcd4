public import Relational

extension PostgresStore {
  public var epoch: String {
    get async throws(Failure) {
      try await pool.with(again: true) { link throws(Failure) in
        try link.run([PostgresStatement("select epoch from sync.state")])[0].text(0, 0) ?? ""
      }
    }
  }

  /// Starts a new epoch, so that devices pull everything again. Needed after the database was reset to an earlier
  /// state by other means than a dump or a PostgreSQL backup, which are detected when the store opens.
  @discardableResult
  public func renewEpoch() async throws(Failure) -> String {
    let ending = ending
    let (epoch, told) = try await pool.with(again: false) { link throws(Failure) in
      let answers = try link.run([PostgresStatement("select sync.renew_epoch()")] + ending)
      return (answers[0].text(0, 0) ?? "", ending.isEmpty ? nil : answers[1].text(0, 0))
    }
    tell(told)
    return epoch
  }

  public func purge() async throws(Failure) {
    try await transact { session throws(Failure) in _ = try session.rows("select sync.purge()", []) }
  }

  /// Deletes everything that a person owns.
  public func forget(_ person: String) async throws(Failure) {
    let ending = ending
    let owner = [Parameter(person)]
    // Referring tables first.
    let owned = schema.ordered.reversed().filter { $0.column("owner")?.type == .uuid }
    let deletes =
      [PostgresStatement("delete from troupe.versions where $1 = any (viewers)", owner)]
      + owned.map { PostgresStatement("delete from \(Dialect.postgres.name(of: $0)) where owner = $1::uuid", owner) }
      + [
        PostgresStatement("delete from sync.tombstones where viewer = $1::uuid", owner),
        PostgresStatement("delete from sync.operations where person = $1::uuid", owner),
      ]
    let told = try await pool.with(again: false) { link throws(Failure) in
      let answers = try link.run(deletes + ending)
      return ending.isEmpty ? nil : answers.last?.text(0, 0)
    }
    tell(told)
  }
}
