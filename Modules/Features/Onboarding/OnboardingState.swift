internal import FoundationEssentials
public import Kernel

/// A person's progress through onboarding, and the choices made.
public struct OnboardingState: WindowedDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)

    /// Whether reading has ended, with or without a result.
    public var isOver: Bool { self != .unread && self != .underWay }
  }

  public let plan: OnboardingPlan
  public internal(set) var reading = Reading.unread
  var steps: [String: KeptOnboarding.Step] = [:]
  var current: String?
  /// Whether the person has finished onboarding.
  public internal(set) var isFinished = false
  /// Whether the person was led to onboarding once; they may have left it.
  var wasLed = false
  /// The reason why the last change is not on disk.
  var unsaved: Problem?
  public var windows = WindowStates<OnboardingWindowState>()
  /// Actions that arrived before the stored progress was read.
  var early: [OnboardingAction] = []

  public init(_ plan: OnboardingPlan) { self.plan = plan }

  // MARK: Derived state

  /// Whether a new user should be led to onboarding: once, and only after the store has reported no earlier visit.
  public var isWanted: Bool { reading == .done && !isFinished && !wasLed && !plan.steps.isEmpty }

  /// The choices of a step.
  public func choices(of step: String) -> [String] { steps[step]?.choices ?? [] }

  public func isDone(_ step: String) -> Bool { standing(of: step) == .done }

  func standing(of step: String) -> KeptOnboarding.Standing { steps[step]?.standing ?? .open }

  /// The index of the current step: where the person left, or the first open step.
  var position: Int {
    plan.steps.firstIndex { $0.id == current } ?? plan.steps.firstIndex { standing(of: $0.id) == .open } ?? 0
  }

  // MARK: Action handling

  public typealias Steps = [Step<OnboardingEffect, OnboardingEvent>]

  public mutating func receive(_ action: OnboardingAction, at now: Moment) -> Steps {
    var before = progress
    // Loaded progress is not stored again; actions that arrived before it are.
    if case .loaded(let kept) = action, let kept {
      before = (kept.steps, kept.current, kept.isFinished, kept.wasLed ?? false)
    }
    let followed = decide(action)
    return followed + keep(since: before, now)
  }

  public mutating func receive(_ action: OnboardingWindowAction, from window: WindowID, at now: Moment) -> Steps {
    let before = progress
    let followed = decide(action, from: window)
    return followed + keep(since: before, now)
  }

  private mutating func decide(_ action: OnboardingAction) -> Steps {
    switch action {
    case .begin: if reading == .unread { return load() }
    case .led: if reading == .done { wasLed = true }
    case .done(let id):
      guard reading == .done else { return waitFor(action) }
      if plan[id] != nil { steps[id, default: .init()].standing = .done }
    case .heard(let id, let choices):
      guard reading == .done else { return waitFor(action) }
      set(choices, of: id)
    case .loaded(let kept): return take(kept)
    case .notLoaded(let problem): reading = .failed(problem)
    case .kept: unsaved = nil
    case .notKept(let problem): unsaved = problem
    }
    return []
  }

  private mutating func load() -> Steps {
    reading = .underWay
    return [.run(.load, .latest("load"))]
  }

  /// Queues an action until the stored progress is read; keeps the newest hundred.
  private mutating func waitFor(_ action: OnboardingAction) -> Steps {
    early = Array((early.filter { $0 != action } + [action]).suffix(100))
    return []
  }

  private mutating func take(_ kept: KeptOnboarding?) -> Steps {
    reading = .done
    if let kept {
      steps = kept.steps
      current = kept.current
      isFinished = kept.isFinished
      wasLed = kept.wasLed ?? false
    }
    let waited = early
    early = []
    var followed: Steps = []
    for action in waited { followed += decide(action) }
    return followed
  }

  private typealias Progress = (
    steps: [String: KeptOnboarding.Step], current: String?, isFinished: Bool, wasLed: Bool
  )

  private var progress: Progress { (steps, current, isFinished, wasLed) }

  /// Stores the progress, if it has changed and the stored one was read.
  private func keep(since before: Progress, _ now: Moment) -> Steps {
    guard reading == .done, before != progress else { return [] }
    let kept = KeptOnboarding(steps: steps, current: current, isFinished: isFinished, wasLed: wasLed, at: now.date)
    return [.run(.keep(kept), .newest("keep"))]
  }

  // MARK: Step navigation and choices

  private mutating func decide(_ action: OnboardingWindowAction, from window: WindowID) -> Steps {
    guard reading == .done || action == .retry else { return [] }
    switch action {
    case .choose(let id, let choice, let isOn): return choose(choice, of: id, isOn)
    case .next:
      guard !isFinished, let step = currentStep, canGoOn(step) else { return [] }
      steps[step.id, default: .init()].standing = .done
      return goOn(from: step, in: window)
    case .skip:
      guard !isFinished, let step = currentStep else { return [] }
      if standing(of: step.id) != .done { steps[step.id, default: .init()].standing = .skipped }
      return goOn(from: step, in: window)
    case .back: if !isFinished, position > 0 { current = plan.steps[position - 1].id }
    case .open(let id): if isFinished, plan[id] != nil { windows[window].open = id }
    case .closeStep: windows[window].open = nil
    case .retry: if case .failed = reading { return load() }
    }
    return []
  }

  var currentStep: OnboardingPlan.Step? { plan.steps.indices.contains(position) ? plan.steps[position] : nil }

  /// Whether the step is complete. An incomplete step can still be skipped.
  func canGoOn(_ step: OnboardingPlan.Step) -> Bool {
    switch step.task {
    case .choice: !choices(of: step.id).isEmpty
    case .elsewhere: isDone(step.id)
    }
  }

  private mutating func goOn(from step: OnboardingPlan.Step, in window: WindowID) -> Steps {
    guard let place = plan.steps.firstIndex(of: step), place + 1 < plan.steps.count else {
      isFinished = true
      current = nil
      return [.tell(.finished, window)]
    }
    current = plan.steps[place + 1].id
    return []
  }

  private mutating func choose(_ choice: String, of id: String, _ isOn: Bool) -> Steps {
    guard case .choice(_, let several) = plan[id]?.task else { return [] }
    let before = choices(of: id)
    let others = several ? before.filter { $0 != choice } : []
    set(isOn ? others + [choice] : others, of: id)
    let after = choices(of: id)
    return after == before ? [] : [.say(.chose(id, choices: after))]
  }

  /// Sets the choices, in the plan's order and limited to what the plan has.
  private mutating func set(_ choices: [String], of id: String) {
    guard case .choice(let known, let several) = plan[id]?.task else { return }
    let chosen = known.map(\.id).filter(choices.contains)
    let legal = several ? chosen : Array(chosen.prefix(1))
    if legal != self.choices(of: id) { steps[id, default: .init()].choices = legal }
  }
}
