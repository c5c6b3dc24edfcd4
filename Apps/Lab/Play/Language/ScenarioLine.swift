internal import Catalog
internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Shell

/// A parse error in a line, without its position.
struct Misread: Error {
  let what: String
  var remedy: String?
}

/// A tokenized line, whose words and quoted texts are consumed from the left.
struct ScenarioLine: Hashable {
  enum Token: Hashable {
    case word(String)
    case quoted(String)

    var written: String {
      switch self {
      case .word(let word): word
      case .quoted(let text): "\"\(text)\""
      }
    }
  }

  static let longest = 2000

  private(set) var rest: ArraySlice<Token>

  var isEmpty: Bool { rest.isEmpty }

  /// Tokenizes a line. A `#` at the start of a word begins a comment; inside quotes it is an ordinary character.
  init(_ text: Substring) throws(Misread) {
    guard text.utf8.count <= ScenarioLine.longest else {
      throw Misread(
        what: "This line is longer than \(ScenarioLine.longest) bytes.", remedy: "Make several steps of it.")
    }
    var tokens: [Token] = []
    var left = text
    while let first = left.first {
      if first == " " || first == "\t" {
        left.removeFirst()
      } else if first == "#" {
        break
      } else if first == "\"" {
        left.removeFirst()
        tokens.append(.quoted(try ScenarioLine.quotation(&left)))
        guard left.first.map({ $0 == " " || $0 == "\t" }) ?? true else {
          throw Misread(what: "After a closing quote comes a space.", remedy: "Write \\\" for a quote within a text.")
        }
      } else {
        let word = left.prefix { $0 != " " && $0 != "\t" && $0 != "\"" }
        left = left.dropFirst(word.count)
        tokens.append(.word(String(word)))
      }
    }
    rest = tokens[...]
  }

  private static func quotation(_ left: inout Substring) throws(Misread) -> String {
    var text = ""
    while let character = left.popFirst() {
      switch character {
      case "\"": return text
      case "\\":
        switch left.popFirst() {
        case "\"": text.append("\"")
        case "\\": text.append("\\")
        case "n": text.append("\n")
        default: throw Misread(what: "A backslash stands before \", \\ or n only.", remedy: "Write \\\\ for one.")
        }
      default: text.append(character)
      }
    }
    throw Misread(what: "A quote is opened and not closed.", remedy: "Close it with \" on the same line.")
  }

  // MARK: Variables

  /// The line as it would be written.
  var written: String { rest.map(\.written).joined(separator: " ") }

  /// Returns the line with the value for each `<NAME>` of a known name. A value never becomes several words.
  func substituting(_ values: [String: String]) -> ScenarioLine {
    guard !values.isEmpty else { return self }
    var copy = self
    copy.rest =
      rest.map { token in
        switch token {
        case .word(let text): .word(ScenarioLine.substituting(text, values))
        case .quoted(let text): .quoted(ScenarioLine.substituting(text, values))
        }
      }[...]
    return copy
  }

  static func substituting(_ text: String, _ values: [String: String]) -> String {
    guard text.contains("<") else { return text }
    var result = ""
    var left = text[...]
    while let start = left.firstIndex(of: "<") {
      result += left[..<start]
      left = left[start...]
      if let end = left.firstIndex(of: ">"), let value = values[String(left[left.index(after: start)..<end])] {
        result += value
        left = left[left.index(after: end)...]
      } else {
        result.append("<")
        left = left.dropFirst()
      }
    }
    return result + left
  }

  /// Consumes a word or a quoted text.
  mutating func value() throws(Misread) -> String {
    if case .quoted(let text) = rest.first {
      rest.removeFirst()
      return text
    }
    return try word("a value")
  }

  // MARK: Words

  func begins(with words: [String]) -> Bool { rest.prefix(words.count) == words.map { .word($0) }[...] }

  mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

  /// Consumes these words if they come next.
  mutating func take(_ words: String...) -> Bool {
    guard begins(with: words) else { return false }
    skip(words.count)
    return true
  }

  /// Consumes and returns the next word; nil for a quoted text or at the end.
  mutating func word() -> String? {
    guard case .word(let word) = rest.first else { return nil }
    rest.removeFirst()
    return word
  }

  mutating func word(_ what: String) throws(Misread) -> String {
    let next = rest.first
    guard let word = word() else { throw missing(what, next) }
    return word
  }

  mutating func quoted(_ what: String) throws(Misread) -> String {
    guard case .quoted(let text) = rest.first else { throw missing("\(what) in double quotes", rest.first) }
    rest.removeFirst()
    return text
  }

  private func missing(_ what: String, _ found: Token?) -> Misread {
    Misread(
      what: found.map { "Here comes \(what), not \($0.written)." } ?? "At the end of this line \(what) is missing.")
  }

  // MARK: Values

  mutating func plainName(_ what: String) throws(Misread) -> String {
    let name = try word(what)
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-_".contains(Character(scalar)))
    }
    guard isPlain, (1...40).contains(name.count) else {
      throw Misread(
        what: "“\(name.prefix(60))” cannot be \(what).", remedy: "Use up to 40 letters, digits and hyphens.")
    }
    return name
  }

  mutating func product() throws(Misread) -> String {
    let name = try word("a product")
    guard Product.named(name) == nil else { return name }
    throw ScenarioLine.unknown("product", name, among: Product.all.map(\.id))
  }

  mutating func route() throws(Misread) -> Route {
    let text = try word("a route")
    guard text.hasPrefix("/"), let route = Route(text) else {
      throw Misread(what: "“\(text.prefix(80))” is not a route.", remedy: "Routes look like /insights.")
    }
    return route
  }

  mutating func number(_ what: String) throws(Misread) -> Double {
    let text = try word(what)
    guard let number = Double(text), number.isFinite else {
      throw Misread(what: "“\(text.prefix(40))” is not a number.", remedy: "Here comes \(what), such as 8.")
    }
    return number
  }

  mutating func seconds() throws(Misread) -> Double {
    let number = try number("how many")
    let units = ["second": 1.0, "minute": 60, "hour": 3600, "day": 86_400]
    let unit = try word("seconds, minutes, hours or days")
    let singular = unit.hasSuffix("s") ? String(unit.dropLast()) : unit
    guard let length = units[singular] else {
      throw ScenarioLine.unknown("unit of time", unit, among: ["seconds", "minutes", "hours", "days"])
    }
    guard number >= 0 else { throw Misread(what: "Time does not run backwards.", remedy: "Use `set clock`.") }
    return number * length
  }

  mutating func instant() throws(Misread) -> Date {
    let text = try word("an instant")
    guard let date = Moment.date(text) else {
      throw Misread(
        what: "“\(text.prefix(40))” is not an instant.", remedy: "Write it like 2026-03-02T08:00:00Z.")
    }
    return date
  }

  /// Consumes the name of a time zone, if one follows.
  mutating func zone() throws(Misread) -> TimeZone? {
    guard let name = word() else { return nil }
    guard let zone = TimeZone(named: name) else {
      throw Misread(
        what: "There is no time zone called “\(name.prefix(64))”.", remedy: "Use a name such as Europe/Rome.")
    }
    return zone
  }

  mutating func role() throws(Misread) -> Role? {
    guard let name = word() else { return nil }
    return try ScenarioLine.role(name)
  }

  static func role(_ name: String, asWritten: String? = nil) throws(Misread) -> Role {
    if let role = Role(rawValue: name) { return role }
    throw unknown("kind of thing", name, asWritten: asWritten, among: Role.allCases.map(\.rawValue))
  }

  mutating func container() throws(Misread) -> String? { take("in") ? try quoted("the name of what holds it") : nil }

  /// Parses `[ROLE] "LABEL"` without a container, which comes last in a line.
  mutating func bareThing() throws(Misread) -> Thing {
    let role = try role()
    return Thing(try quoted("a label"), role: role)
  }

  mutating func entry() throws(Misread) -> Entry {
    if case .quoted(let text) = rest.first {
      rest.removeFirst()
      return .text(text)
    }
    let text = try word("a value: a text in quotes, a number, on or off")
    switch text {
    case "on": return .flag(true)
    case "off": return .flag(false)
    default:
      guard let number = Double(text), number.isFinite else {
        throw Misread(
          what: "“\(text.prefix(40))” is not a value.", remedy: "Write a text in quotes, a number, on or off.")
      }
      return .number(number)
    }
  }

  static func unknown(_ kind: String, _ found: String, asWritten: String? = nil, among known: [String]) -> Misread {
    let near = Spelling.nearest(to: found, among: known).map { "Did you mean \($0)?" }
    let some = known.prefix(12).joined(separator: ", ") + (known.count > 12 ? " and others" : "")
    return Misread(
      what: "There is no \(kind) “\((asWritten ?? found).prefix(60))”.", remedy: near ?? "There are: \(some).")
  }
}
