internal import Interface
internal import Navigation
internal import ProductKit
internal import Settings
public import Shell

extension Product {
  public static let volvox = Product(
    id: "volvox", name: "Volvox.Sober", tagline: "Sobriety day by day, with a sponsor beside you.", theme: .volvox,
    isPreview: true,
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
            will: "This screen will show your sober days, milestones and reflections."),
          .ahead(
            Place("/matches", title: "Matches", keywords: ["sponsor", "sponsee"]), icon: .people,
            will: "This screen will suggest sponsors and sponsees, with reasons."),
          .ahead(
            Place("/connections", title: "Connections", keywords: ["requests"]), icon: .link,
            will: "This screen will show your connections and requests."),
          .ahead(
            Place("/messages", title: "Messages", keywords: ["chat", "threads"]), icon: .chat,
            will: "This screen will show your messages."),
          .profile(keywords: ["account", "role"], will: "Your public profile will be added here."),
        ])
    }
  }
}

extension SettingsPlan {
  static let volvox = SettingsPlan(
    [
      .display, .about("Volvox.Sober", "Sobriety day by day, with a sponsor beside you."),
    ], elsewhere: .ofAccounts, isSynced: true)
}
