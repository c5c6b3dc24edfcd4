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
    let member = Member(
      environment, TodoRecords.all + EventRecords.all + ExpenseRecords.all + [.personProfile])
    let profile = OwnProfile(environment, member, about: "About you", hint: "What your assistant should know.")
    let todos = DailyPATodos(environment, member)
    let calendar = DailyPACalendar(environment, member)
    let expenses = ExpensesDailyPA(environment, settings, member)
    let assistant = DailyPAAssistant(environment, todos.todos, calendar.agenda, expenses.expenses)
    return PersonFeatures(
      settings, member,
      begin: {
        await profile.begin()
        await todos.begin()
        await calendar.begin()
        await expenses.begin()
      },
      going: {
        [
          profile = profile.going, todos = todos.going, dates = todos.telling(calendar.agenda),
          calendar = calendar.going, expenses = expenses.going
        ] in
        await withTaskGroup { group in
          group.addTask { await profile() }
          group.addTask { await todos() }
          group.addTask { await dates() }
          group.addTask { await calendar() }
          group.addTask { await expenses() }
        }
      },
      picture: { [expenses = expenses.picture, photo = profile.picture] name in
        if let picture = await expenses(name) { return picture }
        return await photo(name)
      }
    ) { window in
      WindowComposition(
        eventRoutes: [
          profile.eventRoute(in: window.id),
          todos.eventRoute(in: window.id),
          calendar.eventRoute(in: window.id),
          expenses.eventRoute(in: window.id),
        ] + assistant.eventRoutes(in: window.id),
        pages: profile.pages(in: window.id, keywords: ["account"])
          + assistant.adding(to: todos.pages(in: window.id), in: window.id)
          + calendar.pages(in: window.id) + expenses.pages(in: window.id) + assistant.pages(in: window.id)
      )
    }
  }
}
