internal import CSQLite
internal import Kernel
internal import Relational

internal import class Storage.RowSealer

/// Creates declared tables, and alters tables whose declaration changed: columns may be added, and rules may change
/// if every row satisfies them. Changes that would lose data are refused.
extension Making {
  func declare(_ table: Table, _ schema: Schema) throws(Problem) {
    guard !Self.reserved.contains(table.name) else { throw refused(table, "its name is the store's own") }
    for column in table.columns {
      guard let parent = column.references?.table, schema.tables[parent] == nil else { continue }
      throw refused(table, "\(column.name) refers to \(parent), which is not declared")
    }
    let sealing = key == nil ? nil : TableSealing(table, in: schema)
    guard sealing.map({ $0.columns.count <= TableSealing.most }) ?? true else {
      throw refused(table, "more than \(TableSealing.most) of its columns would be sealed")
    }
    let definition = Definition(table: table, schema: schema, sealing: sealing)
    let creation = definition.creation()
    let known = try rows("select creation from troupe_tables where name = ?1", [.text(table.name)]).first?[0].string
    if known != creation {
      if known == nil { try run(creation) } else { try rebuild(table, definition) }
      try remember(table, creation)
      try remember(definition)
    }
    try keepCompanions(of: table, definition)
  }

  private func remember(_ table: Table, _ creation: String) throws(Problem) {
    try run(
      "insert into troupe_tables values (?1, ?2) on conflict (name) do update set creation = excluded.creation",
      [.text(table.name), .text(creation)])
  }

  /// Recreates indexes and triggers that differ; they hold no data.
  private func keepCompanions(of table: Table, _ definition: Definition) throws(Problem) {
    var known: [String: String] = [:]
    for row in try rows(
      "select name, type, sql from sqlite_master where tbl_name = ?1 and name like 'troupe\\_%' escape '\\' "
        + "and type in ('index', 'trigger')", [.text(table.name)])
    {
      known["\(row[1].string ?? "") \(row[0].string ?? "")"] = row[2].string
    }
    // SQLite stores the text with its leading keywords normalized.
    let wanted = definition.companions.map { (name: $0.name, sql: $0.sql, text: Self.kept($0.sql)) }
    let stale = known.filter { one in !wanted.contains { $0.text == one.value } }
    let missing = wanted.filter { one in !known.values.contains(one.text) }
    for one in stale.keys.sorted() {
      let (type, name) = one.hasPrefix("index ") ? ("index", one.dropFirst(6)) : ("trigger", one.dropFirst(8))
      try run("drop \(type) \(Dialect.quoted(String(name)))")
    }
    for one in missing { try run(one.sql) }
  }

  private static func kept(_ sql: String) -> String {
    for kind in ["index", "trigger"] where sql.hasPrefix("create \(kind) ") {
      return "CREATE \(kind.uppercased()) " + sql.dropFirst("create \(kind) ".count)
    }
    return sql
  }

  private func rebuild(_ table: Table, _ definition: Definition) throws(Problem) {
    let new = "troupe_new_\(table.name)"
    try run(definition.creation(as: new))
    let former = try SealedLayout(meta(SealedLayout.key(of: table.name)), number: RowSealer.number(of: table.name))
    let stored = try columns(of: table.name)
    let before = stored.filter { $0.key != TableSealing.plainName }.merging(former.kinds) { first, _ in first }
    let after = try columns(of: new).filter { $0.key != TableSealing.plainName }
      .merging(definition.sealedKinds.map { ($0.column, $0.kind) }) { first, _ in first }
    // A table without rows may lose columns.
    let isEmpty = try rows("select 1 from \(Dialect.quoted(table.name)) limit 1", []).isEmpty
    for (name, type) in before where after[name] != type && !isEmpty {
      throw refused(table, after[name] == nil ? "it has a column \(name) with values" : "\(name) is of another type")
    }
    func source(_ column: Column) -> String {
      if let opened = former.opened(column.name) { return opened }
      if before[column.name] != nil { return Dialect.quoted(column.name) }
      return switch column.filling {
      case .usually(let literal): SharedSQL.translated(literal)
      case .now, .changed: "now()"
      // The time of the last edit is the best that is known of the rows before.
      case .created: table.edited.map(source) ?? "now()"
      case .revision: "next_rev()"
      default: "null"
      }
    }
    let sealing = definition.sealing
    let readable = table.columns.filter { sealing?.seals($0.name) != true }
    var sources = readable.map(source)
    var names = readable.map { Dialect.quoted($0.name) }
    if let sealing {
      let values = table.columns.filter { sealing.seals($0.name) }.map { ($0.name, source($0)) }
      names.append(TableSealing.name)
      sources.append(sealing.sealed(values, key: sealing.key { table.column($0).map(source) ?? "null" }))
      if !isEmpty, sealing.columns.contains(where: { stored[$0] != nil }) { try markUnclean() }
    }
    let columns = names.joined(separator: ", ")
    let (old, made) = (Dialect.quoted(table.name), Dialect.quoted(new))
    do throws(SQLiteFault) {
      try connection.execute(
        "insert into \(made) (\(columns)) select \(sources.joined(separator: ", ")) from \(old) order by rowid")
    } catch {
      guard error.primary == SQLITE_CONSTRAINT else { throw error.problem(path) }
      throw refused(table, "a row does not keep its rules (\(error.message))")
    }
    try run("drop table \(old)")
    try run("alter table \(made) rename to \(old)")
    if let orphan = try rows("select parent from pragma_foreign_key_check(?1)", [.text(table.name)]).first {
      throw refused(table, "a row refers to one of \(orphan[0].string ?? "") that is not there")
    }
    try run(
      "update troupe_meta set value = ?1 where key = 'rev'", [.text("\(connection.circumstances.revision)")])
  }

  private func columns(of table: String) throws(Problem) -> [String: String] {
    let rows = try rows("select name, type from pragma_table_info(?1)", [.text(table)])
    return Dictionary(
      rows.map { ($0[0].string ?? "", ($0[1].string ?? "").lowercased()) }, uniquingKeysWith: { first, _ in first })
  }
}
