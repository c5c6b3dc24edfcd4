internal import Relational

/// The SQL that creates a table, its indexes and its triggers.
struct Definition {
  let table: Table
  let schema: Schema
  /// Nil when no column is sealed.
  var sealing: TableSealing?

  private var name: String { Dialect.quoted(table.name) }
  private var literal: String { Self.literal(table.name) }

  static func literal(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  // MARK: Table

  func creation(as other: String? = nil) -> String {
    var parts = table.columns.filter { sealing?.seals($0.name) != true }.map(column)
    if let sealing {
      // The comment makes a table be rebuilt when other columns are sealed.
      let kinds = sealedKinds.map { "\($0.column) \($0.kind)" }.joined(separator: ", ")
      parts.append("\(TableSealing.name) blob not null /* \(kinds) */")
      for column in sealing.columns where table.isNeverNull(column) {
        parts.append(
          "constraint \(Dialect.quoted(TableSealing.required + column)) check (\(sealing.opened(column)) is not null)")
      }
    }
    parts.append("primary key (\(list(table.key)))")
    parts += table.uniques.map { "unique (\(list($0)))" }
    parts += table.checks.map {
      "constraint \(Dialect.quoted($0.name)) check (\(SharedSQL.translated(opened($0.sql))))"
    }
    return "create table \(Dialect.quoted(other ?? table.name)) (\(parts.joined(separator: ", "))) strict"
  }

  /// A condition of the declaration in which sealed columns are opened.
  private func opened(_ sql: String) -> String { sealing?.rewritten(sql) ?? sql }

  /// The sealed columns with the types of their values.
  var sealedKinds: [(column: String, kind: String)] {
    (sealing?.columns ?? []).compactMap { name in table.column(name).map { (name, Self.kept($0.type)) } }
  }

  private func column(_ column: Column) -> String {
    var text = "\(Dialect.quoted(column.name)) \(Self.kept(column.type))"
    if table.isNeverNull(column.name) { text += " not null" }
    if let reference = column.references {
      text += " references \(Dialect.quoted(reference.table))" + (reference.cascades ? " on delete cascade" : "")
    }
    return text
  }

  private static func kept(_ type: ColumnType) -> String {
    switch type {
    case .uuid, .text, .timestamp, .date, .json, .texts: "text"
    case .boolean, .integer, .bigint, .revision: "integer"
    case .double: "real"
    }
  }

  private func list(_ columns: [String]) -> String { columns.map(Dialect.quoted).joined(separator: ", ") }

  // MARK: Indexes and triggers

  /// Named indexes and triggers of the table.
  var companions: [(name: String, sql: String)] {
    indexes + triggers
      + SharingTriggers(table, in: schema).all.map { trigger($0.name, $0.when, when: $0.condition, $0.statements) }
  }

  private var indexes: [(name: String, sql: String)] {
    var wanted = table.indexes
    let known = table.uniques + [table.key]
    func isServed(_ columns: [String]) -> Bool { (wanted + known).contains { $0.starts(with: columns) } }
    // Indexes for pulling by revision, and for finding the children of a deleted row.
    if let revision = table.revision, table.isSynced {
      for viewer in table.policies.viewers where !isServed([viewer, revision]) { wanted.append([viewer, revision]) }
      for viewer in table.policies.seenBy ?? [] where !isServed([viewer, revision]) {
        wanted.append([viewer, revision])
      }
      if table.policies.seen != nil, !isServed([revision]) { wanted.append([revision]) }
    }
    for index in SharedRows(table)?.indexes ?? [] where !isServed(index) { wanted.append(index) }
    // An index for finding the people for whom a row disappears.
    for subject in SharingTriggers.subjects(table, in: schema) where !isServed([subject]) { wanted.append([subject]) }
    for column in table.columns where column.references != nil && !isServed([column.name]) {
      wanted.append([column.name])
    }
    return wanted.map { columns in
      let index = "troupe_\(table.name)_by_\(columns.joined(separator: "_"))"
      return (index, "create index \(Dialect.quoted(index)) on \(name) (\(list(columns)))")
    }
  }

  private var triggers: [(name: String, sql: String)] {
    func refusal(_ transition: Transition, _ what: String, _ when: String) -> (name: String, sql: String) {
      trigger(
        "\(what)_\(transition.name)", when,
        when: "not coalesce((\(SharedSQL.translated(opened(transition.sql)))), false)",
        ["select raise(abort, \(Self.literal(Self.refusal + transition.name)))"])
    }
    var triggers = table.transitions.map { refusal($0, "allows", "before update") }
    triggers += table.transitions.filter(\.isForNewRows).map { refusal($0, "takes", "before insert") }
    let viewers = table.policies.viewers.map { "old.\(Dialect.quoted($0))" }
    let told = ([literal, oldID, oldKey] + viewers).joined(separator: ", ")
    triggers.append(
      trigger(
        "left", "after delete",
        tombstones { _ in "" } + ["select row_left(\(told))"]
          + SharingTriggers(table, in: schema).afterDelete))
    let watched = (table.policies.viewers + table.key).map(Dialect.quoted)
    if hasTombstones {
      triggers.append(trigger("came", "after insert", forgotten))
      let moved = watched.map { "old.\($0) is not new.\($0)" }.joined(separator: " or ")
      triggers.append(
        trigger(
          "moved", "after update of \(watched.joined(separator: ", "))", when: moved,
          tombstones { viewer in
            let gone = table.policies.viewers.map { "\(viewer) is not new.\(Dialect.quoted($0))" }
            return " and (old.\"id\" is not new.\"id\" or (\(gone.joined(separator: " and "))))"
          } + forgotten))
    }
    return triggers
  }

  /// The prefix of a transition trigger's error message, followed by its name.
  static let refusal = "transition:"

  private func trigger(
    _ what: String, _ when: String, when condition: String? = nil, _ statements: [String]
  ) -> (name: String, sql: String) {
    let trigger = "troupe_\(table.name)_\(what)"
    let condition = condition.map { " when \($0)" } ?? ""
    let body = statements.map { "\($0); " }.joined()
    return (trigger, "create trigger \(Dialect.quoted(trigger)) \(when) on \(name)\(condition) begin \(body)end")
  }

  /// Statements that record a deletion for each viewer of the old row, since only their devices have it. `and` adds a
  /// condition.
  private func tombstones(_ and: (_ viewer: String) -> String) -> [String] {
    guard hasTombstones else { return [] }
    return table.policies.viewers.map { viewer in
      let old = "old.\(Dialect.quoted(viewer))"
      return "insert or ignore into sync_tombstones (collection, viewer, rev, id, at) "
        + "select \(literal), \(old), next_rev(), old.\"id\", now() where \(old) is not null\(and(old))"
    }
  }

  private var hasTombstones: Bool {
    table.isSynced && table.revision != nil && table.key == ["id"] && !table.policies.viewers.isEmpty
  }

  /// Statements that remove tombstones for viewers who see the row again.
  private var forgotten: [String] {
    table.policies.viewers.map { viewer in
      "delete from sync_tombstones where id = new.\"id\" and viewer = new.\(Dialect.quoted(viewer)) "
        + "and collection = \(literal)"
    }
  }

  private var oldID: String { table.key.map { "old.\(Dialect.quoted($0))" }.joined(separator: " || ',' || ") }

  private var oldKey: String {
    let members = table.key.map { "\(Self.literal($0)), old.\(Dialect.quoted($0))" }
    return "json_object(\(members.joined(separator: ", ")))"
  }
}

extension Table {
  /// The column with the row's revision.
  var revision: String? { columns.first { $0.filling == .revision }?.name }

  func isNeverNull(_ name: String) -> Bool {
    guard let column = column(name) else { return false }
    return column.isRequired || key.contains(name) || column.filling?.isOfTheServerAlone == true
  }
}
