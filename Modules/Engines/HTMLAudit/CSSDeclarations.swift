/// The declarations of a style attribute or of a rule, by property.
struct CSSDeclarations: Sendable {
  struct Value: Sendable, Hashable {
    var text: String
    var isImportant: Bool
  }

  private(set) var values: [String: Value] = [:]

  init() {}

  /// Reads declarations and leaves out what is none. The later of two wins, unless the earlier is important.
  init(_ text: some StringProtocol) {
    for part in CSSText.split(text, at: ";") {
      guard let colon = part.firstIndex(of: ":") else { continue }
      let name = String(part[..<colon]).trimmed.lowercased()
      var words = String(part[part.index(after: colon)...]).trimmed
      guard !name.isEmpty, !words.isEmpty, name.utf8.count < 60, words.utf8.count < 2_000 else { continue }
      var isImportant = false
      if let mark = words.lastIndex(of: "!"),
        String(words[words.index(after: mark)...]).trimmed.lowercased() == "important"
      {
        isImportant = true
        words = String(words[..<mark]).trimmed
      }
      set(name, Value(text: words, isImportant: isImportant))
    }
  }

  subscript(_ property: String) -> Value? { values[property] }

  /// Takes a value over, unless an important one is there.
  mutating func set(_ name: String, _ value: Value) {
    if let old = values[name], old.isImportant, !value.isImportant { return }
    values[name] = value
  }

  mutating func add(_ other: CSSDeclarations) {
    for (name, value) in other.values { set(name, value) }
  }
}

/// The parts of the text of a style sheet.
enum CSSText {
  /// Splits at a character outside of quotation marks and brackets.
  static func split(_ text: some StringProtocol, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    let whole = Substring(text)
    var start = whole.startIndex
    var depth = 0
    var quote: Character?
    for place in whole.indices {
      let it = whole[place]
      if let open = quote {
        if it == open { quote = nil }
      } else if it == "\"" || it == "'" {
        quote = it
      } else if it == "(" || it == "[" || it == "{" {
        depth += 1
      } else if it == ")" || it == "]" || it == "}" {
        depth = max(0, depth - 1)
      } else if it == separator, depth == 0 {
        parts.append(whole[start..<place])
        start = whole.index(after: place)
      }
    }
    parts.append(whole[start...])
    return parts
  }

  static func withoutComments(_ text: String) -> String {
    guard text.contains("/*") else { return text }
    var result = ""
    var rest = Substring(text)
    while let start = rest.range(of: "/*") {
      result += rest[..<start.lowerBound]
      guard let end = rest[start.upperBound...].range(of: "*/") else { return result }
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  /// The head and the body of each rule, and of each rule within a condition, whose condition comes along.
  static func rules(of text: Substring, under condition: String, depth: Int = 0) -> [(
    head: String, body: Substring, condition: String
  )] {
    var found: [(head: String, body: Substring, condition: String)] = []
    var rest = text
    while let open = rest.firstIndex(of: "{"), found.count < 5_000 {
      var head = String(rest[..<open]).trimmed
      if let end = head.lastIndex(of: ";") { head = String(head[head.index(after: end)...]).trimmed }
      var level = 1
      var place = rest.index(after: open)
      while place < rest.endIndex, level > 0 {
        if rest[place] == "{" { level += 1 } else if rest[place] == "}" { level -= 1 }
        place = rest.index(after: place)
      }
      let body = rest[rest.index(after: open)..<(level == 0 ? rest.index(before: place) : place)]
      let lower = head.lowercased()
      if lower.hasPrefix("@media") || lower.hasPrefix("@supports") {
        if depth < 4 {
          found += rules(of: body, under: condition + " " + String(lower.dropFirst(6)).trimmed, depth: depth + 1)
        }
      } else if !head.hasPrefix("@") {
        found.append((head, body, condition))
      }
      rest = rest[place...]
    }
    return found
  }
}

extension Substring {
  /// Finds a short text.
  func range(of words: String) -> Range<Substring.Index>? {
    guard let first = words.first else { return nil }
    var from = startIndex
    while let place = self[from...].firstIndex(of: first) {
      if self[place...].hasPrefix(words) { return place..<index(place, offsetBy: words.count) }
      from = index(after: place)
    }
    return nil
  }
}
