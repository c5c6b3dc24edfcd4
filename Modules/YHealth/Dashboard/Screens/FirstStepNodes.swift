internal import Board
internal import Interface
internal import Kernel
internal import Mode

// The first steps of a new user.
extension BoardView<DashboardCards> {
  /// Below the tiles: the first steps of a new user.
  var welcome: [Leaf] {
    guard let facts, !facts.hasData else { return [] }
    return [
      .notice(
        .welcome, id: "welcome", tone: .info, icon: .star,
        [
          .link("Connect a wearable", to: Ways.connect, id: "connect", icon: .device),
          .link("Log your first meal", to: Ways.meal, id: "meal", icon: .food),
          .link("Set up step by step", to: Ways.onboarding, id: "onboarding", icon: .list),
        ])
    ]
  }

  var modePrompt: [Leaf] {
    guard let facts, !facts.isModeChosen else { return [] }
    return [
      .notice(
        "Light shows the essential, Deep shows everything. Choose what suits you.", id: "mode", tone: .info,
        icon: .settings,
        [
          .button("Stay with Light", id: "stay", does: .choose(.light)),
          .link("Choose Light or Deep", to: Ways.mode, id: "choose", icon: .forward),
        ])
    ]
  }
}
