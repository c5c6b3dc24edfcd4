internal import Interface
internal import Navigation
internal import ProductKit
internal import Settings
public import Shell

extension Product {
  public static let volvox = Product(
    id: "volvox", name: "Volvox.Sober", tagline: "One day after another, and somebody beside you.", theme: .volvox,
    home: Tab("Sobriety", icon: .sun, at: Route(["sobriety"])),
    tabs: [
      Tab("Matches", icon: .people, at: Route(["matches"])),
      Tab("Connections", icon: .link, at: Route(["connections"])),
      Tab("Messages", icon: .chat, at: Route(["messages"])),
      Tab("Profile", icon: .person, at: Route(["profile"]), holds: [Route(["settings"]), Route(["account"])]),
    ],
    unavailable: "Content unavailable. Showing your sobriety."
  ) { environment in
    let settings = Settings(.volvox, in: environment)
    return PersonFeatures(settings, Member(environment)) { _ in
      WindowComposition(
        eventRoutes: [],
        pages: [
          .ahead(
            Place("/sobriety", title: "Sobriety", keywords: ["days", "milestones", "reflections"]), icon: .sun,
            will: "Your days, your milestones and your reflections will be here."),
          .ahead(
            Place("/matches", title: "Matches", keywords: ["sponsor", "sponsee"]), icon: .people,
            will: "People who could stand beside you, and why, will be here."),
          .ahead(
            Place("/connections", title: "Connections", keywords: ["requests"]), icon: .link,
            will: "Requests, and the people you are connected with, will be here."),
          .ahead(
            Place("/messages", title: "Messages", keywords: ["chat", "threads"]), icon: .chat,
            will: "Your conversations with your connections will be here."),
          .profile(keywords: ["account", "role"], will: "What others see of you will be here."),
        ])
    }
  }
}

extension SettingsPlan {
  static let volvox = SettingsPlan(
    [
      .display, .about("Volvox.Sober", "One day after another, and somebody beside you."),
    ], elsewhere: .ofAccounts, isSynced: true)
}
