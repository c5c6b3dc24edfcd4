public import Board
public import Interface
public import Kernel
internal import Pillar

/// The cards of yHealth's dashboard.
public struct DashboardCards: BoardContent {
  /// The product's name in the header.
  public var brand: String
  /// The actions that are not available in this product.
  public var unavailable: Set<QuickAction>

  public init(brand: String, unavailable: Set<QuickAction> = []) {
    self.brand = brand
    self.unavailable = unavailable
  }

  public var name: String { "dashboard" }

  /// The sections keep their order in every state, so that they are easy to find. The scores come first.
  public func nodes(_ view: BoardView<DashboardCards>) -> [Node<DashboardWindowAction>] {
    let essential = view.header + view.standing + [view.pillars] + view.welcome + view.summary + view.insights
    return essential + view.logToday + view.modePrompt + view.focus + view.moreInsights + [view.quickActions]
      + view.freshness
  }

  public func outcome(of tap: DashboardTap, facts: DashboardFacts?) -> BoardOutcome {
    switch tap {
    case .pillar(let pillar): return .open(Ways.pillar(pillar.rawValue))
    case .secondaryAction(let action): return .open(action.route)
    case .insight(let id):
      let card = ((facts?.insights ?? []) + InsightCard.generalTips).first { $0.id == id }
      return card.map { .open($0.route) } ?? .nothing
    case .quickAction(let action):
      if unavailable.contains(action) { return .tell(Toast(.unavailable(action.feature), tone: .warning)) }
      return action.route.map { .open($0) } ?? .choose
    }
  }
}

public typealias Dashboard = Board<DashboardCards>
public typealias DashboardState = BoardState<DashboardCards>
public typealias DashboardAction = BoardAction<DashboardFacts>
public typealias DashboardWindowAction = BoardWindowAction<DashboardTap>
public typealias DashboardEvent = BoardEvent<DashboardTap>
public typealias DashboardNeeds = BoardNeeds<DashboardFacts>
public typealias CachedDashboard = KeptBoard<DashboardFacts>

extension DashboardState {
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<DashboardWindowAction> {
    screen(route, titled: DashboardPlaces.home.title, in: surroundings, at: window)
  }

  /// The screen with more nodes in the section of what to log, from another feature of the product.
  public func screen<Other: Sendable>(
    _ route: Route, in surroundings: Surroundings, at window: WindowID, today more: [Node<Other>],
    _ bind: @escaping @Sendable (DashboardWindowAction) -> Other
  ) -> Screen<Other> {
    screen(route, titled: DashboardPlaces.home.title, in: surroundings, at: window, adding: more, to: "log-today", bind)
  }
}
