import FeatureTesting
import Interface
import Kernel
import Testing

@testable import Onboarding

/// A plan with every kind of step.
enum Sample {
  static let plan = OnboardingPlan(
    "Welcome", id: "sample",
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
}

/// A user's onboarding in a test environment, seen from one window.
final class Bench: FeatureHarness {
  let environment: TestEnvironment
  let feature: Onboarding
  let recorder: EventRecorder<OnboardingEvent>
  let window: WindowID

  /// Uses a new store, or that of another bench, as after a restart.
  init(
    over other: Bench? = nil, _ plan: OnboardingPlan = Sample.plan, begins: Bool = true, shared: Bool = false,
    _ change: (inout OnboardingNeeds) -> Void = { _ in }
  ) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    var needs = OnboardingNeeds(environment.store, isShared: shared)
    change(&needs)
    feature = Onboarding(plan, on: environment.context, needs: needs)
    recorder = EventRecorder(feature.events)
    window = environment.context.identifiers.next()
    if begins { await send(.begin) }
  }

  func `do`(_ action: OnboardingWindowAction) async { await send(action, from: window) }

  /// Returns the steps that an action of the user in the window would have now.
  func steps(after action: OnboardingWindowAction) -> OnboardingState.Steps {
    var state = state
    return state.receive(action, from: window, at: clock.now)
  }

  var screen: Screen<OnboardingWindowAction> {
    state.screen(OnboardingPlaces.onboarding, in: Surroundings(now: clock.now), at: window)
  }

  var nodes: [Node<OnboardingWindowAction>] { screen.all }
  func node(_ label: String) -> Node<OnboardingWindowAction>? { nodes.first { $0.label == label } }

  /// The question that is shown now.
  var asked: String? { nodes.first { $0.role == .heading && $0.state.level == 2 }?.label }

  /// Performs the action of the node with that label.
  func tap(_ label: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    await perform(label, in: nodes, from: window, sourceLocation: sourceLocation)
  }
}
