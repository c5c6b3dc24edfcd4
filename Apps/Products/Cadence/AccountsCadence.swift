internal import Coaching
internal import ConnectedApps
internal import HealthAPIs
internal import HealthProviders
internal import Interface
internal import Kernel
internal import ProductKit
internal import Samples
internal import Settings
internal import Shell
internal import ShownRuns
internal import Training
internal import TrainingPlan

/// The accounts and device stores that a runner connects, and what the coach hears of them. Runs of apps whose terms allow it go into
/// the log of runs; those of Strava are shown and nothing else.
struct AccountsCadence: Sendable {
  let apps: ConnectedApps
  private let shown: ShownRuns
  private let coaching: Coaching
  private let runs: RunImport
  private let time: Time
  private let log: Log
  /// The apps whose first delivery since they were connected is awaited, and whether the coach was told that it failed.
  private let awaited = Locked<[ConnectedApp.ID: Bool]>([:])
  /// The windows in which an app is being connected from the conversation.
  private let asking = Locked<[WindowID: ConnectedApp.ID]>([:])

  init(
    _ environment: PersonEnvironment, _ membership: Membership, _ coaching: Coaching, _ access: HealthAccess
  ) {
    let (time, store) = (environment.context.time, environment.store)
    let (runs, shelf) = (RunImport(store), ShownRunShelf(store))
    self.runs = runs
    self.coaching = coaching
    self.time = time
    log = environment.context.log.from("AccountsCadence")
    shown = ShownRuns(store, on: environment.context)
    let outside = OutsideNetwork(environment.network)
    var needs = ConnectedAppsNeeds(environment, by: outside)
    if let strava = StravaAtServer(membership, access) {
      needs.ask = { request throws(Problem) in
        if let answer = try await strava.answer(request) { return answer }
        return try await outside.send(request)
      }
    }
    needs.permit = { id, _ throws(Problem) in
      guard let provider = ProviderCatalogue.builtIn[id.rawValue], let dialog = access.dialogs[id.rawValue] else {
        throw .noDeviceDialog
      }
      switch try await dialog.ask(AccountsCadence.kinds(of: provider)) {
      case .granted: return true
      case .denied: return false
      case .missing: throw .healthStoreMissing(provider.name)
      }
    }
    needs.release = { id throws(Problem) in
      if ProviderCatalogue.builtIn[id.rawValue]?.mayCombine == false { try await shelf.replace([]) }
    }
    let found = Locked(WeakConnectedApps())
    needs.deliver = { id, since throws(Problem) in
      guard let apps = found.withLock({ $0.apps }), let provider = ProviderCatalogue.builtIn[id.rawValue],
        let port = try await AccountsCadence.port(of: provider, access, apps, time),
        let reading = RunReading(provider, since: since, now: time.now())
      else { return }
      let workouts = try await reading.workouts(from: port)
      guard !Task.isCancelled else { return }
      let now = time.now()
      if provider.mayCombine {
        try await runs.take(delivered: DeliveredRuns(workouts, from: provider, now: now).runs, at: now)
      } else {
        try await shelf.replace(workouts.compactMap { ShownRun($0, fetchedAt: now.date) })
      }
    }
    apps = ConnectedApps(AccountsCadence.offered(access), .runs, on: environment.context, needs: needs)
    found.withLock { [apps] in $0.apps = apps }
  }

  // MARK: Apps

  /// The apps that hand out workouts.
  private static func offered(_ access: HealthAccess) -> [ConnectedApp] {
    let catalogue = ProviderCatalogue.builtIn
    return ConnectedApp.all(catalogue, access).filter { app in
      catalogue[app.id.rawValue].map { $0.isAvailable && $0.reads(.workout) } ?? false
    }
  }

  /// The choices of the coach's card that can be connected here.
  static func ways(_ access: HealthAccess) -> Set<String> {
    Set(offered(access).filter { $0.offer == .available }.map(\.id.rawValue))
  }

  /// The kinds for which a device's store is asked.
  private static func kinds(of provider: HealthProvider) -> [SampleKind] {
    let kinds: [SampleKind] = [.workout, .distance, .heartRate]
    return provider.id == "apple-health" ? kinds + [.heartRateVariability] : kinds
  }

  private static func port(
    of provider: HealthProvider, _ access: HealthAccess, _ apps: ConnectedApps, _ time: Time
  ) async throws(Problem) -> HealthPort? {
    if provider.access == .device {
      // What was allowed once may have been withdrawn in the device's settings since.
      if let dialog = access.dialogs[provider.id], try await dialog.standing(kinds(of: provider)) != .granted {
        throw .accessEnded
      }
      return access.stores[provider.id]
    }
    guard let account = access.account(provider.id) else { return nil }
    return account.api.port(at: account.origins, now: { time.now().date }) { request throws(Problem) in
      try await apps.send(request, as: ConnectedApp.ID(rawValue: provider.id))
    }
  }

  private static func connection(_ id: ConnectedApp.ID) -> CoachConnection? {
    guard let provider = ProviderCatalogue.builtIn[id.rawValue] else { return nil }
    let wearable: String? =
      switch provider.id {
      case "strava": nil
      case "apple-health": "apple_watch"
      default: String(provider.id.map { $0 == "-" ? "_" : $0 })
      }
    return CoachConnection(
      provider.id, name: provider.id == "apple-health" ? "Apple Watch" : provider.name, wearable: wearable,
      isForAdvice: provider.mayCombine, managing: provider.managing ?? "the settings of \(provider.name)")
  }

  // MARK: A person

  func begin() async {
    await shown.send(.begin)
    await apps.send(.begin)
  }

  /// Tells the coach what was connected and what it holds, while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let heard = apps.events.listen()
    return { await heard.hear { news in if case .said(let event) = news { await tell(event) } } }
  }

  private func tell(_ event: ConnectedAppsEvent) async {
    switch event {
    case .connected(let id):
      guard let connection = AccountsCadence.connection(id) else { return }
      awaited.withLock { $0[id] = false }
      await coaching.send(.linked(connection))
    case .delivered(let id):
      guard let connection = AccountsCadence.connection(id),
        let isTold = awaited.withLock({ $0.removeValue(forKey: id) })
      else { return }
      let history = connection.isForAdvice ? await history() : nil
      if !isTold || history != nil { await coaching.send(.arrived(connection, history)) }
    case .notDelivered(let id):
      let isNews = awaited.withLock { awaited in
        guard awaited[id] == false else { return false }
        awaited[id] = true
        return true
      }
      if isNews, let connection = AccountsCadence.connection(id) { await coaching.send(.unread(connection)) }
    case .disconnected(let id):
      awaited.withLock { $0[id] = nil }
      if let connection = AccountsCadence.connection(id) { await coaching.send(.unlinked(connection)) }
    default: break
    }
  }

  private func history() async -> RunHistory? {
    do throws(Problem) { return try await runs.history(at: time.now()) } catch {
      log.warning("The runs could not be read again (\(code: error)).")
      return nil
    }
  }

  // MARK: Windows

  /// Opens the list of apps, and connects the one that was chosen in the conversation.
  func connect(_ choice: String, in window: Window) async {
    let id = ConnectedApp.ID(rawValue: choice)
    asking.withLock { $0[window.id] = id }
    await window.open(ConnectedAppsPlaces.apps)
    await apps.send(.connect(id), from: window.id)
  }

  func pages(in window: WindowID) -> [Page] {
    Page.all(
      of: apps, at: ConnectedAppsPlaces.all(apps.states.value.apps, apps.states.value.words), in: window,
      left: { _ in .left }
    ) { state, route, surroundings, window in
      let screen = state.screen(route, in: surroundings, at: window)
      let strava: [Node<ConnectedAppsWindowAction>] =
        state.isConnected("strava")
        ? [.link("Runs on Strava", to: Route(["apps", "strava"]), id: "shown", icon: .run)] : []
      let files: Node<ConnectedAppsWindowAction> = .link(
        "Runs from files", to: RunsCadence.place, id: "files", icon: .add)
      let coach: Node<ConnectedAppsWindowAction> = .link(
        "Back to your coach", to: CoachingPlaces.home, id: "coach", icon: .chat)
      return Screen(
        screen.route, title: screen.title, nodes: screen.nodes + strava + [files, coach], dialog: screen.dialog,
        refresh: screen.refresh)
    } + [.of(shown, at: ShownRunsState.place) { $0.screen($1, in: $2) }]
  }

  func browsing(in window: WindowID) -> Browsing { ConnectedAppsBinding(apps, in: window).browsing() }

  func eventRoute(in at: WindowID) -> EventRoute {
    ConnectedAppsBinding(apps, in: at).eventRoute { event, window in
      switch event {
      // The person goes on with the coach, who says what was found.
      case .delivered(let id), .notDelivered(let id):
        if end(id, in: at) { await window.open(CoachingPlaces.home) }
      case .authorizationFailed(let id):
        // In the device's own dialog a person has decided; at a provider's page they may want to try again.
        guard let provider = ProviderCatalogue.builtIn[id.rawValue], provider.access == .device,
          let connection = AccountsCadence.connection(id),
          apps.states.value.windows[at].problem?.code == "app-declined",
          end(id, in: at)
        else { return }
        await coaching.send(.declined(connection))
        await window.open(CoachingPlaces.home)
      case .disconnected(let id): _ = end(id, in: at)
      default: break
      }
    }
  }

  /// Ends what was begun in the conversation; false when nothing was.
  private func end(_ id: ConnectedApp.ID, in window: WindowID) -> Bool {
    asking.withLock { asking in
      guard asking[window] == id else { return false }
      asking[window] = nil
      return true
    }
  }
}

private struct WeakConnectedApps {
  weak var apps: ConnectedApps?
}

extension ConnectedAppsWords {
  fileprivate static let runs = {
    var words = ConnectedAppsWords()
    words.title = "Connected apps"
    words.nothing = "Nothing is connected yet."
    words.use = "Connect your watch or an app, and your coach knows the runs that you did. It works without one too."
    words.adding = "Connect an app"
    words.disconnecting =
      "No more runs arrive. Runs that are in your log stay there; what is shown from Strava is deleted."
    words.pairs = false
    return words
  }()
}

extension SettingsPlan.Elsewhere {
  static let connectedApps = SettingsPlan.Elsewhere(
    "Connected apps", at: ConnectedAppsPlaces.apps, icon: .link, about: "Strava, Apple Health, Health Connect, watches")
}
