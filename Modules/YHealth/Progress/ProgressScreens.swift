internal import Forms
public import Interface
public import Kernel
internal import Pillar

/// The content of one screen, before it is combined with nodes of other features.
struct ShownContent {
  var title: String
  var nodes: [Node<ProgressWindowAction>]
  /// The indices at which nodes of other features are inserted.
  var slots: [PillarSlot: Int] = [:]
  /// The open tab, whose panel is the last node; nil on a screen without tabs.
  var tab: PillarTab?
}

// The screens as pure functions of the state, the route, the surroundings and the local state.
extension ProgressState {
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<ProgressWindowAction> {
    screen(route, in: surroundings, at: window, with: { _ in [] }) { $0 }
  }

  /// The screen with nodes of other features, such as the entries of a pillar; `bind` converts this feature's actions.
  /// `extra` is asked only for positions that are on the screen, such as the open tab of a pillar.
  public func screen<Bound: Sendable>(
    _ route: Route, in surroundings: Surroundings, at window: WindowID, with extra: (PillarSlot) -> [Node<Bound>],
    _ bind: @escaping @Sendable (ProgressWindowAction) -> Bound
  ) -> Screen<Bound> {
    let local = windows[window]
    let shown = shown(route, surroundings, local, in: window)
    var nodes = shown.nodes.map { $0.map(bind) }
    if let tab = shown.tab, let panel = nodes.indices.last { nodes[panel].children += extra(.tab(tab)) }
    for (slot, index) in shown.slots.sorted(by: { $0.value > $1.value }) {
      nodes.insert(contentsOf: extra(slot), at: min(index, nodes.count))
    }
    let dialog = GoalFormName(route, focus: focus).flatMap { _ in local.forms.question }
    return Screen(
      route, title: shown.title, nodes: nodes, dialog: dialog?.dialog(does: ProgressState.does).map(bind),
      refresh: bind(.retry))
  }

  private func shown(
    _ route: Route, _ surroundings: Surroundings, _ local: ProgressWindowState, in window: WindowID
  ) -> ShownContent {
    if let form = GoalFormName(route, focus: focus) { return goalForm(form, surroundings, local, in: window) }
    switch route.path {
    case ProgressPlaces.goals.path: return goalList(surroundings, local)
    case ProgressPlaces.insights.path: return insights(surroundings, local)
    case ProgressPlaces.finding.path: return insight(route, surroundings, local)
    default: break
    }
    if route.path.count == 2, let pillar = Pillar(rawValue: route.path[1]) { return one(pillar, surroundings, local) }
    return all(surroundings, local)
  }

  // MARK: Status

  /// Errors, and deletions that can be undone, at the top of the screen.
  func standing(_ local: ProgressWindowState) -> [Node<ProgressWindowAction>] {
    var nodes: [Node<ProgressWindowAction>] = []
    for (reading, id) in [(days, "days-unread"), (goalsReading, "goals-unread")] {
      guard case .failed(let problem) = reading else { continue }
      nodes.append(
        .notice(
          problem.sentence, id: id, tone: .warning, icon: .warning,
          id == "days-unread" || days == .done ? [.button("Reload", icon: .refresh, does: .retry)] : []))
    }
    if let problem = local.problem {
      nodes.append(
        .notice(
          "This could not be saved. \(problem.sentence)", id: "not-kept", tone: .warning, icon: .warning,
          [.button("Hide this message", icon: .close, does: .dismissProblem)]))
    }
    if !local.undos.isEmpty {
      let words =
        local.undos.count == 1 ? local.undos.map(\.what.words).joined() : "\(local.undos.count) items removed."
      nodes.append(local.undos.notice(words, dismiss: .dismissUndos, named: \.title) { .undo($0.undoKey) })
    }
    return nodes
  }

}

extension ProgressWindowState.Removed {
  var title: String {
    switch self {
    case .goal(let kept): kept.goal.name.brief(60)
    case .finding(_, let title): title
    }
  }

  var words: String {
    switch self {
    case .goal: "Goal deleted."
    case .finding: "Insight dismissed."
    }
  }
}

extension String {
  /// The beginning of the text on one line, at most `longest` characters and an ellipsis.
  func brief(_ longest: Int) -> String {
    let line = split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count <= longest ? line : line.prefix(longest) + "..."
  }
}
