public import Plot

/// A part of a screen: what it says, and the typed actions that it performs. "A score of 81, excellent, opens Fitness",
/// not "a blue box".
public struct Node<Action: Sendable>: Sendable {
  /// Local until the screen is put together, which prefixes the parent's; from then on it is the node's identifier.
  public var id: String
  public var role: Role
  public var label: String
  public var value: String?
  public var hint: String?
  public var state: Condition
  public var offers: [Offer<Action>]
  /// Where activating it goes; the shell takes the person there.
  public var destination: Route?
  public var chart: ChartSpec?
  /// What of the chart is seen.
  public var view: ChartView?
  public var children: [Node]

  public init(
    _ role: Role, _ label: String = "", id: String? = nil, value: String? = nil, hint: String? = nil,
    state: Condition = Condition(), offers: [Offer<Action>] = [], destination: Route? = nil, chart: ChartSpec? = nil,
    children: [Node] = []
  ) {
    self.id = id ?? Node.slug(label.isEmpty ? role.rawValue : label)
    self.role = role
    self.label = label
    self.value = value
    self.hint = hint
    self.state = state
    self.offers = offers
    self.destination = destination
    self.chart = chart
    self.children = children
  }

  public func offer(_ verb: Verb) -> Offer<Action>? { offers.first { $0.verb == verb } }

  // Closures below, where a key path reads better: in a generic type the runtime makes a key path anew at every call, which
  // took a quarter of the time of a frame.

  /// This node and everything below it, in reading order.
  public var all: [Node] {
    var all: [Node] = []
    gather(into: &all)
    return all
  }

  private func gather(into all: inout [Node]) {
    all.append(self)
    for child in children { child.gather(into: &all) }
  }

  /// The same node for another type of action.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> Node<Other> {
    var copy = Node<Other>(
      role, label, id: id, value: value, hint: hint, state: state, offers: offers.map { $0.map(transform) },
      destination: destination, chart: chart, children: children.map { $0.map(transform) })
    copy.view = view
    return copy
  }

  /// The same node with something of its condition changed.
  public func with(_ change: (inout Condition) -> Void) -> Node {
    var copy = self
    change(&copy.state)
    return copy
  }

  public var element: Element {
    var verbs = offers.map { $0.verb }
    if destination != nil, !verbs.contains(.activate) { verbs.insert(.activate, at: 0) }
    return Element(
      id: id, role: role, label: label, value: value, hint: hint, state: state,
      actions: state.isDisabled ? [] : verbs, destination: destination, chart: chart, view: view,
      children: children.map { $0.element })
  }

  // MARK: Identifiers

  /// Prefixes the parent's identifier; of siblings that share a key, the later ones are numbered.
  private func placed(under parent: String, as key: String) -> Node {
    var copy = self
    copy.id = parent.isEmpty ? key : "\(parent).\(key)"
    copy.children = Node.placed(children, under: copy.id)
    return copy
  }

  static func placed(_ nodes: [Node], under parent: String, besides others: Set<String> = []) -> [Node] {
    var taken = others
    return nodes.map { node in
      // The dot parts a child from its parent and stands for nothing else: "a.b" is always the "b" within "a".
      let own = node.id.utf8.contains(UInt8(ascii: ".")) ? String(node.id.map { $0 == "." ? "-" : $0 }) : node.id
      var key = own
      var count = 1
      while !taken.insert(key).inserted {
        count += 1
        key = "\(own)-\(count)"
      }
      return node.placed(under: parent, as: key)
    }
  }

  /// "Log Meal" as "log-meal": letters and digits of any script, the rest a hyphen.
  static func slug(_ text: String) -> String {
    let slug = plainSlug(text) ?? wideSlug(text)
    return slug.isEmpty ? "node" : slug
  }

  /// Most labels are ASCII, and every node of every frame is given its name here: bytes, not characters. Nil for others.
  private static func plainSlug(_ text: String) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(text.utf8.count, longestSlug))
    for byte in text.utf8.prefix(longestSlug) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): bytes.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
      case 0x80...: return nil
      default: if let last = bytes.last, last != UInt8(ascii: "-") { bytes.append(UInt8(ascii: "-")) }
      }
    }
    if bytes.last == UInt8(ascii: "-") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func wideSlug(_ text: String) -> String {
    var slug = ""
    for character in text.lowercased().prefix(longestSlug) {
      if character.isLetter || character.isNumber {
        slug.append(character)
      } else if !slug.isEmpty, slug.last != "-" {
        slug.append("-")
      }
    }
    while slug.last == "-" { slug.removeLast() }
    return slug
  }

  private static var longestSlug: Int { 60 }
}

/// One thing that can be done with a node, and the action that it becomes.
public struct Offer<Action: Sendable>: Sendable {
  public let verb: Verb
  /// Nil when the entry is not of the kind the node takes.
  public let action: @Sendable (Entry) -> Action?

  public init(_ verb: Verb, _ action: @escaping @Sendable (Entry) -> Action?) {
    self.verb = verb
    self.action = action
  }

  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> Offer<Other> {
    Offer<Other>(verb) { [action] entry in action(entry).map(transform) }
  }
}

/// What a person hands in with what they do.
public enum Entry: Sendable, Hashable {
  case none
  case text(String)
  case number(Double)
  case flag(Bool)
  /// Two numbers that belong together, such as how much closer and where.
  case pair(Double, Double)
  /// Where a file lies on this machine for as long as it is wanted, and what it is called.
  case file(path: String, name: String)

  public var text: String? { if case .text(let text) = self { text } else { nil } }
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  public var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  public var pair: (Double, Double)? { if case .pair(let one, let two) = self { (one, two) } else { nil } }
  public var file: (path: String, name: String)? {
    if case .file(let path, let name) = self { (path, name) } else { nil }
  }
}
