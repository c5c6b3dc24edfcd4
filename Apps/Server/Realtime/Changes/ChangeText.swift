internal import Relational

/// The payload of a change, equal for all listeners except for the ids of their bindings.
struct ChangeText {
  private let data: [UInt8]

  init(_ change: RowChange, columns: [UInt8], key: String) {
    var data = [UInt8](
      #"{"schema":"public","table":\#(change.table),"commit_timestamp":\#(change.committed),"type":"#)
    data += JSONSlices.quoted(change.kind.rawValue)
    data += #","errors":null,"columns":"#
    data += columns
    if change.kind != .delete {
      data += #","record":"#
      data += change.record
    }
    switch change.kind {
    case .insert: break
    case .update: data += [UInt8](#","old_record":{\#(key):\#(change.id)}"#)
    case .delete:
      data += #","old_record":"#
      data += change.record
    }
    data += "}"
    self.data = data
  }

  func payload(_ ids: [Int]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(data.count + 24)
    out += #"{"ids":["#
    for (index, id) in ids.enumerated() {
      if index > 0 { out += "," }
      out.append(contentsOf: String(id).utf8)
    }
    out += #"],"data":"#
    out += data
    out += "}"
    return out
  }

  /// Encodes a table's columns with their PostgreSQL type names, by which clients decode the values.
  static func columns(of table: Table) -> [UInt8] {
    var out: [UInt8] = []
    out += "["
    for (index, column) in table.columns.enumerated() {
      if index > 0 { out += "," }
      out += [UInt8](#"{"name":\#(column.name),"type":"#)
      out += JSONSlices.quoted(name(of: column.type))
      out += "}"
    }
    out += "]"
    return out
  }

  private static func name(of type: ColumnType) -> String {
    switch type {
    case .uuid: "uuid"
    case .text, .revision: "text"
    case .boolean: "bool"
    case .integer: "int4"
    case .bigint: "int8"
    case .double: "float8"
    case .timestamp: "timestamptz"
    case .date: "date"
    case .json: "jsonb"
    case .texts: "_text"
    }
  }
}
