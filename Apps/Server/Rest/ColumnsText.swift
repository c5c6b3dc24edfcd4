internal import Relational

/// Parses the column lists of a query string: `order`, `columns`, `on_conflict`.
struct ColumnsText {
  private var text: QueryText
  private let whole: String
  private let part: String

  private init(_ part: String, _ text: String) {
    self.part = part
    whole = text
    self.text = QueryText(text)
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

  // MARK: - Names

  private mutating func name() throws(Failure) -> String {
    guard let name = text.name() else { throw failure("a column's name is missing") }
    return name
  }

  /// Refuses what PostgREST allows after a name and this server does not support.
  private func refuseMore() throws(Failure) {
    switch text.next {
    case UInt8(ascii: "-"): throw .notOffered("a JSON path", in: whole)
    case UInt8(ascii: "("), UInt8(ascii: "!"): throw .notOffered("an order by another table", in: whole)
    default: return
    }
  }

  private func finish() throws(Failure) {
    guard text.isAtEnd else { throw failure("a comma or its end is missing") }
  }

  private func failure(_ details: String) -> Failure { .unreadable(part, whole, at: text.position, details) }
}
