internal import Relational

/// The columns and the embedded tables of a `select` parameter.
struct SelectedColumns: Sendable, Hashable {
  var shown: [Shown] = []
  var embedded: [Embedded] = []
}

/// Parses a `select` parameter: `*`, `id,t:title,"odd name",meta->a->>b,at::date,books!inner(title,pages(*))`.
struct SelectText {
  static let mostEmbedded = 12

  private var text: QueryText
  private let whole: String
  private let schema: Schema
  private var embedded = 0

  static func columns(_ value: String, of table: Table, in schema: Schema) throws(Failure) -> SelectedColumns {
    if value.isEmpty { return SelectedColumns(shown: table.columns.map { Shown($0.name) }) }
    var reader = SelectText(text: QueryText(value), whole: value, schema: schema)
    let columns = try reader.list(of: table, depth: 0)
    guard reader.text.isAtEnd else { throw reader.failure("a comma or its end is missing") }
    return columns
  }

  private init(text: QueryText, whole: String, schema: Schema) {
    self.text = text
    self.whole = whole
    self.schema = schema
  }

  private mutating func list(of table: Table, depth: Int) throws(Failure) -> SelectedColumns {
    var columns = SelectedColumns()
    repeat {
      text.skipSpace()
      if text.take("*") {
        for column in table.columns { try add(Shown(column.name), to: &columns) }
      } else {
        try item(of: table, depth, &columns)
      }
      text.skipSpace()
    } while text.take(",")
    return columns
  }

  private mutating func item(
    of table: Table, _ depth: Int, _ columns: inout SelectedColumns
  ) throws(Failure) {
    if text.next == UInt8(ascii: ".") { throw .notOffered("spreading", in: whole) }
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
    switch text.next {
    case UInt8(ascii: "("), UInt8(ascii: "!"):
      try add(try embedding(name, as: alias, in: table, depth), to: &columns)
    case UInt8(ascii: "."): throw .notOffered("an aggregate", in: whole)
    default:
      let path = try path()
      let cast = try cast(of: name, path, in: table)
      try add(Shown(name, as: alias, path: path, cast: cast), to: &columns)
    }
  }

  // MARK: - Embedded tables

  private mutating func embedding(
    _ target: String, as alias: String?, in table: Table, _ depth: Int
  ) throws(Failure) -> Embedded {
    var hint: String?
    var isRequired = false
    while text.take("!") {
      switch try name() {
      case "inner": isRequired = true
      case "left": isRequired = false
      case let word: hint = word
      }
    }
    guard text.take("(") else { throw failure("an opening bracket is missing") }
    if target == "count", hint == nil, text.next == UInt8(ascii: ")") { throw .notOffered("an aggregate", in: whole) }
    embedded += 1
    guard depth < Compiler.deepestEmbedding, embedded <= Self.mostEmbedded else {
      throw failure(
        "at most \(Self.mostEmbedded) tables may be embedded, \(Compiler.deepestEmbedding) of them one in another")
    }
    let (other, relation) = try schema.relation(from: table, to: target, hint: hint)
    var select = Select(other, shown: [])
    if !text.take(")") {
      let columns = try list(of: other, depth: depth + 1)
      guard text.take(")") else { throw failure("a closing bracket is missing") }
      (select.shown, select.embedded) = (columns.shown, columns.embedded)
    }
    return Embedded(alias ?? target, relation, select, isRequired: isRequired)
  }

  // MARK: - Columns

  private mutating func name() throws(Failure) -> String {
    guard let name = text.name() else { throw failure("a column's name is missing") }
    return name
  }

  /// Parses `->a->0->>b`; nil when none begins here.
  private mutating func path() throws(Failure) -> JSONPath? {
    guard text.next == UInt8(ascii: "-") else { return nil }
    var steps: [JSONPath.Step] = []
    var isText = false
    while !isText, text.isNext("->") {
      isText = text.take(word: "->>")
      if !isText { _ = text.take(word: "->") }
      guard let step = text.name() else { throw failure("a key is missing after the arrow") }
      steps.append(Int(step).map { .index(Int(Int32(clamping: $0))) } ?? .key(step))
    }
    guard let path = JSONPath(steps, isText: isText) else {
      throw failure("a path has at most \(JSONPath.deepest) keys, without quotation marks")
    }
    return path
  }

  /// Parses `::type`. Nil also when it changes nothing.
  private mutating func cast(
    of name: String, _ path: JSONPath?, in table: Table
  ) throws(Failure) -> ColumnType? {
    guard text.take(word: "::") else { return nil }
    let word = text.next == nil ? nil : text.name()
    guard let word, let column = table.column(name) else { throw .notOffered("a cast", in: whole) }
    let own = Shown(name, path: path).type(of: column)
    if Self.isOwn(word, own) { return nil }
    guard path == nil, let type = Self.types[word], own.casts.contains(type) else {
      throw .notOffered("a cast that may fail or change the value", in: whole)
    }
    return type
  }

  private mutating func add(_ one: Shown, to columns: inout SelectedColumns) throws(Failure) {
    if let twin = columns.shown.first(where: { $0.name == one.name }) {
      guard twin == one else { throw twice(one.name) }
      return
    }
    guard !columns.embedded.contains(where: { $0.name == one.name }) else { throw twice(one.name) }
    columns.shown.append(one)
  }

  private mutating func add(_ one: Embedded, to columns: inout SelectedColumns) throws(Failure) {
    guard !columns.shown.contains(where: { $0.name == one.name }),
      !columns.embedded.contains(where: { $0.name == one.name })
    else { throw twice(one.name) }
    columns.embedded.append(one)
  }

  private func twice(_ name: String) -> Failure { failure("two columns have the name \(name) in the answer") }

  private func failure(_ details: String) -> Failure {
    .unreadable("select parameter", whole, at: text.position, details)
  }

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

  private static let types: [String: ColumnType] = [
    "text": .text, "varchar": .text, "int": .integer, "int4": .integer, "integer": .integer, "int8": .bigint,
    "bigint": .bigint, "float8": .double, "double precision": .double, "date": .date,
  ]

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
