/// A selector of elements. What depends on a state that a page at rest does not have, such as `:hover`, matches nothing;
/// what cannot be read matches perhaps.
struct CSSSelector: Sendable {
  struct Compound: Sendable {
    var name: String?
    var id: String?
    var classes: [String] = []
    var attributes: [Attribute] = []
    var tests: [Test] = []
  }
  struct Attribute: Sendable {
    var name: String
    var operation: String
    var value: String
    var ignoresCase = false
  }
  indirect enum Test: Sendable {
    case any([CSSSelector])
    case none([CSSSelector])
    case place(step: Int, start: Int, ofType: Bool, fromEnd: Bool)
    case empty, root, link, never
    case attribute(String)
    case lacks(String)
    /// One of these, which begin at the element itself, matches within it or behind it.
    case holds([CSSSelector])
    /// The element at which `holds` begins.
    case anchor
    case disabled, enabled
    case language([String])
    case unknown
  }
  enum Combinator: Sendable {
    case descendant, child, next, later
  }

  /// From right to left, each with the combinator at its left.
  fileprivate(set) var parts: [(compound: Compound, left: Combinator)] = []
  /// The pseudo-element, such as "before".
  fileprivate(set) var pseudo: String?
  fileprivate(set) var specificity = 0

  fileprivate init() {}

  /// Returns nil for a text that is no selector, for which browsers drop the whole rule.
  init?(_ text: some StringProtocol, depth: Int = 0) {
    var reader = CSSSelectorReader(text, depth: depth)
    guard let read = reader.read() else { return nil }
    self = read
  }

  /// True when a match depends on what an element holds, or what is behind it.
  var looksInside: Bool {
    parts.contains { part in
      part.compound.tests.contains { test in
        switch test {
        case .holds: true
        case .any(let others), .none(let others): others.contains(where: \.looksInside)
        default: false
        }
      }
    }
  }

  func matches(_ place: Int, in tree: CSSTree, anchor: Int = -1) -> CSSTruth {
    // Several combinators in a deep page have more ways to match than anyone would wait for.
    var steps = 5_000
    return matches(place, tree, 0, anchor, &steps)
  }

  private func matches(
    _ place: Int, _ tree: CSSTree, _ index: Int, _ anchor: Int, _ steps: inout Int
  ) -> CSSTruth {
    guard place >= 0, tree.nodes[place].isElement else { return .no }
    steps -= 1
    guard steps > 0 else { return .maybe }
    let own = CSSSelector.matches(parts[index].compound, place, tree, anchor)
    guard own != .no, index + 1 < parts.count else { return own }
    var at = place
    var best = CSSTruth.no
    let combinator = parts[index].left
    repeat {
      switch combinator {
      case .child, .descendant: at = tree.nodes[at].parent
      case .next, .later: at = tree.previous(at) ?? -1
      }
      best = best.or(matches(at, tree, index + 1, anchor, &steps))
    } while at >= 0 && best != .yes && (combinator == .descendant || combinator == .later)
    return own.and(best)
  }

  /// Attributes whose values HTML compares without regard to case.
  private static let caseless: Set<String> = [
    "align", "checked", "dir", "disabled", "http-equiv", "lang", "media", "method", "multiple", "readonly", "rel",
    "scope", "selected", "shape", "type", "valign",
  ]

  private static func matches(_ compound: Compound, _ place: Int, _ tree: CSSTree, _ anchor: Int) -> CSSTruth {
    let node = tree.nodes[place]
    if let name = compound.name, name != node.name.lowercased() { return .no }
    if let id = compound.id, id != node["id"] { return .no }
    if !compound.classes.isEmpty {
      let classes = node.tokens("class")
      guard compound.classes.allSatisfy(classes.contains) else { return .no }
    }
    for asked in compound.attributes {
      guard var value = node[asked.name] else { return .no }
      var wanted = asked.value
      if asked.ignoresCase || caseless.contains(asked.name) {
        value = value.lowercased()
        wanted = wanted.lowercased()
      }
      let holds =
        switch asked.operation {
        case "": true
        case "~=": value.words.contains(wanted)
        case "|=": value == wanted || value.hasPrefix(wanted + "-")
        case "^=": !wanted.isEmpty && value.hasPrefix(wanted)
        case "$=": !wanted.isEmpty && value.hasSuffix(wanted)
        case "*=": !wanted.isEmpty && value.contains(wanted)
        default: value == wanted
        }
      if !holds { return .no }
    }
    var result = CSSTruth.yes
    for test in compound.tests {
      result = result.and(matches(test, place, tree, anchor))
      if result == .no { return .no }
    }
    return result
  }

  /// Whether an element within or behind another matches; perhaps, where there are too many to look at.
  private func isFound(from anchor: Int, _ tree: CSSTree) -> CSSTruth {
    guard let first = parts.last?.left else { return .maybe }
    let isBehind = first == .next || first == .later
    let parent = tree.nodes[anchor].parent
    guard !isBehind || parent >= 0 else { return .no }
    let start = isBehind ? tree.nodes[anchor].end : anchor + 1
    let end = tree.nodes[isBehind ? parent : anchor].end
    var best = CSSTruth.no
    for place in start..<max(start, end) where tree.nodes[place].isElement {
      guard place - start < 1_000 else { return .maybe }
      best = best.or(matches(place, in: tree, anchor: anchor))
      if best == .yes { return best }
    }
    return best
  }

  /// The selector with its beginning tied to the element that `:has()` stands at.
  fileprivate func anchored(by combinator: Combinator) -> CSSSelector {
    var it = self
    guard !it.parts.isEmpty else { return it }
    it.parts[it.parts.count - 1].left = combinator
    it.parts.append((compound: Compound(tests: [.anchor]), left: combinator))
    return it
  }

  private static func matches(_ test: Test, _ place: Int, _ tree: CSSTree, _ anchor: Int) -> CSSTruth {
    let node = tree.nodes[place]
    func truth(_ holds: Bool) -> CSSTruth { holds ? .yes : .no }
    switch test {
    case .any(let others): return others.reduce(.no) { $0.or($1.matches(place, in: tree)) }
    case .none(let others): return others.reduce(CSSTruth.no) { $0.or($1.matches(place, in: tree)) }.not
    case .place(let step, let start, let ofType, let fromEnd):
      let index = tree.index(of: place, ofType: ofType, fromEnd: fromEnd) - start
      return truth(step == 0 ? index == 0 : index % step == 0 && index / step >= 0)
    case .empty: return truth(node.children.allSatisfy { tree.nodes[$0].text?.isEmpty ?? false })
    case .root: return truth(node.html == "html")
    case .link: return truth(["a", "area"].contains(node.name) && (node.has("href") || node.has("xlink:href")))
    case .never: return .no
    case .attribute(let name): return truth(node.has(name))
    case .anchor: return truth(place == anchor)
    case .holds(let others): return others.reduce(.no) { $0.or($1.isFound(from: place, tree)) }
    case .lacks(let attribute):
      return truth(["input", "select", "textarea"].contains(node.html) && !node.has(attribute))
    case .disabled, .enabled:
      let isControl = ["button", "input", "select", "textarea", "optgroup", "option", "fieldset"].contains(node.html)
      guard isControl else { return .no }
      var isDisabled = truth(node.has("disabled"))
      var outer = node.parent
      while outer >= 0, isDisabled == .no {
        if tree.nodes[outer].html == "fieldset", tree.nodes[outer].has("disabled") { isDisabled = .maybe }
        outer = tree.nodes[outer].parent
      }
      if case .disabled = test { return isDisabled }
      return isDisabled.not
    case .language(let tags):
      var at = place
      while at >= 0, tree.nodes[at]["lang"] == nil { at = tree.nodes[at].parent }
      guard at >= 0, let lang = tree.nodes[at]["lang"]?.lowercased() else { return .no }
      return truth(tags.contains { lang == $0 || lang.hasPrefix($0 + "-") })
    case .unknown: return .maybe
    }
  }
}

/// Reads one selector.
private struct CSSSelectorReader {
  private var rest: Substring
  private let depth: Int
  private var compound = CSSSelector.Compound()
  private var isEmpty = true
  private var result = CSSSelector()
  private var found: [(CSSSelector.Compound, CSSSelector.Combinator)] = []
  private var pending = CSSSelector.Combinator.descendant

  init(_ text: some StringProtocol, depth: Int) {
    rest = Substring(String(text).trimmed)
    self.depth = depth
  }

  mutating func read() -> CSSSelector? {
    guard rest.utf8.count < 2_000, !rest.isEmpty, depth < 6 else { return nil }
    while let first = rest.first {
      if result.pseudo != nil, first != ":" { return nil }
      switch first {
      case " ", "\t", "\n", "\r", "\u{C}", "\r\n", ">", "+", "~":
        guard combine() else { return nil }
        continue
      case "*":
        rest.removeFirst()
        if rest.first == "|" { rest.removeFirst() }
        if rest.first?.isLetter ?? false { continue }
      case ".":
        rest.removeFirst()
        let name = CSSText.takeName(&rest)
        guard !name.isEmpty else { return nil }
        compound.classes.append(name)
        result.specificity += 1_000
      case "#":
        rest.removeFirst()
        let name = CSSText.takeName(&rest)
        guard !name.isEmpty else { return nil }
        if let id = compound.id, id != name { compound.tests.append(.never) }
        compound.id = name
        result.specificity += 1_000_000
      case "[":
        guard let inside = CSSText.takeBrackets(&rest), let attribute = CSSSelectorReader.attribute(inside) else {
          return nil
        }
        compound.attributes.append(attribute)
        result.specificity += 1_000
      case ":": guard pseudo() else { return nil }
      default:
        guard isEmpty, first.isLetter || first == "\\" || first == "_" || !first.isASCII else { return nil }
        compound.name = CSSText.takeName(&rest).lowercased()
        result.specificity += 1
      }
      isEmpty = false
    }
    guard !isEmpty else { return nil }
    found.append((compound, pending))
    result.parts = found.reversed().map { (compound: $0.0, left: $0.1) }
    return result
  }

  private mutating func combine() -> Bool {
    let end = rest.firstIndex { !" \t\n\r\u{C}\r\n>+~".contains($0) } ?? rest.endIndex
    let signs = rest[..<end].filter { ">+~".contains($0) }
    rest = rest[end...]
    guard !isEmpty, signs.count < 2, !rest.isEmpty else { return false }
    found.append((compound, pending))
    compound = CSSSelector.Compound()
    isEmpty = true
    pending =
      switch signs.first {
      case ">": .child
      case "+": .next
      case "~": .later
      default: .descendant
      }
    return true
  }

  private static let states: Set<String> = [
    "hover", "active", "focus", "focus-visible", "focus-within", "visited", "target", "target-within", "fullscreen",
    "modal", "picture-in-picture", "user-invalid", "user-valid", "popover-open", "current", "past", "future", "playing",
  ]
  private static let boxes: Set<String> = ["before", "after", "marker", "placeholder"]

  private mutating func pseudo() -> Bool {
    rest.removeFirst()
    let isBox = rest.first == ":"
    if isBox { rest.removeFirst() }
    let name = CSSText.takeName(&rest).lowercased()
    guard !name.isEmpty else { return false }
    let inside = rest.first == "(" ? CSSText.takeBrackets(&rest) : nil
    if isBox || ["before", "after", "first-line", "first-letter"].contains(name) {
      result.specificity += 1
      if name.hasPrefix("first-") {
        // A part of the text of the element itself.
        compound.tests.append(.unknown)
      } else {
        result.pseudo = CSSSelectorReader.boxes.contains(name) ? name : "other"
      }
      return true
    }
    if let inside { return function(name, inside) }
    result.specificity += 1_000
    func at(_ start: Int, ofType: Bool = false, fromEnd: Bool = false) -> CSSSelector.Test {
      .place(step: 0, start: start, ofType: ofType, fromEnd: fromEnd)
    }
    switch name {
    case "root": compound.tests.append(.root)
    case "link", "any-link", "-webkit-any-link": compound.tests.append(.link)
    case "first-child": compound.tests.append(at(1))
    case "last-child": compound.tests.append(at(1, fromEnd: true))
    case "only-child": compound.tests += [at(1), at(1, fromEnd: true)]
    case "first-of-type": compound.tests.append(at(1, ofType: true))
    case "last-of-type": compound.tests.append(at(1, ofType: true, fromEnd: true))
    case "only-of-type": compound.tests += [at(1, ofType: true), at(1, ofType: true, fromEnd: true)]
    case "empty": compound.tests.append(.empty)
    case "disabled": compound.tests.append(.disabled)
    case "enabled": compound.tests.append(.enabled)
    case "checked": compound.tests.append(.any([.init("[checked]"), .init("[selected]")].compactMap { $0 }))
    case "required": compound.tests.append(.attribute("required"))
    case "optional": compound.tests.append(.lacks("required"))
    default: compound.tests.append(CSSSelectorReader.states.contains(name) ? .never : .unknown)
    }
    return true
  }

  private mutating func function(_ name: String, _ inside: Substring) -> Bool {
    switch name {
    case "is", "where", "not", "matches", "-webkit-any":
      var others: [CSSSelector] = []
      for part in CSSText.split(inside, at: ",").prefix(100) {
        if let other = CSSSelector(part, depth: depth + 1) {
          guard other.pseudo == nil else { continue }
          others.append(other)
        } else if name == "not" {
          return false
        }
      }
      compound.tests.append(name == "not" ? .none(others) : .any(others))
      if name != "where" { result.specificity += others.map(\.specificity).max() ?? 0 }
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      result.specificity += 1_000
      guard let (step, start) = CSSSelectorReader.formula(String(inside).trimmed.lowercased()) else {
        compound.tests.append(.unknown)
        return true
      }
      compound.tests.append(
        .place(step: step, start: start, ofType: name.hasSuffix("type"), fromEnd: name.contains("last")))
    case "has":
      var others: [CSSSelector] = []
      for part in CSSText.split(inside, at: ",").prefix(100) {
        var words = Substring(String(part).trimmed)
        let combinator: CSSSelector.Combinator =
          switch words.first {
          case ">": .child
          case "+": .next
          case "~": .later
          default: .descendant
          }
        if combinator != .descendant { words.removeFirst() }
        guard let other = CSSSelector(words, depth: depth + 1), other.pseudo == nil else { return false }
        others.append(other.anchored(by: combinator))
      }
      compound.tests.append(.holds(others))
      result.specificity += others.map(\.specificity).max() ?? 0
    case "lang":
      result.specificity += 1_000
      let tags = inside.split(separator: ",").map { String($0).trimmed.lowercased().filter { !"\"'*".contains($0) } }
      compound.tests.append(.language(tags))
    default:
      result.specificity += 1_000
      compound.tests.append(.unknown)
    }
    return true
  }

  /// The step and the start of a formula such as "2n + 1".
  private static func formula(_ text: String) -> (Int, Int)? {
    if text == "odd" { return (2, 1) }
    if text == "even" { return (2, 0) }
    let words = text.filter { !$0.isWhitespace }
    guard words.utf8.count < 20 else { return nil }
    guard let sign = words.firstIndex(of: "n") else { return Int(words).map { (0, $0) } }
    let step: Int? =
      switch words[..<sign] {
      case "", "+": 1
      case "-": -1
      default: Int(words[..<sign])
      }
    let behind = words[words.index(after: sign)...]
    guard let step, let start = behind.isEmpty ? 0 : Int(behind), abs(step) < 1_000_000, abs(start) < 1_000_000 else {
      return nil
    }
    return (step, start)
  }

  private static func attribute(_ inside: Substring) -> CSSSelector.Attribute? {
    var rest = Substring(String(inside).trimmed)
    if rest.hasPrefix("*|") { rest = rest.dropFirst(2) }
    let name = CSSText.takeName(&rest).lowercased()
    rest = rest.drop(while: \.isWhitespace)
    guard !name.isEmpty else { return nil }
    guard !rest.isEmpty else { return .init(name: name, operation: "", value: "") }
    var operation = ""
    if let sign = rest.first, "~|^$*".contains(sign) { operation.append(rest.removeFirst()) }
    guard rest.popFirst() == "=" else { return nil }
    operation.append("=")
    rest = rest.drop(while: \.isWhitespace)
    var value = ""
    if let quote = rest.first, quote == "\"" || quote == "'" {
      rest.removeFirst()
      let end = rest.firstIndex(of: quote) ?? rest.endIndex
      value = CSSText.unescaped(rest[..<end])
      rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
    } else {
      value = CSSText.takeName(&rest)
      guard !value.isEmpty else { return nil }
    }
    let flag = String(rest).trimmed.lowercased()
    guard ["", "i", "s"].contains(flag) else { return nil }
    return .init(name: name, operation: operation, value: value, ignoresCase: flag == "i")
  }
}
