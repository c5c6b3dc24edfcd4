internal import Kernel
internal import Permissions

// The user's actions: choices, and the way from step to step.
extension OnboardingState {
  mutating func decide(_ action: OnboardingWindowAction, from window: WindowID) -> Steps {
    guard reading == .done || action == .retry else { return [] }
    switch action {
    case .choose(let id, let choice, let isOn): return choose(choice, of: id, isOn)
    case .next:
      guard !isFinished, let step = currentStep, canGoOn(step) else { return [] }
      steps[step.id, default: .init()].standing = .done
      return goOn(from: step, in: window)
    case .skip:
      guard !isFinished, let step = currentStep, canSkip(step) else { return [] }
      // Its last card has the button that completes a required one.
      if step.isRequired, case .carousel(let cards, _) = step.task {
        card = max(0, cards.count - 1)
        return []
      }
      if standing(of: step.id) != .done { steps[step.id, default: .init()].standing = .skipped }
      return goOn(from: step, in: window)
    case .back: return goBack(in: window)
    case .card(let index):
      guard case .carousel(let cards, _) = shownStep(in: window)?.task, cards.indices.contains(index) else { return [] }
      card = index
    case .confirmName:
      guard let step = shownStep(in: window), step.task == .name, let name else { return [] }
      return take(name, of: step, in: window)
    case .otherName:
      windows[window].asksName = true
      windows[window].nameProblem = nil
    case .typeName(let text):
      typed = String(text.prefix(OnboardingState.longestName))
      windows[window].nameProblem = nil
    case .saveName:
      guard let step = shownStep(in: window), step.task == .name else { return [] }
      guard let name = OnboardingState.name(typed ?? self.name ?? "") else {
        windows[window].nameProblem = "Enter the name you go by."
        return []
      }
      return take(name, of: step, in: window)
    case .permission(let action):
      guard let step = shownStep(in: window) else { return [] }
      return prime(step, action)
    case .appeared: return shownStep(in: window).map { prime($0, .returned) } ?? []
    case .open(let id):
      guard isFinished, plan[id] != nil else { return [] }
      windows[window].open = id
      card = 0
      return shownStep(in: window).map { prime($0, .returned) } ?? []
    case .closeStep: windows[window].open = nil
    case .retry: if case .failed = reading { return load() }
    }
    return []
  }

  /// The step on the screen of that window.
  func shownStep(in window: WindowID) -> OnboardingPlan.Step? {
    isFinished ? windows[window].open.flatMap { plan[$0] } : currentStep
  }

  private mutating func prime(_ step: OnboardingPlan.Step, _ action: PermissionPriming.Action) -> Steps {
    guard case .permission(let permission) = step.task, let request = primings[step.id]?.receive(action) else {
      return []
    }
    // The system's question may stay open for as long as the person likes.
    let lane: Lane = request == .ask ? .unawaited("permission \(step.id)") : .latest("permission \(step.id)")
    return [.run(.permission(step.id, permission.id, request), lane)]
  }

  private mutating func take(_ name: String, of step: OnboardingPlan.Step, in window: WindowID) -> Steps {
    self.name = name
    typed = nil
    windows[window].asksName = false
    windows[window].nameProblem = nil
    steps[step.id, default: .init()].standing = .done
    let said: Steps = [.say(.named(name))]
    if isFinished {
      windows[window].open = nil
      return said
    }
    return said + goOn(from: step, in: window)
  }

  /// Goes to the next step that no other device has passed, or finishes.
  mutating func goOn(from step: OnboardingPlan.Step, in window: WindowID) -> Steps {
    let after = plan.steps.firstIndex(of: step).map { plan.steps[($0 + 1)...] } ?? []
    // A required step may have been left open on the way, as when a consent was withdrawn.
    let next =
      after.first { !isPassedElsewhere($0.id) } ?? plan.steps.first { $0.isRequired && standing(of: $0.id) != .done }
    guard let next else {
      isFinished = true
      current = nil
      return [.tell(.finished, window)] + gateNews
    }
    current = next.id
    card = 0
    return prime(next, .returned)
  }

  private mutating func goBack(in window: WindowID) -> Steps {
    guard !isFinished, let step = currentStep else { return [] }
    if case .carousel = step.task, card > 0 {
      card -= 1
      return []
    }
    guard position > 0 else { return [] }
    let before = plan.steps[position - 1]
    // Asked for by name, the step counts as one of this device.
    if isPassedElsewhere(before.id) { steps[before.id, default: .init()].standing = standing(of: before.id) }
    current = before.id
    card = if case .carousel(let cards, _) = before.task { max(0, cards.count - 1) } else { 0 }
    return prime(before, .returned)
  }

  private mutating func choose(_ choice: String, of id: String, _ isOn: Bool) -> Steps {
    guard case .choice(_, let several) = plan[id]?.task else { return [] }
    let before = choices(of: id)
    let others = several ? before.filter { $0 != choice } : []
    set(isOn ? others + [choice] : others, of: id)
    let after = choices(of: id)
    return after == before ? [] : [.say(.chose(id, choices: after))]
  }
}
