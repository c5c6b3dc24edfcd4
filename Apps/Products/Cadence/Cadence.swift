internal import Interface
internal import Navigation
internal import ProductKit
internal import Purchases
internal import Settings
public import Shell

extension Product {
  public static let cadence = Product(
    id: "cadence", name: "Cadence", tagline: "A running coach that says why.", theme: .cadence, isPreview: true,
    home: Tab("Today", icon: .run, at: Route(["today"])),
    tabs: [
      Tab("Plan", icon: .calendar, at: Route(["plan"])),
      Tab("Coach", icon: .chat, at: Route(["coach"])),
      Tab("Profile", icon: .person, at: Route(["profile"]), holds: [Route(["settings"]), Route(["account"])]),
    ],
    unavailable: "Content unavailable. Showing today."
  ) { environment in
    let settings = Settings(.cadence, in: environment)
    return PersonFeatures(settings, Member(environment, purchases: .cadence)) { _ in
      WindowComposition(
        eventRoutes: [],
        pages: [
          .ahead(
            Place("/today", title: "Today", keywords: ["home", "session"]), icon: .run,
            will: "This screen will show your next session and the reason for it."),
          .ahead(
            Place("/plan", title: "Plan", keywords: ["weeks", "race"]), icon: .calendar,
            will: "This screen will show your training plan week by week."),
          .ahead(
            Place("/coach", title: "Coach", keywords: ["conversation", "chat"]), icon: .chat,
            will: "This screen will show the conversation with your coach, with reasons for each answer."),
          .profile(
            keywords: ["runner", "injuries", "goals"], will: "What the coach knows of you as a runner will be here."),
        ])
    }
  }
}

extension SettingsPlan {
  static let cadence = SettingsPlan(
    [
      .display, .privacy(), .about("Cadence", "A running coach that says why."),
    ], elsewhere: .ofAccounts + [.subscription], isSynced: true)
}
