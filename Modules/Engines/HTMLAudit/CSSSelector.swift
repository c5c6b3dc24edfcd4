/// A selector of names, classes, ids and attributes, joined by the four combinators. What depends on a state or on the
/// place among siblings is not read.
struct CSSSelector: Sendable {
  struct Compound: Sendable {
    var name: String?
    var id: String?
    var classes: [String] = []
    var attributes: [Attribute] = []
  }
  struct Attribute: Sendable {
    var name: String
    var operation: String
    var value: String
  }
  enum Combinator: Sendable {
    case descendant, child, next, later
  }

  /// From right to left, each with the combinator at its left.
  private(set) var parts: [(compound: Compound, left: Combinator)] = []
  /// The pseudo-element, such as "before".
  private(set) var pseudo: String?
  private(set) var specificity = 0

  /// Returns nil for a selector that is not read.
  init?(_ text: String) {
    var compound = Compound()
    var isEmpty = true
    var read: [(Compound, Combinator)] = []
    var pending = Combinator.descendant
    var rest = Substring(text.trimmed)
    guard rest.utf8.count < 500, !rest.isEmpty else { return nil }
    func word() -> String {
      let end = rest.firstIndex { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") } ?? rest.endIndex
      defer { rest = rest[end...] }
      return String(rest[..<end])
    }
    while let first = rest.first {
      switch first {
      case " ", "\t", "\n", ">", "+", "~":
        let end = rest.firstIndex { !" \t\n\r>+~".contains($0) } ?? rest.endIndex
        let signs = rest[..<end].filter { ">+~".contains($0) }
        rest = rest[end...]
        guard !isEmpty, signs.count < 2, !rest.isEmpty else { return nil }
        read.append((compound, pending))
        compound = Compound()
        isEmpty = true
        pending =
          switch signs.first {
          case ">": .child
          case "+": .next
          case "~": .later
          default: .descendant
          }
        continue
      case "*": rest = rest.dropFirst()
      case ".":
        rest = rest.dropFirst()
        compound.classes.append(word())
        specificity += 100
      case "#":
        rest = rest.dropFirst()
        compound.id = word()
        specificity += 10_000
      case "[":
        guard let close = rest.firstIndex(of: "]") else { return nil }
        compound.attributes.append(CSSSelector.attribute(rest[rest.index(after: rest.startIndex)..<close]))
        rest = rest[rest.index(after: close)...]
        specificity += 100
      case ":":
        rest = rest.drop { $0 == ":" }
        let name = word()
        if name == "root", compound.name == nil {
          compound.name = "html"
          specificity += 100
          break
        }
        guard ["before", "after", "marker", "placeholder"].contains(name), rest.isEmpty else { return nil }
        pseudo = name
      default:
        guard first.isLetter else { return nil }
        compound.name = word().lowercased()
        specificity += 1
      }
      isEmpty = false
    }
    guard !isEmpty else { return nil }
    read.append((compound, pending))
    parts = read.reversed().map { (compound: $0.0, left: $0.1) }
  }

  private static func attribute(_ text: Substring) -> Attribute {
    guard let equals = text.firstIndex(of: "=") else {
      return Attribute(name: String(text).trimmed.lowercased(), operation: "", value: "")
    }
    var name = text[..<equals]
    var operation = "="
    if let last = name.last, "~|^$*".contains(last) {
      operation = "\(last)="
      name = name.dropLast()
    }
    let value = String(text[text.index(after: equals)...]).trimmed.filter { $0 != "\"" && $0 != "'" }
    return Attribute(name: String(name).trimmed.lowercased(), operation: operation, value: value)
  }

  func matches(_ place: Int, in nodes: [PageNode]) -> Bool { matches(place, nodes, 0) }

  private func matches(_ place: Int, _ nodes: [PageNode], _ index: Int) -> Bool {
    guard nodes[place].isElement, CSSSelector.matches(parts[index].compound, nodes[place]) else { return false }
    guard index + 1 < parts.count else { return true }
    let parent = nodes[place].parent
    switch parts[index].left {
    case .child: return parent >= 0 && matches(parent, nodes, index + 1)
    case .descendant:
      var at = parent
      while at >= 0 {
        if matches(at, nodes, index + 1) { return true }
        at = nodes[at].parent
      }
      return false
    case .next, .later:
      guard parent >= 0 else { return false }
      let before = nodes[parent].children.prefix { $0 < place }.filter { nodes[$0].isElement }
      if case .next = parts[index].left { return before.last.map { matches($0, nodes, index + 1) } ?? false }
      return before.suffix(200).contains { matches($0, nodes, index + 1) }
    }
  }

  private static func matches(_ compound: Compound, _ node: PageNode) -> Bool {
    if let name = compound.name, name != node.name.lowercased() { return false }
    if let id = compound.id, id != node["id"] { return false }
    if !compound.classes.isEmpty {
      let classes = node.tokens("class")
      guard compound.classes.allSatisfy(classes.contains) else { return false }
    }
    return compound.attributes.allSatisfy { asked in
      guard let value = node[asked.name] else { return false }
      switch asked.operation {
      case "": return true
      case "~=": return value.words.contains(asked.value)
      case "|=": return value == asked.value || value.hasPrefix(asked.value + "-")
      case "^=": return !asked.value.isEmpty && value.hasPrefix(asked.value)
      case "$=": return !asked.value.isEmpty && value.hasSuffix(asked.value)
      case "*=": return !asked.value.isEmpty && value.contains(asked.value)
      default: return value == asked.value
      }
    }
  }
}
