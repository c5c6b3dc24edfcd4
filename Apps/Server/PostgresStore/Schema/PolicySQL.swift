internal import Relational

/// The row-level security policies of one table.
struct PolicySQL {
  let table: Table

  init(_ table: Table) { self.table = table }

  var text: String {
    let seen = table.policies.select
    return [
      policy("seen", "for select to authenticated", using: seen.isEmpty ? nil : seen),
      policy("inserted", "for insert to authenticated", check: table.policies.inserted),
      policy(
        "updated", "for update to authenticated", using: table.policies.updated,
        check: table.policies.updated.flatMap { _ in table.policies.updatedTo }),
      policy("deleted", "for delete to authenticated", using: table.policies.deleted),
      policy("served", "to service_role", using: "true", check: "true"),
    ].joined(separator: "\n")
  }

  /// Recreates a policy, since its declaration may have changed. Without a condition there is none, so access is
  /// denied.
  private func policy(_ title: String, _ whom: String, using: String? = nil, check: String? = nil) -> String {
    let name = "public." + Dialect.quoted(table.name)
    let drop = "drop policy if exists \(title) on \(name);"
    guard using != nil || check != nil else { return drop }
    let conditions = [
      using.map { "using (\(SQLText.condition($0)))" }, check.map { "with check (\(SQLText.condition($0)))" },
    ].compactMap(\.self).joined(separator: " ")
    return drop + "\ncreate policy \(title) on \(name) \(whom) \(conditions);"
  }
}
