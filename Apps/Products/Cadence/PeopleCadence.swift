internal import Coaching
internal import Consent
internal import Interface
internal import Kernel
internal import Onboarding
internal import ProductKit
internal import Shell

extension ConsentPlan {
  static let cadence = ConsentPlan(
    [
      .terms(of: "Cadence"), .privacy(of: "Cadence"),
      .health(
        "Your runs, injuries, pain and how you feel, as you tell your coach or bring them in as files,", of: "Cadence",
        details: [
          "They are encrypted on this device, and on the way to the server. The server stores them in a form that whoever "
            + "runs it can read.",
          "Your plan is made by rules, on your device. No model is trained with what you enter, and no advertiser, insurer or "
            + "employer receives it.",
          "Settings, Your data exports everything in one file. After you delete your account, the server keeps your data for "
            + "14 days, erases it, and gives you a certificate of what was erased.",
        ]),
      .coachModelText,
    ], sending: [ConsentText.healthData])
}

extension OnboardingPlan {
  static let consent = "consent"
  static let health = "health"

  /// The consents of a person with an account, given before the coach asks for their name.
  static let cadence = OnboardingPlan(
    "Welcome to Cadence", id: "cadence",
    [
      Step(
        consent, title: "Terms and privacy", text: "You find both again in Settings, Consent.", isRequired: true,
        .content),
      Step(
        health, title: "Your health data", text: "Without this consent everything stays on this device.",
        isRequired: true, .content),
    ], home: Way("Meet your coach", to: CoachingPlaces.home, icon: .chat),
    gate: [Route(["account"]), Route(["settings"])])
}

/// The consents of a person in Cadence, as first steps that whoever has an account goes through.
struct PeopleCadence: Sendable {
  let onboarding: Onboarding
  private let member: Member

  init(_ environment: PersonEnvironment, _ member: Member) {
    onboarding = Onboarding(
      .cadence, on: environment.context, needs: OnboardingNeeds(environment.store, isShared: true))
    self.member = member
  }

  func begin() async { await onboarding.send(.begin) }

  /// The consents that each step asks for.
  private static let consents: [(OnboardingPlan.Step.ID, [ConsentText.ID])] = [
    (OnboardingPlan.consent, ["terms", "privacy"]), (OnboardingPlan.health, [ConsentText.healthData]),
  ]

  /// Tells the first steps what was agreed to while the person is open.
  var going: @Sendable () async -> Void {
    let (consents, onboarding) = (member.consents, onboarding)
    return {
      await withTaskGroup { group in
        for (step, texts) in PeopleCadence.consents {
          group.addTask { await consents?.reporting(texts, to: onboarding, as: step) }
        }
      }
    }
  }

  // MARK: Windows

  func steps(in window: WindowID) -> OnboardingBinding { OnboardingBinding(onboarding, member.identity, in: window) }

  func pages(in window: WindowID) -> [Page] {
    guard let consents = member.consents else { return steps(in: window).pages() }
    return steps(in: window).pages { step, surroundings in
      guard let texts = PeopleCadence.consents.first(where: { $0.0 == step })?.1 else { return [] }
      return ConsentBinding(consents, in: window).content(texts, in: surroundings)
    }.map { page in page.with(consents, in: window, page.screen) }
  }
}
