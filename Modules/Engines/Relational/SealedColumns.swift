/// Derives which columns a store may encrypt: those that the database itself neither compares nor finds rows by.
///
/// Readable stay the key, columns of unique constraints and indexes, references, what the server fills in, columns that a
/// policy of any table names or that decide who sees rows, those that name an upload, and `Table.serverReads`. Checks and
/// transitions read a sealed column through its key, so they do not keep it readable.
extension Schema {
  /// The columns of the table that a sealed store encrypts, in order of declaration.
  public func sealedColumns(of table: Table) -> [String] {
    let readable = readableColumns(of: table)
    return table.columns.map(\.name).filter { !readable.contains($0) }
  }

  private func readableColumns(of table: Table) -> Set<String> {
    var readable = Set(table.key + (table.uniques + table.indexes).flatMap(\.self) + table.serverReads)
    for column in table.columns where column.isOfTheServer || column.namesUpload { readable.insert(column.name) }
    readable.formUnion(table.policies.viewers + (table.policies.seenBy ?? []) + table.policies.sources.map(\.column))
    for other in ordered {
      for source in other.policies.sources where source.table == table.name {
        readable.formUnion([source.viewer, source.subject])
      }
      for sql in other.conditions(onOthers: other.name != table.name) {
        let words = Set(sql.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        if other.name == table.name || words.contains(table.name) { readable.formUnion(words) }
      }
    }
    return readable
  }
}

extension Table {
  /// The conditions of policies. Those of transitions matter to other tables that they name.
  fileprivate func conditions(onOthers: Bool) -> [String] {
    [policies.seen, policies.inserted, policies.updated, policies.updatedTo, policies.deleted].compactMap(\.self)
      + (onOthers ? transitions.map(\.sql) : [])
  }
}

extension Column {
  /// Whether other tables or the server itself depend on the value.
  fileprivate var isOfTheServer: Bool {
    switch filling {
    case .identifier, .caller, .now, .revision, .changed, .created: true
    case .usually, nil: references != nil
    }
  }

  /// Whether its values name uploads, as BUCKET/NAME or by the name alone. An upload that no row names is deleted.
  public var namesUpload: Bool { type == .text && name.hasSuffix("_path") }
}
