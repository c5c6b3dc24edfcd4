/// The declarations of a style attribute, of a rule or of an element, with shorthands expanded in their order.
struct CSSDeclarations: Sendable {
  struct Value: Sendable, Hashable {
    /// Empty for a property that is not declared for sure.
    var text: String
    var isImportant = false
    /// The shorthand whose text this is, since it refers to custom properties.
    var shorthand: String?
    /// The texts that hold instead where a rule that could not be read matches.
    var others: Set<String> = []
  }

  /// The value of a property that nobody knows.
  static let unknown = "?"

  private(set) var values: [String: Value] = [:]
  /// In the order in which they are written, with those that others override.
  private var list: [(name: String, value: Value)] = []

  init() {}

  /// Reads declarations and leaves out what is none. The later of two wins, unless the earlier is important.
  init(_ text: some StringProtocol) {
    for part in CSSText.split(text, at: ";") {
      guard let colon = part.firstIndex(of: ":") else { continue }
      var name = CSSText.unescaped(String(part[..<colon]).trimmed)
      if !name.hasPrefix("--") { name = name.lowercased() }
      var words = String(part[part.index(after: colon)...]).trimmed
      guard !name.isEmpty, !words.isEmpty, name.utf8.count < 60, words.utf8.count < 2_000 else { continue }
      var isImportant = false
      if let mark = words.lastIndex(of: "!"),
        String(words[words.index(after: mark)...]).trimmed.lowercased() == "important"
      {
        isImportant = true
        words = String(words[..<mark]).trimmed
      }
      for (name, text, shorthand) in CSSShorthand.expanded(name, words) {
        let value = Value(text: text, isImportant: isImportant, shorthand: shorthand)
        list.append((name, value))
        set(name, value)
      }
    }
  }

  var isEmpty: Bool { list.isEmpty && values.isEmpty }

  subscript(_ property: String) -> Value? { values[property] }

  /// Takes a value over, unless an important one is there.
  mutating func set(_ name: String, _ value: Value) {
    if let old = values[name], old.isImportant, !value.isImportant { return }
    values[name] = value
  }

  /// Adds the important or the other declarations of a rule, which `truth` says to match for sure or perhaps.
  mutating func add(_ other: CSSDeclarations, important: Bool, truth: CSSTruth = .yes) {
    for (name, value) in other.list where value.isImportant == important {
      if truth == .yes {
        set(name, value)
      } else if truth == .maybe {
        add(name, value)
      }
    }
  }

  private mutating func add(_ name: String, _ value: Value) {
    var old = values[name] ?? Value(text: "")
    if old.isImportant, !value.isImportant { return }
    let new = value.shorthand == nil ? value.text : CSSDeclarations.unknown
    if old.text != new, old.others.count < 20 { old.others.insert(new) }
    values[name] = old
  }
}
