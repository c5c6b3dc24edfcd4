internal import Agenda
package import CalDAV
internal import CalendarSync
internal import ConnectedApps
internal import Days
internal import HTTP
internal import ICalendar
internal import Interface
internal import Kernel
internal import OAuthClient
internal import Platform
internal import ProductKit
internal import Shell
internal import Todos

/// The sync with a calendar in the product: the feature, the account at Google, and the events and todos that go out.
struct CalendarSyncDailyPA: Sendable {
  private let sync: CalendarSync
  private let apps: ConnectedApps
  private let isRegistered: Bool

  init(_ environment: PersonEnvironment, _ todos: Todos, _ access: CalendarAccess) {
    let outside = OutsideNetwork(environment.network)
    let apps = ConnectedApps(
      [.googleCalendar(access.google)], on: environment.context, needs: ConnectedAppsNeeds(environment, by: outside))
    let (exchange, time, store) = (EventExchange(environment.store), environment.context.time, environment.store)
    // A calendar elsewhere is no place for the events of somebody who does not exist.
    let check = { @Sendable () async throws(Problem) in
      if try await DailyPADemonstration.isThere(in: store) { throw .demonstrated }
    }
    self.apps = apps
    isRegistered = access.google != nil
    sync = CalendarSync(
      on: environment.context,
      needs: CalendarSyncNeeds(
        environment.store,
        ask: { request throws(Problem) in
          try await check()
          return try await outside.send(request)
        },
        askGoogle: { request throws(Problem) in try await apps.send(request, as: ConnectedApp.googleCalendarID) },
        items: { () throws(Problem) in
          try await check()
          return try await exchange.items(own: time.now().zone)
        },
        settle: { changes, alongside throws(Problem) in
          try await exchange.apply(
            changes.map { EventChange(uid: $0.uid, before: $0.before, after: $0.after, lost: $0.lost) },
            own: time.now().zone,
            alongside: alongside)
        },
        marked: { () throws(Problem) in
          // Todos that are not read must not pass for deleted ones.
          await todos.states.wait { $0.reading != .unread && $0.reading != .underWay }
          if case .failed(let problem) = todos.states.value.reading { throw problem }
          return todos.states.value.due.map { CalendarItem($0, in: time.now().zone) }
        }, google: access.google?.address ?? CalendarSyncNeeds.google, device: access.device))
  }

  func begin() async {
    await apps.send(.begin)
    await sync.send(.begin)
  }

  /// Tells the sync whether Google is connected, at once and whenever it changes. It subscribes at once.
  var going: @Sendable () async -> Void {
    let (states, sync, isRegistered) = (apps.states.listen(), sync, isRegistered)
    return {
      guard isRegistered else { return }
      var told: GoogleStanding?
      for await state in states where state.reading == .done {
        let standing: GoogleStanding = state.isConnected(ConnectedApp.googleCalendarID) ? .connected : .offered
        guard standing != told else { continue }
        told = standing
        await sync.send(.google(standing))
      }
    }
  }

  // MARK: Windows

  func pages(in window: WindowID) -> [Page] {
    Page.all(
      of: sync, at: CalendarSyncPlaces.all, in: window, left: { _ in .left }
    ) { $0.screen($1, in: $2, at: $3) } + (isRegistered ? ConnectedAppsBinding(apps, in: window).pages : [])
  }

  func eventRoutes(in window: WindowID) -> [EventRoute] {
    let apps = apps
    let own = EventRoute.from(sync, in: window) { event, shown in
      switch event {
      case .told(let toast): await shown.toast(toast)
      case .googleAsked: await apps.send(.connect(ConnectedApp.googleCalendarID), from: window)
      }
    }
    let account = ConnectedAppsBinding(apps, in: window).eventRoute { event, shown in
      // A front end without a browser has said what does help.
      guard case .authorizationFailed = event, apps.states.value.windows[window].problem?.code != "no-browser-here"
      else { return }
      await shown.toast(Toast("Google is not connected. Your events are unchanged. Try again.", tone: .warning))
    }
    return [own, account]
  }

  func browsing(in window: WindowID, besides other: Browsing) -> Browsing {
    ConnectedAppsBinding(apps, in: window).browsing(besides: other)
  }
}

/// The ways in which Daily PA reaches calendars: the client that is registered with Google, and the calendar of the device,
/// which a shell hands in.
package struct CalendarAccess: Sendable {
  /// An app that is registered with Google.
  package struct Client: Sendable, Decodable {
    package var client: String
    package var secret: String?
    /// Another origin than Google's own, such as that of a copy on this machine.
    package var address: String?

    package init(_ client: String, secret: String? = nil, address: String? = nil) {
      self.client = client
      self.secret = secret
      self.address = address
    }
  }

  package var google: Client?
  package var device: RemoteCalendar?

  package init(google: Client? = nil, device: RemoteCalendar? = nil) {
    self.google = google
    self.device = device
  }

  /// The access that the environment of the process gives, as JSON in `TROUPE_PROVIDERS`:
  /// {"google-calendar": {"client": "1", "secret": "2"}}. None for a text that is not such JSON.
  package static var given: CalendarAccess {
    CalendarAccess(ProcessInfo.processInfo.environment["TROUPE_PROVIDERS"] ?? "")
  }

  init(_ text: String) {
    let read = text.utf8.count <= 16_384 ? try? JSONDecoder().decode(Given.self, from: Data(text.utf8)) : nil
    self.init(google: read?.google)
  }

  private struct Given: Decodable {
    let google: Client?

    enum CodingKeys: String, CodingKey { case google = "google-calendar" }
  }
}

extension Problem {
  fileprivate static let demonstrated = Problem(
    "demonstration", "This profile shows a demonstration person, whose events belong to no calendar.",
    safe: "Nothing was sent.", remedy: "Remove the demo data, then try again.")
}

extension ConnectedApp {
  static let googleCalendarID: ConnectedApp.ID = "google-calendar"

  /// Google's calendars, by CalDAV with OAuth.
  fileprivate static func googleCalendar(_ client: CalendarAccess.Client?) -> ConnectedApp {
    func at(_ origin: String, _ path: String) -> String { (client?.address ?? origin) + path }
    var provider = OAuthProvider(
      authorization: at("https://accounts.google.com", "/o/oauth2/v2/auth"),
      token: at("https://oauth2.googleapis.com", "/token"),
      revocation: .token(at("https://oauth2.googleapis.com", "/revoke")), client: client?.client ?? "",
      secret: client?.secret.map { Redacted($0) }, scopes: ["https://www.googleapis.com/auth/calendar"])
    provider.parameters = [.init("access_type", "offline"), .init("prompt", "consent")]
    return ConnectedApp(
      googleCalendarID, name: "Google Calendar", icon: .calendar, kind: "Calendar", way: .browser(provider),
      offer: client == nil ? .unavailable("This installation is not registered with Google.") : .available,
      scopeWords: ["https://www.googleapis.com/auth/calendar": "See and change your calendars"],
      manual: "myaccount.google.com, under Third-party apps")
  }
}

extension CalendarItem {
  /// A todo with a due day, as an event that says so.
  fileprivate init(_ todo: DatedTodo, in zone: TimeZone) {
    let title = "\(todo.isDone ? "☑" : "☐") \(todo.title)"
    let uid = "\(CalendarPlan.mark)\(todo.id.uuidString.lowercased())"
    if let time = todo.time, let start = todo.day.instant(at: time, in: zone) {
      self.init(
        uid: uid,
        content: CalendarContent(
          title: title, startsAt: start, endsAt: start.addingTimeInterval(1_800), zone: zone.identifier))
      return
    }
    let start = Date(timeIntervalSince1970: Double(todo.day.number) * 86_400)
    self.init(
      uid: uid,
      content: CalendarContent(
        title: title, startsAt: start, endsAt: start.addingTimeInterval(86_400), isAllDay: true, zone: zone.identifier))
  }
}
