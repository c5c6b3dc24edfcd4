internal import Relational
internal import Tokens

/// The first statements of a caller's transaction, which set the role and claims that the policies apply to.
enum CallerSetup {
  /// Sets no role for the server itself, which uses its login role.
  static func statements(_ caller: Caller, mayWrite: Bool = true) -> [PostgresStatement] {
    var statements: [PostgresStatement] = []
    if caller.role != .system {
      statements.append(
        PostgresStatement(
          "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
          [Parameter(caller.role.rawValue), Parameter(caller.claims)]))
    }
    if !mayWrite { statements.append(PostgresStatement("select set_config('transaction_read_only', 'on', true)")) }
    return statements
  }
}
