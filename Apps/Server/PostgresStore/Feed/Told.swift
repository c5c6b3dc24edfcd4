internal import JSON
internal import Relational

/// A trigger's notification of one statement: the affected rows without their contents.
struct Told: Sendable {
  struct Row: Sendable {
    let id: String
    /// The row's key as a JSON object.
    let key: [UInt8]
    let viewers: [String]
  }

  var table = ""
  var kind = RowChange.Kind.update
  var committed = ""
  /// Whether the rows appear or disappear for their viewers alone.
  var isForViewersOnly = false
  var rows: [Row] = []

  /// Nil for a malformed message.
  init?(_ message: [UInt8]) {
    var reader = JSONReader(message, deepest: 8)
    do throws(JSONFlaw) {
      try reader.openObject()
      while let key = try reader.nextKey() {
        switch reader.string(key) {
        case "table": table = try reader.string()
        case "at": committed = try reader.string()
        case "kind":
          let word = try reader.string()
          guard let read = RowChange.Kind(rawValue: word) ?? Told.looks[word] else { return nil }
          kind = read
          isForViewersOnly = Told.looks[word] != nil
        case "rows":
          try reader.openArray()
          while try reader.nextItem() {
            guard let row = try Told.row(&reader) else { return nil }
            rows.append(row)
          }
        default: try reader.skip()
        }
      }
      try reader.finish()
    } catch {
      return nil
    }
  }

  /// The words for rows that appear or disappear for somebody.
  private static let looks: [String: RowChange.Kind] = ["SHOWN": .insert, "HIDDEN": .delete]

  /// Reads `["id", {key}, [viewers]]`.
  private static func row(_ reader: inout JSONReader) throws(JSONFlaw) -> Row? {
    try reader.openArray()
    guard try reader.nextItem() else { return nil }
    let id = try reader.string()
    guard try reader.nextItem(), try reader.peek() == .object else { return nil }
    let key = Array(reader.bytes[try reader.skip()])
    guard try reader.nextItem() else { return nil }
    var viewers: [String] = []
    try reader.openArray()
    while try reader.nextItem() { viewers.append(try reader.string()) }
    guard try !reader.nextItem() else { return nil }
    return Row(id: id, key: key, viewers: viewers)
  }

  func change(_ row: Row, record: [UInt8]) -> RowChange {
    var compact: [UInt8] = []
    if kind == .delete { JSONBytes.append(compact: record, to: &compact) } else { compact = record }
    return RowChange(
      table: table, kind: kind, id: row.id, viewers: row.viewers, record: compact, committed: committed,
      isForViewersOnly: isForViewersOnly)
  }
}
