public import Plot

/// A part of a screen: its content and the typed actions that it performs. It describes meaning, not looks: "a score of
/// 81, excellent, opens Fitness" rather than "a blue box".
public struct Node<Action: Sendable>: Sendable {
  /// Local until the screen is assembled, which prefixes the parent's id; from then on unique in its frame.
  public var id: String
  public var role: Role
  public var label: String
  public var value: String?
  public var hint: String?
  public var state: Condition
  public var offers: [Offer<Action>]
  /// The route that activation opens; navigation is up to the shell.
  public var destination: Route?
  public var children: [Node]
  fileprivate var plotted: Plotted?

  public var chart: ChartSpec? {
    get { plotted?.chart }
    set { plotted = .of(newValue, view) }
  }

  /// The visible part of the chart.
  public var view: ChartView? {
    get { plotted?.view }
    set { plotted = .of(chart, newValue) }
  }

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
    self.children = children
    plotted = .of(chart, nil)
  }

  public func offer(_ verb: Verb) -> Offer<Action>? { offers.first { $0.verb == verb } }

  // Closures in this file where a key path would read better: in a generic type the runtime instantiates a key path at
  // every call, which took a quarter of the time of a frame.

  /// This node and all its descendants in reading order.
  public var all: [Node] {
    var all: [Node] = []
    gather(into: &all)
    return all
  }

  private func gather(into all: inout [Node]) {
    all.append(self)
    for child in children { child.gather(into: &all) }
  }

  /// The same node with its actions transformed.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> Node<Other> {
    var copy = Node<Other>(
      role, label, id: id, value: value, hint: hint, state: state, offers: offers.map { $0.map(transform) },
      destination: destination, children: children.map { $0.map(transform) })
    copy.plotted = plotted
    return copy
  }

  /// The same node with a changed condition.
  public func with(_ change: (inout Condition) -> Void) -> Node {
    var copy = self
    change(&copy.state)
    return copy
  }

  public var element: Element {
    var verbs = offers.map { $0.verb }
    if destination != nil, !verbs.contains(.activate) { verbs.insert(.activate, at: 0) }
    var element = Element(
      id: id, role: role, label: label, value: value, hint: hint, state: state,
      actions: state.isDisabled ? [] : verbs, destination: destination, children: children.map { $0.element })
    element.plotted = plotted
    return element
  }

  // MARK: Identifiers

  /// Prefixes the id with the parent's; siblings with the same key are numbered.
  private func placed(under parent: String, as key: String) -> Node {
    var copy = self
    copy.id = parent.isEmpty ? key : "\(parent).\(key)"
    copy.children = Node.placed(children, under: copy.id)
    return copy
  }

  /// The same placed nodes of one screen. Those whose identifiers are taken get others, with their descendants.
  static func renamed(_ nodes: [Node], besides taken: Set<String>) -> [Node] {
    let all = taken.union(nodes.map { $0.id })
    return nodes.map { node in
      guard taken.contains(node.id) else { return node }
      var count = 2
      while all.contains("\(node.id)-\(count)") { count += 1 }
      return node.renamed(from: node.id, to: "\(node.id)-\(count)")
    }
  }

  private func renamed(from old: String, to new: String) -> Node {
    var copy = self
    copy.id = new + id.dropFirst(old.count)
    copy.children = children.map { $0.renamed(from: old, to: new) }
    return copy
  }

  static func placed(_ nodes: [Node], under parent: String, besides others: Set<String> = []) -> [Node] {
    var taken = others
    return nodes.map { node in
      // The dot is reserved as the separator of parent and child: "a.b" is always the "b" within "a".
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

  /// "Log Meal" as "log-meal": letters and digits of any script; everything else becomes a hyphen.
  static func slug(_ text: String) -> String {
    let slug = plainSlug(text) ?? wideSlug(text)
    return slug.isEmpty ? "node" : slug
  }

  /// A fast path on bytes, since most labels are ASCII and every node of every frame passes here. Nil for other text.
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

/// A verb that a node supports, and the action that it maps to.
public struct Offer<Action: Sendable>: Sendable {
  public let verb: Verb
  /// Nil if the entry does not have the type the node expects.
  public let action: @Sendable (Entry) -> Action?

  public init(_ verb: Verb, _ action: @escaping @Sendable (Entry) -> Action?) {
    self.verb = verb
    self.action = action
  }

  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> Offer<Other> {
    Offer<Other>(verb) { [action] entry in action(entry).map(transform) }
  }
}

/// The input that accompanies a verb.
public enum Entry: Sendable, Hashable {
  case none
  case text(String)
  case number(Double)
  case flag(Bool)
  /// Two related numbers, such as the factor and the centre of a zoom.
  case pair(Double, Double)
  /// The path of a file on this machine, valid until it was read, and its name.
  case file(path: String, name: String)

  public var text: String? { if case .text(let text) = self { text } else { nil } }
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  public var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  public var pair: (Double, Double)? { if case .pair(let one, let two) = self { (one, two) } else { nil } }
  public var file: (path: String, name: String)? {
    if case .file(let path, let name) = self { (path, name) } else { nil }
  }
}
