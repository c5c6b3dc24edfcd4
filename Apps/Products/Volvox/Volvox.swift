internal import Assignments
internal import Connections
internal import Interface
internal import Kernel
internal import Matching
internal import Meetings
internal import Messaging
internal import Navigation
internal import Notifications
internal import Onboarding
internal import ProductKit
internal import Settings
public import Shell
internal import Sobriety
internal import Support

extension Product {
  public static let volvox = Product(
    id: "volvox", name: "Volvox.Sober", tagline: "Sobriety day by day, with a sponsor beside you.", theme: .volvox,
    isPreview: true,
    home: Tab("Sobriety", icon: .sun, at: SobrietyPlaces.home, holds: [SobrietyPlaces.help, MeetingsPlaces.home]),
    tabs: [
      Tab("Matches", icon: .people, at: MatchingPlaces.home),
      Tab("Connections", icon: .link, at: ConnectionsPlaces.home),
      Tab("Messages", icon: .chat, at: MessagingPlaces.home),
      Tab("Profile", icon: .person, at: Route(["profile"]), holds: [Route(["settings"]), Route(["account"])]),
    ],
    mainAct: MainAct("Check in", at: SobrietyPlaces.checkIn),
    unavailable: "Content unavailable. Showing your sobriety.", demonstration: .volvox,
    lock: PersonLock.shared(showing: .help)
  ) { environment in
    let settings = Settings(.volvox, in: environment)
    let member = Member(
      environment,
      SobrietyRecords.all + PeopleRecords.all + PairRecords.all + MessageRecords.all
        + AssignmentRecords.all + [.onboardingProgress, .notifications],
      stays: .volvox, consents: .volvox, content: RemoteContent(of: "volvox"))
    let sobriety = VolvoxSobriety(environment, member.offline)
    let meetings = VolvoxMeetings(environment)
    let people = VolvoxPeople(environment, member, sobriety.sobriety) { await sobriety.isDemonstrated() }
    let who = PairPerson(member, demonstrated: sobriety.demonstrated)
    let messaging = Messaging(on: environment.context, needs: MessagingNeeds(environment.store))
    let pairs = VolvoxMatching(environment, member, who, people.profile, messaging) { await sobriety.isDemonstrated() }
    let messages = VolvoxMessaging(messaging, environment, member, who, pairs.connections)
    let tasks = VolvoxAssignments(environment, member, who, pairs.connections, messages.messaging)
    let notifying = VolvoxNotifications(
      environment, member, sobriety.sobriety,
      PairFeatures(connections: pairs.connections, messaging: messages.messaging, assignments: tasks.assignments),
      settings)
    let support = Support(.volvox, in: environment, content: RemoteContent(of: "volvox"))
    return PersonFeatures(
      settings, member,
      begin: {
        await support.send(.begin)
        await sobriety.begin()
        await meetings.begin()
        await people.begin()
        await pairs.begin()
        await messages.begin()
        await tasks.begin()
        await notifying.notifications.send(.begin)
      },
      going: {
        [
          counting = sobriety.going, people = people.going, pairs = pairs.going, messages = messages.going,
          tasks = tasks.going, notifying = notifying.going, pleasing = sobriety.pleasing(support),
          accounts = sobriety.following(who)
        ] in
        await withTaskGroup { group in
          group.addTask { await notifying() }
          group.addTask { await counting() }
          group.addTask { await people() }
          group.addTask { await pairs() }
          group.addTask { await messages() }
          group.addTask { await tasks() }
          group.addTask { await pleasing() }
          group.addTask { await accounts() }
        }
      }, arrival: { await people.arrival() }, picture: people.profile.picture,
      returning: [
        OnboardingPlaces.onboarding, MatchingPlaces.home, ConnectionsPlaces.home, MessagingPlaces.home,
      ]
    ) { window in
      let steps = people.steps(in: window.id)
      let bell = notifying.binding(in: window.id)
      let help = SupportBinding(support, in: window.id)
      return WindowComposition(
        eventRoutes: [
          sobriety.eventRoute(in: window.id, telling: { !notifying.areOn }), meetings.eventRoute(in: window.id),
          bell.eventRoute, help.eventRoute(),
        ] + people.eventRoutes(in: window.id) + pairs.eventRoutes(in: window.id) + messages.eventRoutes(in: window.id)
          + [tasks.eventRoute(in: window.id)],
        surroundings: { steps.gate(&$0) }, known: sobriety.known + steps.known + bell.known,
        banner: help.banner.above(sobriety.banner),
        pages: bell.pages + tasks.adding(to: sobriety.pages(in: window.id), in: window.id)
          + meetings.pages(in: window.id)
          + people.pages(in: window.id, pairs.matching) { pairs.finding(in: window.id, $0) }
          + tasks.adding(to: pairs.pages(in: window.id, people.card(in: window.id)), in: window.id)
          + messages.pages(in: window.id) + tasks.pages(in: window.id) + help.pages)
    }.following(zone: {
      await sobriety.sobriety.send(.turned)
      await notifying.notifications.send(.woke)
    })
  }
}

extension SettingsPlan {
  static let volvox = SettingsPlan(
    [
      .notifications(
        [
          NotificationSettings.kind("message", "Messages"), NotificationSettings.kind("milestones", "Milestones"),
          NotificationSettings.kind("request", "Connection requests"),
          NotificationSettings.kind("check-in", "Check-in"), NotificationSettings.kind("tasks", "Tasks"),
        ], sends: true),
      .display, .accessibility(), .privacy(),
      .about("Volvox.Sober", "Sobriety day by day, with a sponsor beside you.", links: .legalTexts),
    ], elsewhere: .ofAccounts + [.help, .lock, .consent], isSynced: true)
}
