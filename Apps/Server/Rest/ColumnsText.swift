internal import Relational

/// Parses the column lists of a query string: `select`, `order`, `columns`, `on_conflict`.
struct ColumnsText {
  private var text: QueryText
  private let whole: String
  private let part: String

  private init(_ part: String, _ text: String) {
    self.part = part
    whole = text
    self.text = QueryText(text)
  }

  /// Parses `*`, or `id,t:title,"odd name"`.
  static func shown(_ value: String, of table: Table) throws(Failure) -> [Shown] {
    var reader = ColumnsText("select parameter", value)
    var shown: [Shown] = []
    if value.isEmpty { return table.columns.map { Shown($0.name) } }
    repeat {
      reader.text.skipSpace()
      if reader.text.take("*") {
        for column in table.columns { try reader.add(Shown(column.name), to: &shown) }
      } else {
        try reader.add(try reader.item(table), to: &shown)
      }
      reader.text.skipSpace()
    } while reader.text.take(",")
    try reader.finish()
    return shown
  }

  /// Parses `id.desc.nullslast,title`.
  static func order(_ value: String) throws(Failure) -> [Order] {
    var reader = ColumnsText("order", value)
    var order: [Order] = []
    if value.isEmpty { return [] }
    repeat {
      reader.text.skipSpace()
      let name = try reader.name()
      try reader.refuseMore()
      var isDescending = false
      var nullsFirst: Bool?
      if reader.text.take(word: ".desc") { isDescending = true } else { _ = reader.text.take(word: ".asc") }
      if reader.text.take(word: ".nullsfirst") {
        nullsFirst = true
      } else if reader.text.take(word: ".nullslast") {
        nullsFirst = false
      }
      order.append(Order(name, isDescending: isDescending, nullsFirst: nullsFirst))
      reader.text.skipSpace()
    } while reader.text.take(",")
    try reader.finish()
    return order
  }

  /// Parses `"done","title"`, in any order.
  static func names(_ value: String, part: String) throws(Failure) -> [String] {
    var reader = ColumnsText(part, value)
    var names: [String] = []
    repeat {
      reader.text.skipSpace()
      names.append(try reader.name())
      reader.text.skipSpace()
    } while reader.text.take(",")
    try reader.finish()
    return names
  }

  // MARK: - Items and names

  private mutating func item(_ table: Table) throws(Failure) -> Shown {
    if text.next == UInt8(ascii: ".") { throw .notOffered("embedding", in: whole) }
    var name = try name()
    var alias: String?
    if text.next == UInt8(ascii: ":"), text.second != UInt8(ascii: ":") {
      _ = text.take(":")
      guard Self.isAlias(name) else {
        throw failure("a name in the answer has letters, digits, _, - and spaces only")
      }
      alias = name
      name = try self.name()
    }
    try refuseMore()
    if text.take(word: "::") {
      let type = text.next == nil ? nil : text.name()
      guard let type, let column = table.column(name), Self.isOwn(type, column.type) else {
        throw .notOffered("a cast", in: whole)
      }
    }
    return Shown(name, as: alias)
  }

  private mutating func name() throws(Failure) -> String {
    guard let name = text.name() else { throw failure("a column's name is missing") }
    return name
  }

  /// Refuses what PostgREST allows after a name and this server does not support.
  private func refuseMore() throws(Failure) {
    switch text.next {
    case UInt8(ascii: "-"): throw .notOffered("a JSON path", in: whole)
    case UInt8(ascii: "("), UInt8(ascii: "!"): throw .notOffered("embedding or an aggregate", in: whole)
    default: return
    }
  }

  private func add(_ one: Shown, to shown: inout [Shown]) throws(Failure) {
    if let twin = shown.first(where: { $0.name == one.name }) {
      guard twin == one else { throw failure("two columns have the name \(one.name) in the answer") }
      return
    }
    shown.append(one)
  }

  private func finish() throws(Failure) {
    if text.next == UInt8(ascii: "."), part == "select parameter" { throw .notOffered("an aggregate", in: whole) }
    guard text.isAtEnd else { throw failure("a comma or its end is missing") }
  }

  private func failure(_ details: String) -> Failure { .unreadable(part, whole, at: text.position, details) }

  /// Whether a name is a valid alias. PostgreSQL truncates names to 63 bytes.
  private static func isAlias(_ name: String) -> Bool {
    name.utf8.count <= 63
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x80...: true
        default: "_- ".utf8.contains(byte)
        }
      }
  }

  /// Whether a cast leaves the encoded value unchanged.
  private static func isOwn(_ type: String, _ own: ColumnType) -> Bool {
    switch own {
    case .uuid: ["uuid", "text"].contains(type)
    case .text: ["text", "varchar"].contains(type)
    case .date: ["date", "text"].contains(type)
    case .revision: type == "text"
    case .boolean: ["bool", "boolean"].contains(type)
    case .integer: ["int", "int4", "integer"].contains(type)
    case .bigint: ["int8", "bigint"].contains(type)
    case .double: ["float8", "double precision"].contains(type)
    case .timestamp: ["timestamptz", "timestamp with time zone"].contains(type)
    case .json: ["json", "jsonb"].contains(type)
    case .texts: false
    }
  }
}
