/// The content of one route: a pure function of a feature's state and the surroundings.
public struct Screen<Action: Sendable>: Sendable {
  public let route: Route
  public let title: String
  public let nodes: [Node<Action>]
  /// The open dialog, modal to the rest.
  public let dialog: Node<Action>?
  /// The action of pull-to-refresh.
  public let refresh: Action?

  public init(
    _ route: Route, title: String, nodes: [Node<Action>], dialog: Node<Action>? = nil, refresh: Action? = nil
  ) {
    self.route = route
    self.title = title
    // Ids are assigned together with the dialog's, since a button and the dialog it opens often have the same name.
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

  /// Returns this screen as a sheet in front of another one. A question of this screen takes the place of the sheet until
  /// it is answered.
  public func sheet(over below: Screen, closes: Action, back: Action?) -> Screen {
    let own = Node.renamed(nodes, besides: Node<Action>.sheetNames)
    let front = dialog ?? .sheet(title, own, dismiss: closes, back: back)
    let behind = Node.renamed(below.nodes, besides: Set(front.all.map { $0.id }))
    return Screen(route: route, title: title, placed: behind, dialog: front, refresh: nil)
  }

  /// Returns this screen with another node below its heading.
  public func opening(with node: Node<Action>) -> Screen {
    let taken = Chrome<Action>.names.union(nodes.map { $0.id } + (dialog.map { [$0.id] } ?? []))
    let added = Node.placed([node], under: "", besides: taken)
    let start = nodes.first?.role == .heading ? 1 : 0
    let all = Array(nodes.prefix(start)) + added + Array(nodes.dropFirst(start))
    return Screen(route: route, title: title, placed: all, dialog: dialog, refresh: refresh)
  }

  /// Returns this screen with another node below the one with that id, or at the end when there is none.
  public func adding(_ node: Node<Action>, below id: String) -> Screen {
    let taken = Chrome<Action>.names.union(nodes.map { $0.id } + (dialog.map { [$0.id] } ?? []))
    let added = Node.placed([node], under: "", besides: taken)
    let index = nodes.firstIndex { $0.id == id }.map { $0 + 1 } ?? nodes.count
    let all = Array(nodes.prefix(index)) + added + Array(nodes.dropFirst(index))
    return Screen(route: route, title: title, placed: all, dialog: dialog, refresh: refresh)
  }

  /// The same screen with its actions transformed, for example bound to its feature.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> Screen<Other> {
    Screen<Other>(
      route: route, title: title, placed: nodes.map { $0.map(transform) }, dialog: dialog?.map(transform),
      refresh: refresh.map(transform))
  }
}

/// The parts of a window around the screen: bars, tabs, banners, and a dialog of theirs.
public struct Chrome<Action: Sendable>: Sendable {
  /// Ids reserved for the chrome and the frame; a screen's own nodes with one of these ids are numbered, since every id
  /// is unique in its frame.
  static var names: Set<String> {
    [
      "notices", "top", "parts", "tabs", "prompt", "toast", "aids", "frame", "frame-chrome", "frame-main",
      "frame-toasts",
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
