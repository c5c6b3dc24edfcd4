internal import Analytics
internal import Interface
internal import Kernel
internal import Onboarding
internal import ProductKit
internal import Shell

/// The places of SyncWell outside of its tabs.
enum SyncWellPlaces {
  static let privacyPolicy = Route(["privacy-policy"])
  static let terms = Route(["terms"])
  static let home = Route(["syncs"])
  static let newHistory = Route(["history", "new"])
}

extension OnboardingPlan {
  /// The step with the carousel.
  static let welcome: Step.ID = "welcome"

  static let syncwell = OnboardingPlan(
    "Welcome to SyncWell", id: "syncwell",
    [
      Step(
        welcome, title: "What SyncWell does", text: "",
        .carousel(
          [
            Card(
              "All Your Health Data, in Sync.", "Your steps, workouts and sleep in every app that you use.",
              icon: .syncing),
            Card(
              "Your Data is Yours.", "We never see, store, or sell your personal health information.", icon: .lock,
              way: Way("Privacy Policy", to: SyncWellPlaces.privacyPolicy, icon: .book)),
            Card("Two apps, one sync", "Connect a source and a destination, and choose what flows.", icon: .link),
          ], finish: "Begin Setup"))
    ], home: Way("Go to your syncs", to: SyncWellPlaces.home, icon: .syncing),
    gate: [
      SyncWellPlaces.privacyPolicy, SyncWellPlaces.terms, Route(["settings", "consent"]), Route(["settings", "usage"]),
    ])
}

/// The welcome carousel in one window: its page, and the events that are recorded of it.
struct SyncWellWelcome: Sendable {
  let onboarding: Onboarding
  let events: AnalyticsRecorder
  let collector: UsageCollector?
  let window: WindowID

  var pages: [Page] {
    let (onboarding, events) = (onboarding, events)
    let states = onboarding.states
    return Page.all(of: onboarding, at: OnboardingPlaces.all(.syncwell), in: window, appeared: { _ in .appeared }) {
      $0.screen($1, in: $2, at: $3)
    }.map { page in
      Page(
        place: page.place, screen: page.screen, changes: page.changes,
        appeared: { route in
          if !states.value.isFinished, states.value.card == 0 { events.record(.onboardingStarted) }
          await page.appeared?(route)
        }, left: page.left)
    } + [policy, terms]
  }

  /// The privacy policy. Reading it in the first steps is an event; from the settings it is not.
  private var policy: Page {
    let (states, events) = (onboarding.states, events)
    return .reading(
      Place("/privacy-policy", title: "Privacy Policy", keywords: ["privacy", "data"]), SyncWellWords.policy(collector)
    ) { if !states.value.isFinished { events.record(.onboardingPrivacyPolicyViewed) } }
  }

  private var terms: Page {
    .reading(Place("/terms", title: "Terms of use", keywords: ["licence", "warranty"]), SyncWellWords.terms) {}
  }
}

extension Page {
  /// A page of paragraphs.
  fileprivate static func reading(
    _ place: Place, _ paragraphs: [String], appeared: @escaping @Sendable () -> Void
  ) -> Page {
    Page(
      place: place,
      screen: { route, _ in
        Screen(
          route, title: place.title,
          nodes: [.heading(place.title, level: 1)]
            + paragraphs.enumerated().map { .text($1, id: "paragraph-\($0 + 1)") }
            + [.link("Consent to usage statistics", to: Route(["settings", "consent"]), id: "consent", icon: .book)])
      }, appeared: { _ in appeared() })
  }
}

/// The texts of SyncWell.
enum SyncWellWords {
  /// The privacy policy, which says where recorded events go.
  static func policy(_ collector: UsageCollector?) -> [String] {
    let place = collector.map { "go to \($0.host)" } ?? "stay on this device"
    return [
      "Your Data is Yours. We never see, store, or sell your personal health information.",
      "Your syncs, their history and the sign-ins of connected apps are kept on this device, encrypted. No server of ours has them.",
      "Health data goes from the app that you chose as source to the app that you chose as destination, directly from this "
        + "device, and to nobody else.",
      "There is no advertising. Usage statistics are recorded only with your consent and \(place): names of "
        + "screens and buttons, choices and counts, never health data and never what you type. You can read and delete them.",
      "What you buy is handled by the store of your device, which knows its own account. SyncWell keeps the store's signed "
        + "receipts on this device.",
      "An account is needed only to share a family plan, or to use a purchase on another device. Our server then has your e-mail "
        + "address, the store's receipts, and who is in the family, with the names that its members chose.",
      "You can export everything and delete everything under Settings, Your data.",
    ]
  }

  static let terms = [
    "SyncWell is free software under the MIT licence. You may use it as you like, and stop at any time.",
    "It copies records between the apps that you connect, within the limits that they set. It is not a medical device and "
      + "does not replace a doctor.",
    "It comes without a warranty. Keep copies of what matters to you: Settings, Your data exports everything.",
    "Pro is paid once and lasts. The Family Plan renews every year until you cancel it in the store. The store's own terms "
      + "hold for payments and refunds.",
  ]
}
