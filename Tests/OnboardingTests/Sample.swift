import FoundationEssentials
import Interface
import Kernel
import Storage
import Testing

@testable import Onboarding

/// A plan of every kind of step.
enum Sample {
  static let plan = OnboardingPlan(
    "Welcome",
    [
      .init(
        "mode", title: "How much do you want to see?", text: "You can change it at any time.",
        .choice([.init("light", "Light"), .init("deep", "Deep")], several: false)),
      .init(
        "goals", title: "What are you here for?", text: "As many as you like.",
        .choice([.init("move", "Move more"), .init("sleep", "Sleep better"), .init("eat", "Eat well")], several: true)),
      .init(
        "first", title: "Bring something in", text: "A device or a meal.",
        .elsewhere([
          .init("Connect a device", to: Route(["connect"]), icon: .device),
          .init("Log a meal", to: Route(["log", "meal"]), icon: .food),
        ])),
    ], home: .init("Go to the dashboard", to: Route(["dashboard"]), icon: .home))

  static let now = Moment(Date(timeIntervalSince1970: 1_800_000_000))
}

extension Problem {
  static let full = Problem(
    "disk-full", "The disk is full.", safe: "What was kept before is untouched.", remedy: "Make room, then try again.")
}

/// A person's onboarding over a store in memory, seen from one window.
final class Bench: Sendable {
  let stage = Stage(time: ManualTime(Sample.now).time)
  let store: Store
  let onboarding: Onboarding
  let desk: OnboardingDesk.Name
  private let told = Locked<[OnboardingEvent]>([])
  private let listening: Task<Void, Never>

  /// Over a store of one's own, or over another's, as after a restart.
  init(
    over other: Bench? = nil, _ plan: OnboardingPlan = Sample.plan, begins: Bool = true,
    _ change: (inout OnboardingNeeds) -> Void = { _ in }
  ) async throws {
    if let other {
      store = other.store
    } else {
      store = try await Store.memory(stage)
    }
    var needs = OnboardingNeeds(store)
    change(&needs)
    onboarding = Onboarding(plan, on: stage, needs: needs)
    desk = stage.identifiers.next()
    let (ear, told) = (onboarding.events.listen(), told)
    listening = Task {
      await ear.hear { news in if case .said(let event) = news { told.withLock { $0.append(event) } } }
    }
    if begins { await send(.begin) }
  }

  deinit { listening.cancel() }

  func send(_ action: OnboardingAction) async {
    await onboarding.send(action)
    await stage.settling.settled()
  }

  func `do`(_ action: DeskAction) async { await send(.at(desk, action)) }

  var state: OnboardingState { onboarding.states.value }
  var events: [OnboardingEvent] { told.withLock { $0 } }

  var screen: Screen<OnboardingAction> {
    state.screen(OnboardingPlaces.onboarding, in: Surroundings(now: Sample.now), at: desk)
  }

  var nodes: [Node<OnboardingAction>] { screen.nodes.flatMap(\.all) }
  func node(_ label: String) -> Node<OnboardingAction>? { nodes.first { $0.label == label } }

  /// What the person is asked now.
  var asked: String? { nodes.first { $0.role == .heading && $0.state.level == 2 }?.label }

  /// Does what the node of that label does.
  func tap(_ label: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    let action = nodes.filter { $0.label == label }.compactMap { $0.offer(.activate)?.action(.none) }.first
    #expect(action != nil, "nothing of that name can be done", sourceLocation: sourceLocation)
    if let action { await send(action) }
  }
}
