internal import Relational

internal import class Storage.RowSealer

/// The SQL that writes and reads the sealed columns of one table. They share one column of the file, so that a row is
/// opened once.
struct TableSealing: Sendable {
  /// The column of the file that holds the sealed text.
  static let plainName = "troupe_sealed"
  static let name = Dialect.quoted(plainName)
  /// SQLite's functions take 127 arguments, two of them for each column.
  static let most = 60
  /// The prefix of the constraint of a sealed column that is required, followed by its name.
  static let required = "troupe_required "

  let table: Table
  /// In order of declaration.
  let columns: [String]
  /// The name of the table in its sealed texts.
  let number: Int64

  /// Nil when no column of the table is sealed.
  init?(_ table: Table, in schema: Schema) {
    columns = schema.sealedColumns(of: table)
    guard !columns.isEmpty else { return nil }
    self.table = table
    number = RowSealer.number(of: table.name)
  }

  func seals(_ column: String) -> Bool { columns.contains(column) }

  // MARK: Expressions

  /// The text of a row's key; `part` is the expression of one of its columns.
  func key(_ part: (String) -> String) -> String { Self.key(table.key, part) }

  static func key(_ columns: [String], _ part: (String) -> String) -> String {
    columns.map(part).joined(separator: " || ',' || ")
  }

  /// The value of a column. `row` is a qualifier with its period, such as `old.`, or empty.
  func opened(_ column: String, in row: String = "") -> String {
    opened(column, from: row + Self.name, key: key { row + Dialect.quoted($0) })
  }

  func opened(_ column: String, from sealed: String, key: String) -> String {
    Self.opened(column, number, from: sealed, key: key)
  }

  static func opened(_ column: String, _ number: Int64, from sealed: String, key: String) -> String {
    "troupe_open(\(number), \(sealed), \(key), \(Definition.literal(column)))"
  }

  func sealed(_ values: [(column: String, value: String)], key: String) -> String {
    "troupe_seal(\(list(["\(number)", key], values)))"
  }

  /// The text of a row with other values, under a key that may be another.
  func resealed(_ values: [(column: String, value: String)], in row: String = "", to key: String) -> String {
    let former = self.key { row + Dialect.quoted($0) }
    return "troupe_reseal(\(list(["\(number)", row + Self.name, former, key], values)))"
  }

  private func list(_ first: [String], _ values: [(column: String, value: String)]) -> String {
    (first + values.flatMap { [Definition.literal($0.column), $0.value] }).joined(separator: ", ")
  }

  /// The expressions for sealed columns in filters and orders of a statement on the table.
  var expressions: [String: String] {
    let row = Dialect.quoted(table.name) + "."
    return Dictionary(columns.map { ($0, opened($0, in: row)) }, uniquingKeysWith: { first, _ in first })
  }

  /// The sealed text and the key, which follow columns that are to be opened.
  var extras: [String] {
    let row = Dialect.quoted(table.name) + "."
    return [row + Self.name, key { row + Dialect.quoted($0) }]
  }

  // MARK: Conditions

  /// A check or a transition in which sealed columns are opened. They may be qualified by `old`, `new` or the table.
  func rewritten(_ sql: String) -> String {
    var out = ""
    var rest = Substring(sql)
    while let first = rest.first {
      if first == "'" {
        out += Self.cut(quoted: "'", from: &rest)
        continue
      }
      guard let name = Self.cutName(from: &rest) else {
        out.append(rest.removeFirst())
        continue
      }
      guard rest.first == "." else {
        // A word before a parenthesis is a function.
        let isFunction = rest.first { $0 != " " } == "(" && !name.isQuoted
        out += seals(name.plain) && !isFunction ? opened(name.plain) : name.written
        continue
      }
      var after = rest.dropFirst()
      guard ["old", "new", table.name].contains(name.plain), let column = Self.cutName(from: &after),
        seals(column.plain)
      else {
        // Another table's column: neither the qualifier nor what follows is one of this table.
        out += name.written + "."
        rest.removeFirst()
        if let column = Self.cutName(from: &rest) { out += column.written }
        continue
      }
      rest = after
      out += opened(column.plain, in: name.written + ".")
    }
    return out
  }

  private struct Name {
    let written: String
    let plain: String
    let isQuoted: Bool
  }

  /// Cuts a name off; nil when none begins there. Numbers count as names, and no column is one.
  private static func cutName(from rest: inout Substring) -> Name? {
    if rest.first == "\"" {
      let written = cut(quoted: "\"", from: &rest)
      return Name(written: written, plain: String(written.dropFirst().dropLast()), isQuoted: true)
    }
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !word.isEmpty else { return nil }
    rest = rest[word.endIndex...]
    return Name(written: String(word), plain: String(word), isQuoted: false)
  }

  private static func cut(quoted mark: Character, from rest: inout Substring) -> String {
    var out = String(rest.removeFirst())
    while let next = rest.first {
      out.append(rest.removeFirst())
      if next == mark { break }
    }
    return out
  }
}
