internal import Connectivity
public import Days
public import Interface
public import Kernel
internal import Mode
public import Platform

extension BoardState {
  /// The screen as a pure function of the state, the surroundings and the local state.
  public func screen(_ route: Route, titled title: String, in surroundings: Surroundings, at window: WindowID)
    -> Screen<LocalAction>
  {
    let view = BoardView(state: self, local: windows[window], surroundings: surroundings)
    return Screen(
      route, title: title, nodes: content.nodes(view),
      refresh: .refresh(isOnline: surroundings.connectivity.reachesServer))
  }
}

extension BoardState {
  /// The screen with more nodes at the end of one of its sections, from another feature of the product.
  public func screen<Other: Sendable>(
    _ route: Route, titled title: String, in surroundings: Surroundings, at window: WindowID,
    adding more: [Node<Other>],
    to section: String, _ bind: @escaping @Sendable (LocalAction) -> Other
  ) -> Screen<Other> {
    let view = BoardView(state: self, local: windows[window], surroundings: surroundings)
    let nodes = content.nodes(view).map { node in
      var bound = node.map(bind)
      if node.id == section { bound.children += more }
      return bound
    }
    return Screen(
      route, title: title, nodes: nodes, refresh: bind(.refresh(isOnline: surroundings.connectivity.reachesServer)))
  }
}

/// The input of one rendering of the cards, and the parts that every board has: the age of its content, and a way to
/// refresh it.
public struct BoardView<Content: BoardContent>: Sendable {
  public typealias Leaf = Node<BoardWindowAction<Content.Tap>>

  let state: BoardState<Content>
  let local: BoardWindowState
  public let surroundings: Surroundings
  /// The part of the day, in the person's zone.
  public let part: DayPart
  public let today: CalendarDay
  public let words: TimeWords

  init(state: BoardState<Content>, local: BoardWindowState, surroundings: Surroundings) {
    self.state = state
    self.local = local
    self.surroundings = surroundings
    part = DayPart(surroundings.now)
    today = surroundings.now.day
    words = TimeWords(surroundings)
  }

  public var content: Content { state.content }
  public var facts: Content.Facts? { state.facts }
  /// The instant up to which the facts hold.
  public var asOf: Date? { state.asOf }
  /// The time at which no part of the facts was missing.
  public var wholeAt: Date? { state.wholeAt }
  public var isDeep: Bool { surroundings.mode == .deep }
  public var isOnline: Bool { surroundings.connectivity.reachesServer }
  /// Whether nothing is known yet and the facts are being loaded.
  public var isLoading: Bool { if case .failed = state.refresh { false } else { state.facts == nil } }

  // MARK: Parts of every board

  /// Above the cards: what a user must know before reading on.
  public var standing: [Leaf] { refreshing + failure + age }

  /// Shown only after a pull: a background refresh does not disturb the user.
  private var refreshing: [Leaf] {
    guard local.isPulling else { return [] }
    return [Leaf.progress("Refreshing your \(state.content.name)", id: "refreshing").with { $0.live = .polite }]
  }

  private var failure: [Leaf] {
    let isOffline = local.wasPulledOffline && !isOnline
    let problem: Problem? = if case .failed(let problem) = state.refresh { problem } else { nil }
    guard problem != nil || isOffline else { return [] }
    let why: [Leaf] = isOffline ? [.text("You are offline.", id: "offline")] : []
    guard state.facts != nil, let asOf else {
      guard let problem else { return [.notice("You are offline.", id: "unloaded", tone: .warning, icon: .offline)] }
      return [
        .notice(
          problem.sentence, id: "unloaded", tone: .warning, icon: .warning,
          [
            .button(
              "Load the \(state.content.name) again", id: "again", icon: .refresh, does: .refresh(isOnline: true))
          ])
      ]
    }
    return [
      .notice(
        "Showing data from \(words.brief(asOf)). Pull to refresh when online.", id: "cached", tone: .warning,
        icon: isOnline ? .warning : .offline, why)
    ]
  }

  private var age: [Leaf] {
    guard state.facts != nil, let asOf, let badge = words.badge(asOf) else { return [] }
    return [.note(badge, tone: .warning, icon: .warning, id: "age")]
  }

  /// The instant up to which the content holds, with a button for users without a touch screen.
  public var freshness: [Leaf] {
    guard state.facts != nil, let asOf else { return [] }
    return [
      Leaf(
        .toolbar, "Refresh", id: "updated",
        children: [
          .note(words.updated(asOf), icon: .clock, id: "freshness"),
          .button("Refresh", id: "refresh", icon: .refresh, does: .refresh(isOnline: isOnline)),
        ])
    ]
  }

  /// A button that also leads somewhere, so that it can be opened in a new tab.
  public func link(_ label: String, _ icon: Icon, _ tap: Content.Tap, to route: Route?, id: String) -> Leaf {
    var button = Leaf.button(label, id: id, icon: icon, does: .tap(tap))
    button.destination = route
    return button
  }
}
