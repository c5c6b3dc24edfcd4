/// One change on the way from an old tree to a new one. Nodes keep their identity by id, so focus, caret and what a
/// person is typing stay where they are.
public enum Difference: Sendable, Hashable {
  /// The element's own properties changed; changes to its children are separate differences.
  case update(Element)
  /// Inserts before the child with that id, or at the end if nil.
  case insert(Element, into: String, before: String?)
  case remove(String)
  case move(String, in: String, before: String?)

  var isRemoval: Bool { if case .remove = self { true } else { false } }
}

extension Element {
  /// The changes that turn an older tree with the same root into this one.
  public func differences(from older: Element) -> [Difference] {
    var differences: [Difference] = []
    collect(from: older, into: &differences)
    // Removals first: a node that changes its parent leaves the old one before it is inserted into the new one.
    return differences.filter(\.isRemoval) + differences.filter { !$0.isRemoval }
  }

  private func collect(from older: Element, into differences: inout [Difference]) {
    if !saysTheSame(as: older) { differences.append(.update(withoutChildren)) }
    if children.count == older.children.count, zip(children, older.children).allSatisfy({ $0.id == $1.id }) {
      for (new, old) in zip(children, older.children) { new.collect(from: old, into: &differences) }
    } else {
      arrange(from: older, into: &differences)
    }
  }

  private func arrange(from older: Element, into differences: inout [Difference]) {
    let kept = Dictionary(older.children.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let wanted = Set(children.map(\.id))
    for child in older.children where !wanted.contains(child.id) { differences.append(.remove(child.id)) }
    let steady = steady(among: older.children)
    // From the right, so that the sibling each child is placed before is already in its final position.
    var next: String?
    for child in children.reversed() {
      if kept[child.id] == nil {
        differences.append(.insert(child, into: id, before: next))
      } else if !steady.contains(child.id) {
        differences.append(.move(child.id, in: id, before: next))
      }
      next = child.id
    }
    for child in children {
      if let old = kept[child.id] { child.collect(from: old, into: &differences) }
    }
  }

  /// The largest set of children that need not move: the longest increasing subsequence.
  private func steady(among older: [Element]) -> Set<String> {
    let places = Dictionary(children.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let order = older.compactMap { places[$0.id] }
    var tails: [Int] = []
    var before = [Int?](repeating: nil, count: order.count)
    for (index, place) in order.enumerated() {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if order[tails[middle]] < place { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? tails[low - 1] : nil
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var steady: Set<String> = []
    var next = tails.last
    while let index = next {
      steady.insert(children[order[index]].id)
      next = before[index]
    }
    return steady
  }

  private var withoutChildren: Element {
    var copy = self
    copy.children = []
    return copy
  }

  private func saysTheSame(as other: Element) -> Bool {
    role == other.role && label == other.label && value == other.value && state == other.state && hint == other.hint
      && actions == other.actions && destination == other.destination && chart == other.chart && view == other.view
  }
}

extension Element {
  /// This tree with the changes applied; nil if one of them names a node that does not exist.
  public func applying(_ differences: [Difference]) -> Element? {
    var copy = self
    for difference in differences where !copy.apply(difference) { return nil }
    return copy
  }

  private mutating func apply(_ difference: Difference) -> Bool {
    switch difference {
    case .update(let new):
      change(new.id) { element in
        let children = element.children
        element = new
        element.children = children
        return true
      }
    case .insert(let new, let parent, let next):
      change(parent) { $0.insert(new, before: next) }
    case .remove(let gone):
      changeParent(of: gone) { element, at in
        element.children.remove(at: at)
        return true
      }
    case .move(let moved, let parent, let next):
      changeParent(of: moved) { element, at in
        element.id == parent && element.insert(element.children.remove(at: at), before: next)
      }
    }
  }

  private mutating func insert(_ child: Element, before next: String?) -> Bool {
    guard let next else {
      children.append(child)
      return true
    }
    guard let at = children.firstIndex(where: { $0.id == next }) else { return false }
    children.insert(child, at: at)
    return true
  }

  private mutating func change(_ wanted: String, _ body: (inout Element) -> Bool) -> Bool {
    if id == wanted { return body(&self) }
    for index in children.indices where children[index].change(wanted, body) { return true }
    return false
  }

  private mutating func changeParent(of wanted: String, _ body: (inout Element, Int) -> Bool) -> Bool {
    if let at = children.firstIndex(where: { $0.id == wanted }) { return body(&self, at) }
    for index in children.indices where children[index].changeParent(of: wanted, body) { return true }
    return false
  }
}

extension Difference: Codable {
  private enum Kind: String, Codable { case update, insert, remove, move }
  private enum CodingKeys: String, CodingKey { case change, node, id, parent, before }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String { try container.decode(String.self, forKey: key) }
    let before = try container.decodeIfPresent(String.self, forKey: .before)
    switch try container.decode(Kind.self, forKey: .change) {
    case .update: self = .update(try container.decode(Element.self, forKey: .node))
    case .insert:
      self = .insert(try container.decode(Element.self, forKey: .node), into: try text(.parent), before: before)
    case .remove: self = .remove(try text(.id))
    case .move: self = .move(try text(.id), in: try text(.parent), before: before)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .update(let node):
      try container.encode(Kind.update, forKey: .change)
      try container.encode(node, forKey: .node)
    case .insert(let node, let parent, let before):
      try container.encode(Kind.insert, forKey: .change)
      try container.encode(node, forKey: .node)
      try container.encode(parent, forKey: .parent)
      try container.encodeIfPresent(before, forKey: .before)
    case .remove(let id):
      try container.encode(Kind.remove, forKey: .change)
      try container.encode(id, forKey: .id)
    case .move(let id, let parent, let before):
      try container.encode(Kind.move, forKey: .change)
      try container.encode(id, forKey: .id)
      try container.encode(parent, forKey: .parent)
      try container.encodeIfPresent(before, forKey: .before)
    }
  }
}
