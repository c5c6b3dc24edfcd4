internal import Relational

/// A filter on changed rows: `column=eq.value`, and the other comparisons that clients use.
struct ChangeFilter: Hashable {
  enum Test: Hashable {
    case compare(Comparison, Comparable)
    case among([Comparable])
  }

  /// A value, compared in the order of its column's type.
  enum Comparable: Hashable {
    case number(Int64)
    case real(Double)
    case text(String)
    case flag(Bool)
  }

  /// The largest number of values in an `in`.
  static let most = 100

  let column: String
  let type: ColumnType
  let test: Test

  init(_ text: String, of table: Table) throws(Malformed) {
    guard text.utf8.count <= 4096, let mark = text.firstIndex(of: "=") else {
      throw Malformed(what: "a filter is column=eq.value")
    }
    let name = String(text[..<mark])
    let rest = text[text.index(after: mark)...]
    guard let column = table.column(name) else {
      throw Malformed(what: "\(table.name) has no column \(name.prefix(64))")
    }
    guard let dot = rest.firstIndex(of: ".") else { throw Malformed(what: "a filter is column=eq.value") }
    let value = rest[rest.index(after: dot)...]
    guard ![ColumnType.json, .texts].contains(column.type) else {
      throw Malformed(what: "\(name) cannot be compared")
    }
    self.column = name
    type = column.type
    if rest[..<dot] == "in" {
      test = .among(try ChangeFilter.list(value, as: column.type))
    } else {
      guard let comparison = ChangeFilter.comparisons[String(rest[..<dot])] else {
        throw Malformed(what: "a filter compares with eq, neq, lt, lte, gt, gte or in")
      }
      test = .compare(comparison, try ChangeFilter.value(value, as: column.type))
    }
  }

  private static let comparisons: [String: Comparison] = [
    "eq": .equal, "neq": .unequal, "lt": .less, "lte": .atMost, "gt": .greater, "gte": .atLeast,
  ]

  // MARK: Matching

  /// Whether a row matches. Unless `isWhole`, the row is only its key and a missing column matches. Null matches no
  /// comparison, as in SQL.
  func holds(of fields: RecordFields, isWhole: Bool) -> Bool {
    guard let field = fields[column] else { return !isWhole }
    guard let value = ChangeFilter.value(field: field, as: type) else { return false }
    switch test {
    case .among(let values): return values.contains(value)
    case .compare(let comparison, let wanted):
      switch comparison {
      case .equal: return value == wanted
      case .unequal: return value != wanted
      case .less: return ChangeFilter.isLess(value, wanted)
      case .atMost: return !ChangeFilter.isLess(wanted, value)
      case .greater: return ChangeFilter.isLess(wanted, value)
      case .atLeast: return !ChangeFilter.isLess(value, wanted)
      }
    }
  }

  private static func isLess(_ left: Comparable, _ right: Comparable) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.flag(let left), .flag(let right)): !left && right
    default: false
    }
  }

  // MARK: Value parsing

  private static func value(field: ArraySlice<UInt8>, as type: ColumnType) -> Comparable? {
    if JSONSlices.isNull(field) { return nil }
    let text = JSONSlices.string(field) ?? String(decoding: field, as: UTF8.self)
    return try? value(text[...], as: type)
  }

  /// Normalizes to the type's canonical spelling, in which timestamps and dates sort as text.
  private static func value(_ text: Substring, as type: ColumnType) throws(Malformed) -> Comparable {
    let value: Value
    do throws(Failure) { value = try type.normalised(.text(String(text))) } catch {
      throw Malformed(what: error.message)
    }
    switch value {
    case .int(let number): return .number(number)
    case .real(let number): return .real(number)
    case .bool(let flag): return .flag(flag)
    case .text(let text): return .text(text)
    case .null, .json, .bytes, .usual: throw Malformed(what: "\(text.prefix(64)) cannot be compared")
    }
  }

  /// Parses `(1,2,"a,b")`: items with a comma or a bracket are quoted, with backslash escapes.
  private static func list(_ text: Substring, as type: ColumnType) throws(Malformed) -> [Comparable] {
    guard text.first == "(", text.last == ")", text.count >= 2 else { throw Malformed(what: "in needs (a,b)") }
    var parts: [String] = []
    var part = ""
    var isQuoted = false
    var isLiteral = false
    for character in text.dropFirst().dropLast() {
      if isLiteral {
        part.append(character)
        isLiteral = false
      } else if character == "\\" {
        isLiteral = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        parts.append(part)
        part = ""
      } else {
        part.append(character)
      }
    }
    guard !isQuoted, !isLiteral else { throw Malformed(what: "a quoted value does not end") }
    if !parts.isEmpty || !part.isEmpty { parts.append(part) }
    guard parts.count <= most else { throw Malformed(what: "in takes \(most) values at most") }
    var values: [Comparable] = []
    for part in parts { values.append(try value(part[...], as: type)) }
    return values
  }
}

/// The columns of a record, each as JSON.
struct RecordFields {
  private let fields: [String: ArraySlice<UInt8>]

  init(_ record: [UInt8]) {
    let members = (try? JSONSlices.members(record[...])) ?? []
    fields = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { _, newer in newer })
  }

  subscript(column: String) -> ArraySlice<UInt8>? { fields[column] }
}

/// The columns of one change, parsed when the first filter needs them.
final class ChangeFields {
  private let change: RowChange
  private var read: RecordFields?

  init(_ change: RowChange) { self.change = change }

  var all: RecordFields {
    if let read { return read }
    let fields = RecordFields(change.record)
    read = fields
    return fields
  }
}
