public import Interface
public import Kernel
internal import Permissions

// The screen as a pure function of the state, the route and the window.
extension OnboardingState {
  /// Returns the screen of a plan without content of other features.
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<OnboardingWindowAction> {
    screen(route, in: surroundings, at: window, content: { _ in [] }, act: { $0 })
  }

  /// Returns the screen with the content of other features in their steps; `act` takes this feature's own actions.
  public func screen<Action: Sendable>(
    _ route: Route, in surroundings: Surroundings, at window: WindowID,
    content: (OnboardingPlan.Step.ID) -> [Node<Action>],
    act: @escaping @Sendable (OnboardingWindowAction) -> Action
  ) -> Screen<Action> {
    var nodes = ([.heading(plan.title, level: 1)] + standing + body(in: windows[window])).map { $0.map(act) }
    if let step = shownStep(in: window), case .content = step.task {
      nodes = nodes.map { $0.filled(content(step.id)) }
    }
    return Screen(route, title: plan.title, nodes: nodes)
  }

  private func body(in local: OnboardingWindowState) -> [Node<OnboardingWindowAction>] {
    switch reading {
    case .unread, .underWay: return [.skeleton("Loading your progress")]
    case .failed(let problem):
      return [
        .notice(
          "Your progress could not be loaded. \(problem.sentence)", id: "problem", tone: .warning, icon: .warning,
          [.button("Try again", icon: .refresh, does: .retry)]), home,
      ]
    case .done: break
    }
    if isFinished { return local.open.flatMap { plan[$0] }.map { again($0, local) } ?? overview }
    return currentStep.map { [form($0, local)] + asides } ?? [home]
  }

  private var home: Node<OnboardingWindowAction> { link(plan.home) }

  private var asides: [Node<OnboardingWindowAction>] { plan.asides.map(link) }

  private func link(_ way: OnboardingPlan.Way) -> Node<OnboardingWindowAction> {
    .link(way.title, to: way.route, icon: way.icon)
  }

  private var standing: [Node<OnboardingWindowAction>] {
    guard let unsaved else { return [] }
    return [
      .notice(
        "Your progress is not saved. \(unsaved.sentence) It will be saved with your next step.", id: "unsaved",
        tone: .warning, icon: .warning)
    ]
  }

  // MARK: Current step

  private func form(
    _ step: OnboardingPlan.Step, _ local: OnboardingWindowState
  ) -> Node<OnboardingWindowAction> {
    let buttons = goOnButtons(step, local) + backButton(step)
    // A single step needs no count of steps.
    guard plan.steps.count > 1 else {
      return .group(id: "steps", content(step, local) + [.group(id: "buttons", buttons)])
    }
    return .steps(
      "First steps", id: "steps", plan.steps.map(\.title), at: position + 1, content(step, local), buttons: buttons)
  }

  private func goOnButtons(
    _ step: OnboardingPlan.Step, _ local: OnboardingWindowState
  ) -> [Node<OnboardingWindowAction>] {
    let title = position + 1 == plan.steps.count ? "Finish" : "Next"
    let skip: [Node<OnboardingWindowAction>] =
      step.isRequired ? [] : [.button("Skip this step", id: "skip", does: .skip)]
    switch step.task {
    case .carousel(_, let finish):
      if canGoOn(step) { return [.button(finish, id: "next", icon: .forward, isProminent: true, does: .next)] }
      return [.button(step.isRequired ? "Go to the last card" : "Skip", id: "skip", does: .skip)]
    case .name: return nameButtons(local) + skip
    default:
      if canGoOn(step) { return [.button(title, id: "next", icon: .forward, isProminent: true, does: .next)] }
      // Content of another feature has a button of its own.
      if case .content = step.task { return skip }
      return [.disabledButton(title, id: "next", icon: .forward, because: step.missing)] + skip
    }
  }

  private func backButton(_ step: OnboardingPlan.Step) -> [Node<OnboardingWindowAction>] {
    // A carousel has its own button to the card before.
    if case .carousel = step.task, card > 0 { return [] }
    return position > 0 ? [.button("Previous step", id: "back", icon: .back, does: .back)] : []
  }

  private func content(
    _ step: OnboardingPlan.Step, _ local: OnboardingWindowState
  ) -> [Node<OnboardingWindowAction>] {
    let title = step.task == .name && !asksName(local) ? name.map { "Hey! You're \($0), right?" } : nil
    let text: [Node<OnboardingWindowAction>] = step.text.isEmpty ? [] : [.text(step.text, id: "text")]
    // A carousel says its title itself.
    if case .carousel = step.task { return text + task(step, local) }
    return [.heading(title ?? step.title, level: 2, id: "title")] + text + task(step, local)
  }

  private func task(_ step: OnboardingPlan.Step, _ local: OnboardingWindowState) -> [Node<OnboardingWindowAction>] {
    let chosen = choices(of: step.id)
    switch step.task {
    case .choice(let choices, several: false):
      return [
        // The heading above has the title of the step.
        .choice("Choose one", id: "choice", choices.map { ($0.id, $0.title) }, selected: chosen.first) {
          .choose(step.id, choice: $0, true)
        }
      ]
    case .choice(let choices, several: true):
      return [
        .group(
          "Choose as many as you like", id: "choices",
          choices.map { choice in
            .checkbox(choice.title, id: choice.id, is: chosen.contains(choice.id) ? .on : .off) {
              .choose(step.id, choice: choice.id, $0)
            }
          })
      ]
    case .elsewhere(let ways):
      return ways.map(link) + (isDone(step.id) ? [.note("Done", tone: .success, icon: .success, id: "done")] : [])
    case .carousel(let cards, _): return [carousel(step, cards)]
    case .name: return asksName(local) ? [nameField(local)] : []
    case .permission: return primings[step.id].map { $0.nodes { .permission($0) } } ?? []
    case .connections: return [connectionList(step)]
    case .content: return [.group(id: OnboardingState.slot, [])]
    }
  }

  /// The group that takes the content of another feature.
  fileprivate static let slot = "content"

  private func carousel(
    _ step: OnboardingPlan.Step, _ cards: [OnboardingPlan.Card]
  ) -> Node<OnboardingWindowAction> {
    let pages = cards.enumerated().map { index, card in
      Node<OnboardingWindowAction>.card(
        card.title, id: "card-\(index + 1)",
        [.heading(card.title, level: 2, id: "heading"), .text(card.text, id: "text")]
          + (card.way.map { [link($0)] } ?? [])
      ).with { $0.icon = card.icon }
    }
    return .carousel(step.title, id: "cards", at: min(card, max(0, cards.count - 1)) + 1, pages) { .card($0 - 1) }
  }

  private func connectionList(_ step: OnboardingPlan.Step) -> Node<OnboardingWindowAction> {
    .list(
      "Connections", id: "connections",
      (connections[step.id] ?? []).map { connection in
        .row(connection.title, id: connection.id, value: connection.standing.words, to: connection.route).with {
          $0.icon = connection.icon
          $0.tone = connection.standing.tone
        }
      })
  }

  // MARK: Name

  /// Whether the field for a name is shown, for want of a known name or by choice.
  private func asksName(_ local: OnboardingWindowState) -> Bool { name == nil || local.asksName || typed != nil }

  private func nameField(_ local: OnboardingWindowState) -> Node<OnboardingWindowAction> {
    // Leaving the field keeps the text; the button and Enter save it and go on.
    .field("Your name", id: "name", holds: typed ?? name ?? "", draft: { .typeName($0) }, commit: { .typeName($0) }) {
      $0.purpose = .name
      $0.longest = OnboardingState.longestName
      $0.isRequired = true
      $0.invalid = local.nameProblem
      $0.enter = .saveName
    }
  }

  private func nameButtons(_ local: OnboardingWindowState) -> [Node<OnboardingWindowAction>] {
    guard asksName(local) else {
      return [
        .button("That's me", id: "confirm", icon: .success, isProminent: true, does: .confirmName),
        .button("Actually, it's...", id: "other", icon: .edit, does: .otherName),
      ]
    }
    return [.button("Save name", id: "save", icon: .forward, isProminent: true, does: .saveName)]
  }

  // MARK: Overview of finished steps

  private var overview: [Node<OnboardingWindowAction>] {
    [
      .text("You have completed all steps. You can open any of them again.", id: "text"),
      .list(
        "Steps", id: "overview",
        plan.steps.map { step in .row(step.title, id: step.id, value: words(step), does: .open(step.id)) }), home,
    ]
  }

  private func again(
    _ step: OnboardingPlan.Step, _ local: OnboardingWindowState
  ) -> [Node<OnboardingWindowAction>] {
    content(step, local) + (step.task == .name ? nameButtons(local) : [])
      + [.button("All steps", icon: .back, does: .closeStep)]
  }

  private func words(_ step: OnboardingPlan.Step) -> String {
    if case .choice(let choices, _) = step.task {
      let chosen = self.choices(of: step.id)
      let titles = choices.filter { chosen.contains($0.id) }.map(\.title)
      if !titles.isEmpty { return titles.joined(separator: ", ") }
    }
    return isDone(step.id) ? "Done" : standing(of: step.id) == .skipped ? "Skipped" : "Open"
  }
}

extension Node {
  /// The same node with `content` in the group that takes it.
  fileprivate func filled(_ content: [Node]) -> Node {
    guard role != .group || id != OnboardingState.slot else {
      var copy = self
      copy.children = content
      return copy
    }
    guard !children.isEmpty else { return self }
    var copy = self
    copy.children = children.map { $0.filled(content) }
    return copy
  }
}

extension OnboardingPlan.Step {
  /// The reason why the next step is not available yet.
  fileprivate var missing: String {
    let skip = isRequired ? "." : ", or skip this step."
    return switch task {
    case .choice(_, several: false): "Choose one first\(skip)"
    case .choice(_, several: true): "Choose at least one first\(skip)"
    case .elsewhere: "Do one of these first\(skip)"
    case .permission: "Allow it or choose Not now first\(skip)"
    case .connections: "Connect one first\(skip)"
    case .carousel, .name, .content: "Complete this step first\(skip)"
    }
  }
}

extension OnboardingConnection.Standing {
  fileprivate var words: String {
    switch self {
    case .open: "Not connected"
    case .underWay: "Connecting"
    case .connected: "Connected"
    case .failed(let reason): reason
    }
  }

  fileprivate var tone: Tone? {
    switch self {
    case .open, .underWay: nil
    case .connected: .success
    case .failed: .warning
    }
  }
}
