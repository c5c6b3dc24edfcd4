internal import Interface
internal import Kernel
internal import Mode

// The status of the content: its age, what is missing, and first steps for a new user.
extension DashboardFeed {
  /// Above the tiles: what a user must know before reading on.
  var standing: [Leaf] { refreshing + failure + age }

  /// Shown only after a pull: a background refresh does not disturb the user.
  private var refreshing: [Leaf] {
    guard local.isPulling else { return [] }
    return [Leaf.progress("Refreshing your dashboard", id: "refreshing").with { $0.live = .polite }]
  }

  private var failure: [Leaf] {
    let isOffline = local.wasPulledOffline && !isOnline
    let problem: Problem? = if case .failed(let problem) = state.refresh { problem } else { nil }
    guard problem != nil || isOffline else { return [] }
    let why: [Leaf] = isOffline ? [.text("You are offline.", id: "offline")] : []
    guard state.facts != nil, let asOf = state.asOf else {
      guard let problem else { return [.notice("You are offline.", id: "unloaded", tone: .warning, icon: .offline)] }
      return [
        .notice(
          problem.sentence, id: "unloaded", tone: .warning, icon: .warning,
          [.button("Load the dashboard again", id: "again", icon: .refresh, does: .refresh(isOnline: true))])
      ]
    }
    return [
      .notice(
        .showing(from: words.brief(asOf)), id: "cached", tone: .warning, icon: isOnline ? .warning : .offline, why)
    ]
  }

  private var age: [Leaf] {
    guard state.facts != nil, let asOf = state.asOf, let badge = words.badge(asOf) else { return [] }
    return [.note(badge, tone: .warning, icon: .warning, id: "age")]
  }

  /// Below the tiles: the first steps of a new user.
  var welcome: [Leaf] {
    guard let facts = state.facts, !facts.hasData else { return [] }
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

  /// The instant up to which the content holds.
  var freshness: [Leaf] {
    guard state.facts != nil, let asOf = state.asOf else { return [] }
    // A button for users without a touch screen.
    let again = Leaf.button(
      "Refresh", id: "refresh", icon: .refresh, does: DashboardWindowAction.refresh(isOnline: isOnline))
    return [.note(.updated(words.brief(asOf)), icon: .clock, id: "freshness"), again]
  }

  var modePrompt: [Leaf] {
    guard let facts = state.facts, !facts.isModeChosen else { return [] }
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
