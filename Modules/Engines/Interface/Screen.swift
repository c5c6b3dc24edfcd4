/// Everything that one route shows: a pure function of a feature's state and the surroundings.
public struct Screen<Action: Sendable>: Sendable {
  public let route: Route
  public let title: String
  public let nodes: [Node<Action>]
  /// What stands in front and wants an answer first.
  public let dialog: Node<Action>?
  /// What pulling down does.
  public let refresh: Action?

  public init(
    _ route: Route, title: String, nodes: [Node<Action>], dialog: Node<Action>? = nil, refresh: Action? = nil
  ) {
    self.route = route
    self.title = title
    // The dialog beside the rest, since a button and the dialog it opens often bear the same name.
    let placed = Node.placed(nodes + (dialog.map { [$0] } ?? []), under: "", besides: Chrome<Action>.names)
    self.nodes = Array(placed.prefix(nodes.count))
    self.dialog = dialog == nil ? nil : placed.last
    self.refresh = refresh
  }

  private init(
    route: Route, title: String, placed nodes: [Node<Action>], dialog: Node<Action>?, refresh: Action?
  ) {
    self.route = route
    self.title = title
    self.nodes = nodes
    self.dialog = dialog
    self.refresh = refresh
  }

  /// The same screen for another type of action, such as one that is bound to its feature.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> Screen<Other> {
    Screen<Other>(
      route: route, title: title, placed: nodes.map { $0.map(transform) }, dialog: dialog?.map(transform),
      refresh: refresh.map(transform))
  }
}

/// What stands around a screen wherever a person is: bars, tabs, banners, and whatever dialog belongs to them.
public struct Chrome<Action: Sendable>: Sendable {
  /// The identifiers of what stands around a screen and of the frame itself; a screen's own nodes are numbered rather
  /// than share one, since every identifier of a frame names one node.
  static var names: Set<String> {
    [
      "notices", "top", "parts", "tabs", "prompt", "toast", "frame", "frame-chrome", "frame-main", "frame-toasts",
      "frame-dialog",
    ]
  }

  public let nodes: [Node<Action>]
  public let dialog: Node<Action>?

  public init(_ nodes: [Node<Action>], dialog: Node<Action>? = nil) {
    let placed = Node.placed(nodes + (dialog.map { [$0] } ?? []), under: "")
    self.nodes = Array(placed.prefix(nodes.count))
    self.dialog = dialog == nil ? nil : placed.last
  }
}
