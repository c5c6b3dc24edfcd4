internal import Board
internal import Consent
internal import Dashboard
internal import Health
internal import Interface
internal import JSON
internal import Kernel
internal import Measures
internal import Onboarding
internal import ProductKit
internal import Settings
internal import Shell
internal import Storage

extension OnboardingPlan {
  static let mode = "mode"
  static let goals = "goals"
  static let first = "first"
  static let consent = "consent"

  /// The consents that the last step asks for.
  static let consents: [ConsentText.ID] = ["terms", "privacy", ConsentText.healthData]

  /// The onboarding of yHealth.
  static let yhealth = OnboardingPlan(
    "Welcome to yHealth", id: "yhealth",
    [
      Step(
        mode, title: "Light or Deep?",
        text:
          "Light shows the essentials. Deep shows trends, more insights and every figure. You can change it at any time.",
        .choice([Choice("light", "Light"), Choice("deep", "Deep")], several: false)),
      Step(
        goals, title: "What would you like to look after?",
        text: "Set goals of your own under Pillars whenever you like; these are where you begin.",
        .elsewhere([
          Way("Set a goal", to: Route(["pillars", "goal"]), icon: .flag)
        ])),
      Step(
        first, title: "Begin with a device, or with a meal",
        text: "A device brings its past days along. A first meal takes half a minute.",
        .elsewhere([
          Way("Connect a device", to: Route(["connect"]), icon: .link),
          Way("Log your first meal", to: Route(["log", "meal"]), icon: .food),
        ])),
      Step(
        consent, title: "Terms and your data",
        text: "Until now everything is on this device alone. You find this again in Settings, Consent.",
        isRequired: true,
        .content),
    ], home: Way("Go to your dashboard", to: Route(["dashboard"]), icon: .home))
}

extension YHealthFeatures {
  /// Leads a new person to the onboarding, once; they may leave at any step.
  func arrival() async -> Route? {
    await onboarding.states.wait { $0.reading.isOver }
    guard onboarding.states.value.isWanted, dashboard.states.value.facts?.hasData != true else { return nil }
    // A person with entries does not need it.
    await health.states.wait { $0.daysFreshness != .unknown }
    let log = health.states.value
    guard log.days.isEmpty, log.entries.isEmpty else { return nil }
    await onboarding.send(.led)
    return OnboardingPlaces.onboarding
  }

  /// Stores a choice of the onboarding as a setting.
  func take(_ choices: [String], of step: String) async {
    guard step == OnboardingPlan.mode, let mode = settings.states.value.plan.mode, let choice = choices.first else {
      return
    }
    await settings.send(.set(mode.key, .string(choice)), from: hand)
  }
}

extension OnboardingNeeds {
  /// Shares the progress with the person's other devices, except steps that the data of a demonstration have completed.
  static func besidesDemonstration(_ store: Store) -> OnboardingNeeds {
    var needs = OnboardingNeeds(store, isShared: true)
    let share = needs.share
    needs.share = { progress throws(Problem) in
      if try await Demonstration.yhealth.isThere(store) { return }
      try await share(progress)
    }
    return needs
  }
}
