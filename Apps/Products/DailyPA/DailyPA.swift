internal import Agenda
internal import Expenses
internal import Interface
internal import Kernel
internal import Navigation
internal import Notifications
internal import ProductKit
internal import Settings
public import Shell
internal import Support
internal import Todos

extension Product {
  public static let dailypa = dailypa(.given)

  /// Daily PA with its ways to calendars elsewhere.
  package static func dailypa(_ access: CalendarAccess) -> Product {
    Product(
      id: "dailypa", name: "Daily PA", tagline: "Todos, expenses and days in one place.", theme: .dailypa,
      isPreview: true,
      home: Tab("Todos", icon: .list, at: Route(["todos"])),
      tabs: [
        Tab("Expenses", icon: .wallet, at: Route(["expenses"])),
        Tab("Calendar", icon: .calendar, at: Route(["calendar"])),
        Tab("Assistant", icon: .chat, at: Route(["assistant"])),
        Tab("Profile", icon: .person, at: Route(["profile"]), holds: [Route(["settings"]), Route(["account"])]),
      ],
      unavailable: "Content unavailable. Showing your todos.", demonstration: .dailypa, lock: PersonLock.shared
    ) { environment in
      let person = DailyPAPerson(environment, access)
      return PersonFeatures(
        person.settings, person.member, begin: { await person.begin() }, going: person.going,
        arrival: { await person.signIn.arrival() }, picture: person.picture,
        visiting: { person.sync.browsing(in: $0, besides: $1) }
      ) { person.composition(of: $0.id) }.following(zone: { await person.moved() })
    }
  }
}

/// The features of a person in Daily PA, and the routing of events between them.
private struct DailyPAPerson: Sendable {
  let settings: Settings
  let member: Member
  let sync: CalendarSyncDailyPA
  let signIn: FirstSignIn
  private let support: Support
  private let profile: OwnProfile
  private let todos: DailyPATodos
  private let calendar: DailyPACalendar
  private let expenses: ExpensesDailyPA
  private let assistant: DailyPAAssistant
  private let notifying: DailyPANotifications
  private let versions: DailyPAVersions
  private let links: LinkedTodos
  private let sign: DemonstrationSign

  init(_ environment: PersonEnvironment, _ access: CalendarAccess) {
    settings = Settings(.dailypa, in: environment)
    member = Member(
      environment,
      TodoRecords.all + EventRecords.all + ExpenseRecords.all + VersionRecords.all + [.personProfile, .notifications],
      consents: .dailypa, content: RemoteContent(of: "dailypa"), words: FirstSignIn.words(start: Route(["todos"])))
    signIn = FirstSignIn(environment, member, besides: .dailypa)
    support = Support(.dailypa, in: environment, content: RemoteContent(of: "dailypa"))
    profile = OwnProfile(environment, member, about: "About you", hint: "What your assistant should know.")
    let (todos, calendar) = (DailyPATodos(environment, member), DailyPACalendar(environment, member))
    let expenses = ExpensesDailyPA(environment, settings, member)
    (self.todos, self.calendar, self.expenses) = (todos, calendar, expenses)
    assistant = DailyPAAssistant(environment, todos.todos, calendar.agenda, expenses.expenses, member)
    versions = DailyPAVersions(environment, member)
    links = LinkedTodos(todos: todos.todos, agenda: calendar.agenda, expenses: expenses.expenses)
    sync = CalendarSyncDailyPA(environment, todos.todos, access)
    notifying = DailyPANotifications(environment, member, todos.todos, calendar.agenda, settings)
    sign = DemonstrationSign(.dailypa, in: environment) {
      await todos.todos.send(.changed)
      await calendar.agenda.send(.refresh)
      await expenses.expenses.send(.changed)
    }
  }

  func begin() async {
    await versions.begin()
    await sign.look()
    await support.send(.begin)
    await profile.begin()
    await todos.begin()
    await calendar.begin()
    await expenses.begin()
    await notifying.notifications.send(.begin)
    await sync.begin()
  }

  /// Adds what repeats on a day that has begun where the person is now, and plans reminders in that zone.
  func moved() async {
    await expenses.expenses.send(.changed)
    await notifying.notifications.send(.woke)
  }

  /// Routes events while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let parts = [
      profile.going, todos.going, todos.telling(calendar.agenda), calendar.going, expenses.going, notifying.going,
      sync.going, todos.pleasing(support),
    ]
    return {
      await withTaskGroup { group in
        for part in parts { group.addTask { await part() } }
      }
    }
  }

  /// Returns a picture by the name in its address: that of a receipt, or the person's own.
  var picture: @Sendable (String) async -> StoredPicture? {
    let (expenses, photo) = (expenses.picture, profile.picture)
    return { name in
      if let picture = await expenses(name) { return picture }
      return await photo(name)
    }
  }

  func composition(of window: WindowID) -> WindowComposition {
    let (bell, help) = (notifying.binding(in: window), SupportBinding(support, in: window))
    return WindowComposition(
      eventRoutes: [
        profile.eventRoute(in: window), help.eventRoute(), todos.eventRoute(in: window),
        calendar.eventRoute(in: window),
        expenses.eventRoute(in: window), bell.eventRoute, versions.eventRoute(in: window),
      ] + assistant.eventRoutes(in: window) + sync.eventRoutes(in: window),
      known: bell.known, banner: help.banner.above(sign.banner),
      pages: versions.adding(
        to: profile.pages(in: window, keywords: ["account"])
          + links.adding(
            to: assistant.adding(to: todos.pages(in: window), in: window) + calendar.pages(in: window)
              + expenses.pages(in: window), in: window), in: window) + versions.pages(in: window)
        + assistant.pages(in: window) + sync.pages(in: window) + help.pages + bell.pages)
  }
}
