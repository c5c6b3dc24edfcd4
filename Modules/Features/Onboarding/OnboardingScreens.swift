public import Interface
public import Kernel

// The screen as a pure function of the state, the route and the window.
extension OnboardingState {
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<OnboardingWindowAction> {
    Screen(
      route, title: plan.title, nodes: [.heading(plan.title, level: 1)] + standing + body(in: windows[window]))
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
    if isFinished { return local.open.flatMap { plan[$0] }.map(again) ?? overview }
    return currentStep.map { [form($0)] } ?? [home]
  }

  private var home: Node<OnboardingWindowAction> { .link(plan.home.title, to: plan.home.route, icon: plan.home.icon) }

  private var standing: [Node<OnboardingWindowAction>] {
    guard let unsaved else { return [] }
    return [
      .notice(
        "Your progress is not saved. \(unsaved.sentence) It will be saved with your next step.", id: "unsaved",
        tone: .warning, icon: .warning)
    ]
  }

  // MARK: Current step

  private func form(_ step: OnboardingPlan.Step) -> Node<OnboardingWindowAction> {
    let isLast = position + 1 == plan.steps.count
    let title = isLast ? "Finish" : "Next"
    var buttons: [Node<OnboardingWindowAction>] = [
      canGoOn(step)
        ? .button(title, id: "next", icon: .forward, isProminent: true, does: .next)
        : .disabledButton(title, id: "next", icon: .forward, because: step.task.missing)
    ]
    if !canGoOn(step) { buttons.append(.button("Skip this step", id: "skip", does: .skip)) }
    if position > 0 { buttons.append(.button("Previous step", id: "back", icon: .back, does: .back)) }
    return .steps(
      "First steps", id: "steps", plan.steps.map(\.title), at: position + 1, content(step), buttons: buttons)
  }

  private func content(_ step: OnboardingPlan.Step) -> [Node<OnboardingWindowAction>] {
    [.heading(step.title, level: 2, id: "title"), .text(step.text, id: "text")] + task(step)
  }

  private func task(_ step: OnboardingPlan.Step) -> [Node<OnboardingWindowAction>] {
    let chosen = choices(of: step.id)
    switch step.task {
    case .choice(let choices, several: false):
      return [
        .choice(step.title, id: "choice", choices.map { ($0.id, $0.title) }, selected: chosen.first) {
          .choose(step.id, choice: $0, true)
        }
      ]
    case .choice(let choices, several: true):
      return [
        .group(
          step.title, id: "choices",
          choices.map { choice in
            .checkbox(choice.title, id: choice.id, is: chosen.contains(choice.id) ? .on : .off) {
              .choose(step.id, choice: choice.id, $0)
            }
          })
      ]
    case .elsewhere(let ways):
      let links = ways.map { Node<OnboardingWindowAction>.link($0.title, to: $0.route, icon: $0.icon) }
      return links + (isDone(step.id) ? [.note("Done", tone: .success, icon: .success, id: "done")] : [])
    }
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

  private func again(_ step: OnboardingPlan.Step) -> [Node<OnboardingWindowAction>] {
    content(step) + [.button("All steps", icon: .back, does: .closeStep)]
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

extension OnboardingPlan.Task {
  /// The reason why the next step is not available yet.
  fileprivate var missing: String {
    switch self {
    case .choice(_, several: false): "Choose one first, or skip this step."
    case .choice(_, several: true): "Choose at least one first, or skip this step."
    case .elsewhere: "Do one of these first, or skip this step."
    }
  }
}
