public import Kernel
internal import Permissions
internal import Platform

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
  /// The steps as this device has passed them.
  var steps: [String: KeptOnboarding.Step] = [:]
  /// The steps as all of the person's devices have passed them.
  var shared: [String: KeptOnboarding.Step] = [:]
  var current: String?
  /// The shown card of a carousel, counted from 0.
  public internal(set) var card = 0
  /// The name typed so far.
  var typed: String?
  /// Whether the person has finished onboarding, on any device.
  public internal(set) var isFinished = false
  /// Whether the person was led to onboarding once; they may have left it.
  public internal(set) var wasLed = false
  /// The reason why the last change is not on disk.
  var unsaved: Problem?
  /// The name that the account or the profile has.
  public internal(set) var name: String?
  var reports: [String: Bool] = [:]
  var connections: [String: [OnboardingConnection]] = [:]
  var primings: [String: PermissionPriming] = [:]
  public var windows = WindowStates<OnboardingWindowState>()
  /// Actions that arrived before the stored progress was read.
  var early: [OnboardingAction] = []

  public init(_ plan: OnboardingPlan) {
    self.plan = plan
    for step in plan.steps {
      if case .permission(let permission) = step.task { primings[step.id] = PermissionPriming(permission) }
    }
  }

  // MARK: Derived state

  /// Whether a new user should be led to onboarding: once, and only after the store has reported no earlier visit.
  public var isWanted: Bool { reading == .done && !isFinished && !wasLed && !plan.steps.isEmpty }

  /// The choices of a step.
  public func choices(of step: String) -> [String] {
    guard let own = steps[step] else { return shared[step]?.choices ?? [] }
    guard own.choices.isEmpty, let shared = shared[step], shared.standing.rank > own.standing.rank else {
      return own.choices
    }
    return shared.choices
  }

  public func isDone(_ step: String) -> Bool { standing(of: step) == .done }

  func standing(of id: String) -> KeptOnboarding.Standing {
    guard let step = plan[id], step.isRequired, case .content = step.task else { return passed(id) }
    // Only the feature that shows it knows, since it can be taken back.
    return reports[id] == true ? .done : .open
  }

  /// The way in which the step was passed, on any device.
  private func passed(_ id: String) -> KeptOnboarding.Standing {
    let (own, others) = (steps[id]?.standing ?? .open, shared[id]?.standing ?? .open)
    return own.rank >= others.rank ? own : others
  }

  /// Says that the gate may have changed, in a product that has one.
  var gateNews: Steps { plan.gate == nil ? [] : [.say(.gateChanged)] }

  /// Whether another device has passed the step, so that it is not asked here.
  func isPassedElsewhere(_ id: String) -> Bool {
    standing(of: id) != .open && (steps[id]?.standing ?? .open) == .open && shared[id]?.standing ?? .open != .open
  }

  /// The index of the current step: where the person left, or the first open step.
  var position: Int {
    if let place = plan.steps.firstIndex(where: { $0.id == current }), !isPassedElsewhere(plan.steps[place].id) {
      return place
    }
    let open = plan.steps.firstIndex { passed($0.id) == .open }
    return open ?? (shared.isEmpty ? 0 : max(0, plan.steps.count - 1))
  }

  var currentStep: OnboardingPlan.Step? { plan.steps.indices.contains(position) ? plan.steps[position] : nil }

  /// Whether the step is complete. An incomplete step can be skipped unless it is required.
  func canGoOn(_ step: OnboardingPlan.Step) -> Bool {
    switch step.task {
    case .choice: !choices(of: step.id).isEmpty
    case .elsewhere: isDone(step.id)
    case .carousel(let cards, _): card + 1 >= cards.count
    case .name: false
    case .permission: primings[step.id]?.isOver ?? true
    case .connections: connections[step.id]?.contains { $0.standing == .connected } ?? false
    case .content: reports[step.id] ?? false
    }
  }

  func canSkip(_ step: OnboardingPlan.Step) -> Bool {
    if case .carousel = step.task { return true }
    return !step.isRequired
  }

  // MARK: Action handling

  public typealias Steps = [Step<OnboardingEffect, OnboardingEvent>]

  public mutating func receive(_ action: OnboardingAction, at now: Moment) -> Steps {
    var before = progress
    // Loaded progress is not stored again; actions that arrived before it are.
    if case .loaded(let kept, _) = action { before = Progress(kept) }
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
    case .begin: if reading == .unread { return load() + [.run(.listen, .standing("progress"))] }
    case .led: if reading == .done { wasLed = true }
    case .done(let id):
      guard reading == .done else { return waitFor(action) }
      if plan[id] != nil { steps[id, default: .init()].standing = .done }
    case .heard(let id, let choices):
      guard reading == .done else { return waitFor(action) }
      set(choices, of: id)
    case .reported(let id, let isComplete): if plan[id] != nil { reports[id] = isComplete }
    case .completed(let id, let window):
      guard reading == .done, !isFinished, let step = currentStep, step.id == id else { return [] }
      reports[id] = true
      steps[id, default: .init()].standing = .done
      return goOn(from: step, in: window)
    case .nameKnown(let known): name = known.flatMap(OnboardingState.name)
    case .connections(let id, let all): if plan[id]?.task == .connections { connections[id] = all }
    case .loaded(let kept, let progress): return take(kept, progress)
    case .notLoaded(let problem): reading = .failed(problem)
    case .kept: unsaved = nil
    case .notKept(let problem): unsaved = problem
    case .received(let progress): if reading == .done { return take([progress]) }
    // Before the first answer the load that is under way reads what is left.
    case .lostTrack: if reading == .done { return load() }
    case .permission(let id, let heard): _ = primings[id]?.receive(heard)
    }
    return []
  }

  mutating func load() -> Steps {
    reading = .underWay
    return [.run(.load, .latest("load"))]
  }

  /// Queues an action until the stored progress is read; keeps the newest hundred.
  private mutating func waitFor(_ action: OnboardingAction) -> Steps {
    early = Array((early.filter { $0 != action } + [action]).suffix(100))
    return []
  }

  private mutating func take(_ kept: KeptOnboarding?, _ progress: [OnboardingProgress]) -> Steps {
    let (wasFinished, wasLed) = (isFinished, self.wasLed)
    reading = .done
    (steps, current, card, typed) = (kept?.steps ?? [:], kept?.current, max(0, kept?.card ?? 0), kept?.typed)
    (isFinished, self.wasLed, shared) = (kept?.isFinished ?? false, kept?.wasLed ?? false, [:])
    var followed = take(progress, says: false)
    if isFinished != wasFinished || self.wasLed != wasLed { followed += gateNews }
    let waited = early
    early = []
    for action in waited { followed += decide(action) }
    return followed
  }

  /// Adds progress of the person's devices.
  private mutating func take(_ all: [OnboardingProgress], says: Bool = true) -> Steps {
    let wasFinished = isFinished
    for progress in all where progress.plan == plan.id {
      if progress.step == OnboardingProgress.whole {
        isFinished = isFinished || progress.rank >= 2
      } else {
        let known = shared[progress.step]?.standing.rank ?? 0
        if progress.rank >= known { shared[progress.step] = progress.kept }
      }
    }
    return says && isFinished != wasFinished ? [.say(.finishedElsewhere)] + gateNews : []
  }

  // MARK: Storing

  fileprivate struct Progress: Equatable {
    var steps: [String: KeptOnboarding.Step] = [:]
    var current: String?
    var card = 0
    var typed: String?
    var isFinished = false
    var wasLed = false
  }

  private var progress: Progress {
    Progress(steps: steps, current: current, card: card, typed: typed, isFinished: isFinished, wasLed: wasLed)
  }

  /// Stores the progress, if it has changed and the stored one was read, and shares what other devices lack.
  private func keep(since before: Progress, _ now: Moment) -> Steps {
    guard reading == .done else { return [] }
    var followed: Steps = []
    if before != progress {
      let kept = KeptOnboarding(
        steps: steps, current: current, isFinished: isFinished, wasLed: wasLed, card: card, typed: typed, at: now.date)
      followed.append(.run(.keep(kept), .newest("keep")))
    }
    for (id, step) in steps.sorted(by: { $0.key < $1.key }) where step != before.steps[id] && plan[id] != nil {
      guard step != KeptOnboarding.Step() else { continue }
      followed.append(
        .run(.share(OnboardingProgress(plan: plan.id, step: id, step, at: now.date)), .inOrder("share")))
    }
    if isFinished, !before.isFinished {
      let whole = KeptOnboarding.Step(standing: .done)
      followed.append(
        .run(
          .share(OnboardingProgress(plan: plan.id, step: OnboardingProgress.whole, whole, at: now.date)),
          .inOrder("share")))
    }
    if wasLed != before.wasLed { followed += gateNews }
    return followed
  }

  /// Sets the choices, in the plan's order and limited to what the plan has.
  mutating func set(_ choices: [String], of id: String) {
    guard case .choice(let known, let several) = plan[id]?.task else { return }
    let chosen = known.map(\.id).filter(choices.contains)
    let legal = several ? chosen : Array(chosen.prefix(1))
    guard legal != self.choices(of: id) else { return }
    let standing = standing(of: id)
    steps[id, default: .init(standing: standing)].choices = legal
  }

  /// A name without surrounding space; nil if it is empty or too long.
  static func name(_ text: String) -> String? {
    var name = Substring(text)
    while name.first?.isWhitespace == true { name.removeFirst() }
    while name.last?.isWhitespace == true { name.removeLast() }
    return (1...longestName).contains(name.count) ? String(name) : nil
  }

  static let longestName = 100
}

extension OnboardingState.Progress {
  fileprivate init(_ kept: KeptOnboarding?) {
    guard let kept else { return }
    (steps, current, card, typed) = (kept.steps, kept.current, max(0, kept.card ?? 0), kept.typed)
    (isFinished, wasLed) = (kept.isFinished, kept.wasLed ?? false)
  }
}
