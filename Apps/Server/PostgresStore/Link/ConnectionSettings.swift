/// The settings with which all statements run, as one statement. They are not connection options, which a pooler may refuse.
struct ConnectionSettings {
  private let values: [(name: String, value: String)]

  /// `more` are settings beside the usual ones.
  init(_ limits: PostgresLimits, more: [String: String] = [:]) {
    values =
      [
        ("statement_timeout", String(limits.statement.milliseconds)),
        ("idle_in_transaction_session_timeout", String(limits.idle.milliseconds)),
        ("search_path", "public"), ("timezone", "UTC"), ("datestyle", "ISO"), ("intervalstyle", "iso_8601"),
        ("extra_float_digits", "1"), ("bytea_output", "hex"), ("standard_conforming_strings", "on"),
        ("client_min_messages", "error"),
      ] + more.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Sets them for the session, or for one transaction alone.
  func statement(forTransaction: Bool) -> PostgresStatement {
    let calls = values.indices.map { "set_config('\(values[$0].name)', $\($0 + 1), \(forTransaction))" }
    return PostgresStatement(
      "select \(calls.joined(separator: ", "))", values.map { Parameter($0.value) }, isKept: false)
  }
}
