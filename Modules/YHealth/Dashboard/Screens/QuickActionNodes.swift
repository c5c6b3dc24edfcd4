internal import Board
internal import Interface

// The most frequent actions, always at the same place and in the same order.
extension BoardView<DashboardCards> {
  var quickActions: Leaf {
    .section(
      "Quick actions", id: "quick-actions",
      QuickAction.allCases.map { action in
        link(action.title, action.icon, .quickAction(action), to: action.route, id: action.rawValue)
      } + (isDeep ? [more] : []))
  }

  private var more: Leaf {
    .group(
      "More to log", id: "more",
      SecondaryAction.allCases.map { action in
        link(action.title, action.icon, .secondaryAction(action), to: action.route, id: action.rawValue)
      })
  }
}
