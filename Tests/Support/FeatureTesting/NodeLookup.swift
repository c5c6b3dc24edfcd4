public import Interface

extension Screen {
  /// Every node of the screen in reading order, those of its dialog last.
  public var all: [Node<Action>] { nodes.flatMap(\.all) + (dialog?.all ?? []) }
}

extension Sequence {
  /// The first node with that label that offers an action, or else the first with that label: a heading often has the
  /// label of the button below it.
  public func node<Action>(labelled label: String) -> Node<Action>? where Element == Node<Action> {
    let found = filter { $0.label == label }
    return found.first { !$0.offers.isEmpty } ?? found.first
  }

  /// The action of the first node of that label that offers the verb for that entry.
  public func action<Action>(of label: String, _ verb: Verb = .activate, _ entry: Entry = .none) -> Action?
  where Element == Node<Action> {
    lazy.filter { $0.label == label }.compactMap { $0.offer(verb)?.action(entry) }.first
  }
}
