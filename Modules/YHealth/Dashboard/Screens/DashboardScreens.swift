internal import Connectivity
internal import Days
public import Interface
public import Kernel
internal import Mode

// The screen as a pure function of the state, the surroundings and the local state.
extension DashboardState {
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<DashboardWindowAction> {
    let feed = DashboardFeed(state: self, local: windows[window], surroundings: surroundings)
    return Screen(
      route, title: DashboardPlaces.home.title, nodes: feed.nodes,
      refresh: .refresh(isOnline: surroundings.connectivity.reachesServer))
  }
}

/// One rendering of the dashboard, with its sections in order.
struct DashboardFeed {
  typealias Leaf = Node<DashboardWindowAction>

  let state: DashboardState
  let local: DashboardWindowState
  let surroundings: Surroundings
  let band: TimeBand
  let today: CalendarDay
  let words: TimeWords

  init(state: DashboardState, local: DashboardWindowState, surroundings: Surroundings) {
    self.state = state
    self.local = local
    self.surroundings = surroundings
    band = TimeBand(surroundings.now)
    today = surroundings.now.day
    words = TimeWords(surroundings)
  }

  var isDeep: Bool { surroundings.mode == .deep }
  var isOnline: Bool { surroundings.connectivity.reachesServer }
  /// Whether nothing is known yet and the facts are being loaded.
  var isLoading: Bool { if case .failed = state.refresh { false } else { state.facts == nil } }

  /// The sections keep their order in every state, so that they are easy to find. The scores come first.
  var nodes: [Leaf] {
    let essential = header + standing + [pillars] + welcome + summary + insights
    return essential + freshness + modePrompt + focus + moreInsights + [quickActions]
  }

  private var header: [Leaf] {
    [
      .heading(band.greeting, level: 1, id: "greeting"),
      .note("\(state.plan.brand), \(words.today)", id: "date"),
    ]
  }

  func link(_ label: String, _ icon: Icon, _ tap: DashboardTap, to route: Route?, id: String) -> Leaf {
    var button = Leaf.button(label, id: id, icon: icon, does: .tap(tap))
    button.destination = route
    return button
  }
}
