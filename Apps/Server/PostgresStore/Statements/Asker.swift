internal import Relational
internal import Tokens

/// The first statement of a caller's transaction: from here on PostgreSQL knows who asks, and holds them to the policies.
enum Asker {
  /// Nothing for the server itself, which is who it logged in as.
  static func statements(_ caller: Caller, mayWrite: Bool = true) -> [Statement] {
    var statements: [Statement] = []
    if caller.role != .system {
      statements.append(
        Statement(
          "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
          [Parameter(caller.role.rawValue), Parameter(caller.claims)]))
    }
    if !mayWrite { statements.append(Statement("select set_config('transaction_read_only', 'on', true)")) }
    return statements
  }
}
