internal import Interface
internal import Onboarding
internal import Profile
internal import Sobriety

extension OnboardingPlan {
  static let welcome = "welcome"
  static let role = "role"
  static let consent = "consent"
  static let health = "health"
  static let name = "name"
  static let soberDate = "sober-date"
  static let details = "details"
  static let finding = "finding"

  /// The first steps of Volvox.Sober. Whoever takes part goes through them; help in a crisis stays open throughout.
  static let volvox = OnboardingPlan(
    "Welcome to Volvox.Sober", id: "volvox",
    [
      Step(
        welcome, title: "What it is for", text: "",
        .carousel(
          [
            Card(
              "Sobriety, day by day",
              "Count your days, check in each morning and evening, and see how far you have come.",
              icon: .sun),
            Card(
              "With a sponsor beside you",
              "People who look for a sponsor and people who want to be one find each other by programme, place and time.",
              icon: .people),
            Card(
              "Your name is yours",
              "Only people you are connected with see your profile. A first name or a nickname is enough.", icon: .lock),
          ], finish: "Begin")),
      Step(
        role, title: "What brings you here?", text: "You can change this later in your profile.", isRequired: true,
        .choice(VolvoxRole.allCases.map { Choice($0.rawValue, $0.wish) }, several: false)),
      Step(
        consent, title: "Terms and privacy", text: "You find both again in Settings, Consent.", isRequired: true,
        .content),
      Step(
        health, title: "Your health data", text: "Without this consent everything stays on this device.",
        isRequired: true, .content),
      Step(name, title: "What should we call you?", text: "It need not be your full name.", isRequired: true, .name),
      Step(
        soberDate, title: "Since when are you sober?",
        text: "Your days are counted from this date. You can set it later.", .content),
      Step(details, title: "Your programme and your time", text: "", isRequired: true, .content),
      Step(
        finding, title: "Finding each other",
        text: "Sponsors and sponsees are suggested to each other in Matches, on the server.", .content),
    ], home: Way("Go to your sobriety", to: SobrietyPlaces.home, icon: .sun),
    asides: [
      Way("Already have an account? Sign in", to: Route(["account", "sign-in"]), icon: .person)
    ],
    gate: [Route(["account"]), Route(["settings"]), SobrietyPlaces.help, SobrietyPlaces.date])
}
