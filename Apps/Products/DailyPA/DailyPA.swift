internal import Interface
internal import Kernel
internal import Navigation
internal import ProductKit
internal import Settings
public import Shell

extension Product {
  public static let dailypa = Product(
    id: "dailypa", name: "Daily PA", tagline: "Todos, expenses and days in one place.", theme: .dailypa,
    isPreview: true,
    home: Tab("Todos", icon: .list, at: Route(["todos"])),
    tabs: [
      Tab("Expenses", icon: .wallet, at: Route(["expenses"])),
      Tab("Calendar", icon: .calendar, at: Route(["calendar"])),
      Tab("Assistant", icon: .chat, at: Route(["assistant"])),
      Tab("Profile", icon: .person, at: Route(["profile"]), holds: [Route(["settings"]), Route(["account"])]),
    ],
    unavailable: "Content unavailable. Showing your todos."
  ) { environment in
    let settings = Settings(.dailypa, in: environment)
    let member = Member(environment, [.personProfile])
    let profile = OwnProfile(environment, member, about: "About you", hint: "What your assistant should know.")
    return PersonFeatures(
      settings, member, begin: { await profile.begin() }, going: profile.going, picture: profile.picture
    ) { window in
      WindowComposition(
        eventRoutes: [profile.eventRoute(in: window.id)],
        pages: profile.pages(in: window.id, keywords: ["account"]) + [
          .ahead(
            Place("/todos", title: "Todos", keywords: ["tasks", "home"]), icon: .list,
            will: "This screen will show your todos."),
          .ahead(
            Place("/expenses", title: "Expenses", keywords: ["money", "receipts"]), icon: .wallet,
            will: "This screen will show your expenses and receipts."),
          .ahead(
            Place("/calendar", title: "Calendar", keywords: ["events", "month", "week", "day"]), icon: .calendar,
            will: "This screen will show your calendar by month, week and day."),
          .ahead(
            Place("/assistant", title: "Assistant", keywords: ["chat", "voice"]), icon: .chat,
            will: "This screen will turn one line of text into a todo, an expense or an event."),
        ])
    }
  }
}
