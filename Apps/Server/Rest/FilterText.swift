internal import Relational

/// Parses the filters of a query string: `eq.1`, `not.in.(1,2)`, `(a.eq.1,and(b.is.null,c.lt.2))`.
struct FilterText {
  private var text: QueryText
  private let whole: String

  init(_ text: String) {
    whole = text
    self.text = QueryText(text)
  }

  /// Parses the whole value of a field; its operand is taken literally.
  static func filter(_ column: String, _ value: String) throws(Failure) -> Filter {
    var reader = FilterText(value)
    let filter = try reader.operation(column, isNested: false)
    guard reader.text.isAtEnd else { throw reader.failure("something follows its end") }
    return filter
  }

  /// Parses `(…)` after `or=` and `and=`.
  static func tree(_ value: String, isAny: Bool, isNegated: Bool) throws(Failure) -> Filter {
    var reader = FilterText(value)
    let filter = try reader.branch(isAny: isAny, depth: 1)
    guard reader.text.isAtEnd else { throw reader.failure("something follows its end") }
    return isNegated ? .not(filter) : filter
  }

  // MARK: - Logical trees

  private mutating func branch(isAny: Bool, depth: Int) throws(Failure) -> Filter {
    guard depth < Compiler.deepest else { throw failure("it is nested too deeply") }
    guard text.take("(") else { throw failure("an opening bracket is missing") }
    var filters: [Filter] = []
    repeat {
      text.skipSpace()
      filters.append(try leaf(depth))
      text.skipSpace()
    } while text.take(",")
    guard text.take(")") else { throw failure("a closing bracket is missing") }
    return isAny ? .any(filters) : .all(filters)
  }

  private mutating func leaf(_ depth: Int) throws(Failure) -> Filter {
    let isNegated = text.take(word: "not.")
    let isAny = text.isNext("or(")
    if isAny || text.isNext("and(") {
      _ = text.word()
      let filter = try branch(isAny: isAny, depth: depth + 1)
      return isNegated ? .not(filter) : filter
    }
    guard !isNegated, let column = text.name() else { throw failure("a column's name is missing") }
    if text.next == UInt8(ascii: "-") { throw .notOffered("a filter on a JSON path", in: whole) }
    guard text.take(".") else { throw failure("a point is missing after the column's name") }
    return try operation(column, isNested: true)
  }

  // MARK: - Operations

  private mutating func operation(_ column: String, isNested: Bool) throws(Failure) -> Filter {
    let isNegated = text.take(word: "not.")
    let name = text.word()
    let quantifier = try quantifier(name)
    guard !name.isEmpty, text.take(".") else { throw failure(Self.expectation) }
    let filter: Filter
    if let isAny = quantifier {
      filter = try listed(name, column, isAny: isAny, isNested: isNested)
    } else {
      filter = try operation(name, column, isNested: isNested)
    }
    return isNegated ? .not(filter) : filter
  }

  /// Parses `(any)` or `(all)` after an operator: whether one item of its list suffices.
  private mutating func quantifier(_ name: String) throws(Failure) -> Bool? {
    guard text.next == UInt8(ascii: "("), !name.isEmpty else { return nil }
    guard Self.quantified.contains(name) else { throw .notOffered("\(name)(…)", in: whole) }
    if text.take(word: "(any)") { return true }
    guard text.take(word: "(all)") else { throw failure("any or all is missing in the brackets") }
    return false
  }

  /// Parses the list after `like(any).`: `{a*,"b c"}`.
  private mutating func listed(
    _ name: String, _ column: String, isAny: Bool, isNested: Bool
  ) throws(Failure) -> Filter {
    let list: TextList
    do throws(Failure) {
      list = try TextList(value(isNested))
    } catch {
      throw failure("a list in braces is missing after (any) or (all)")
    }
    guard list.texts.count < Compiler.mostConditions else { throw failure("its list is too long") }
    var filters: [Filter] = []
    for item in list.texts { filters.append(Self.filter(name, column, item)) }
    return isAny ? .any(filters) : .all(filters)
  }

  private static let quantified: Set<String> = ["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike"]

  /// The condition of one of the operators in `quantified`.
  private static func filter(_ name: String, _ column: String, _ value: String) -> Filter {
    switch name {
    case "neq": .compare(column, .unequal, .text(value))
    case "gt": .compare(column, .greater, .text(value))
    case "gte": .compare(column, .atLeast, .text(value))
    case "lt": .compare(column, .less, .text(value))
    case "lte": .compare(column, .atMost, .text(value))
    case "like": .like(column, pattern: pattern(value), ignoringCase: false)
    case "ilike": .like(column, pattern: pattern(value), ignoringCase: true)
    default: .compare(column, .equal, .text(value))
    }
  }

  private mutating func operation(_ name: String, _ column: String, isNested: Bool) throws(Failure) -> Filter {
    switch name {
    case _ where Self.quantified.contains(name): return Self.filter(name, column, value(isNested))
    case "in": return .among(column, try list().map(Value.text))
    case "is": return try state(column, value(isNested))
    case "cs": return .contains(column, value(isNested))
    case "cd": return .contained(column, value(isNested))
    case "ov": return .overlaps(column, value(isNested))
    case "fts", "plfts", "phfts", "wfts", "match", "imatch", "isdistinct", "sl", "sr", "nxl", "nxr", "adj":
      throw .notOffered("the operator \(name)", in: whole)
    default: throw failure(Self.expectation)
    }
  }

  private mutating func value(_ isNested: Bool) -> String {
    isNested ? text.braces() ?? text.item() : text.rest()
  }

  /// Replaces `*` by `%`, which would have to be percent-encoded in a URL.
  private static func pattern(_ pattern: String) -> String {
    guard pattern.utf8.contains(UInt8(ascii: "*")) else { return pattern }
    return String(decoding: pattern.utf8.map { $0 == UInt8(ascii: "*") ? UInt8(ascii: "%") : $0 }, as: UTF8.self)
  }

  /// Parses `(a,"b,c",)`: three texts, the last empty. `()` has none.
  private mutating func list() throws(Failure) -> [String] {
    guard text.take("(") else { throw failure("an opening bracket is missing") }
    text.skipSpace()
    if text.take(")") { return [] }
    var items: [String] = []
    repeat {
      guard items.count < Compiler.mostListed else { throw failure("its list is too long") }
      items.append(text.item())
    } while text.take(",")
    guard text.take(")") else { throw failure("a closing bracket is missing") }
    return items
  }

  private func state(_ column: String, _ word: String) throws(Failure) -> Filter {
    switch word.lowercased() {
    case "null", "unknown": return .isNull(column)
    case "not_null": return .not(.isNull(column))
    case "true": return .isTrue(column)
    case "false": return .isFalse(column)
    default: throw failure("is expects null, not_null, true, false or unknown")
    }
  }

  private static let expectation =
    "an operator is missing: eq, neq, gt, gte, lt, lte, like, ilike, in, is, cs, cd, ov, or not before one of them"

  private func failure(_ details: String) -> Failure {
    .unreadable("filter", whole, at: text.position, details)
  }
}

extension Failure {
  /// A part of the query string that cannot be parsed.
  static func unreadable(_ part: String, _ text: String, at position: Int = 0, _ details: String) -> Failure {
    Failure(
      "PGRST100", "\"failed to parse \(part) (\(shortened(text)))\" (line 1, column \(position + 1))", details: details)
  }

  /// A feature of PostgREST that this server does not support.
  static func notOffered(_ what: String, in text: String) -> Failure {
    Failure(
      "PGRST100", "\"failed to parse (\(shortened(text)))\"", details: "This asks for \(what).",
      hint: "This server offers no aggregates, spreading, full text search, ranges, filters on JSON paths, or casts "
        + "that may fail.")
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count <= 200 ? text : "\(text.prefix(100))..."
  }
}
