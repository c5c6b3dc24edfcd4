internal import Analytics
internal import Carrying
internal import ConnectedApps
internal import Entitlement
internal import HealthAPIs
internal import HealthProviders
internal import HealthSync
internal import Interface
internal import Kernel
internal import PermissionSheets
internal import Permissions
internal import Platform
internal import ProductKit
internal import Purchases
internal import Shell

/// The syncs of a person and the accounts between which they flow, and what each hears of the other.
struct SyncWellSyncs: Sendable {
  let apps: ConnectedApps
  let sync: HealthSync
  let access: HealthAccess
  let events: AnalyticsRecorder
  let demonstration: DemonstratedPerson
  let needs: HealthSyncNeeds
  let time: Time
  let identifiers: Identifiers

  init(
    _ environment: PersonEnvironment, _ access: HealthAccess, _ demonstration: DemonstratedPerson,
    _ content: RemoteContent?, permissions: PermissionSheets, recordedBy events: AnalyticsRecorder
  ) {
    self.access = access
    self.events = events
    self.demonstration = demonstration
    let outside = OutsideNetwork(environment.network)
    var accounts = ConnectedAppsNeeds(environment, by: outside)
    accounts.permit = { _, window throws(Problem) in
      if demonstration.isThere { return true }
      return await permissions.permits(Permission.health.id, in: window)
    }
    let apps = ConnectedApps(ConnectedApp.all(.builtIn, access), on: environment.context, needs: accounts)
    self.apps = apps
    let time = environment.context.time
    self.time = time
    identifiers = environment.context.identifiers
    needs = HealthSyncNeeds(
      environment.store,
      port: { id in
        let app = ConnectedApp.ID(rawValue: id)
        guard apps.states.value.isConnected(app) else { return nil }
        if demonstration.isThere { return demonstration.port(id) }
        if let store = access.stores[id] { return store }
        guard let account = access.account(id) else { return nil }
        return account.api.port(at: account.origins, now: { time.now().date }) { request throws(Problem) in
          try await apps.send(request, as: app)
        }
      }, newCatalogue: content?.fetching("providers.json", on: environment.network))
    sync = HealthSync(on: environment.context, needs: needs)
  }

  func begin() async {
    await demonstration.look()
    await offer()
    await apps.send(.begin)
    await sync.send(.begin)
  }

  /// Offers the apps of this device, or those of the demonstration while it is there.
  func offer() async {
    let all = ConnectedApp.all(.builtIn, access)
    await apps.send(.offered(demonstration.isThere ? DemonstratedApps.offered(all) : all))
  }

  /// Reads everything anew when the demonstration was added or removed.
  private func followDemonstration(_ pro: @Sendable () async -> Void) async {
    var was = demonstration.isThere
    for await mark in demonstration.changes.listen() where (mark != nil) != was {
      was = mark != nil
      await offer()
      await sync.send(.changedElsewhere)
      await apps.send(.changedElsewhere)
      await pro()
    }
  }

  /// Tells the syncs what is bought and which apps are connected, at once and whenever it changes.
  func going(_ purchases: Purchases) -> @Sendable () async -> Void {
    let (bought, connected) = (purchases.states, apps.states)
    let (telling, holding) = (accounts, holding)
    let (sync, demonstration) = (sync, demonstration)
    let tell = { @Sendable in
      let rights: Set = [Entitlement.historicalSync, .conflictResolution]
      await sync.send(.pro(demonstration.isThere || bought.value.entitlements.isSuperset(of: rights)))
    }
    return {
      await withTaskGroup { group in
        group.addTask { for await _ in bought.listen() { await tell() } }
        group.addTask { await telling(connected) }
        group.addTask { await holding() }
        group.addTask { await demonstration.following() }
        group.addTask { await followDemonstration(tell) }
      }
    }
  }

  /// Has the shell keep the process while a historical sync runs. One that is paused, or waits for a provider's quota, is let
  /// go.
  private var holding: @Sendable () async -> Void {
    let (states, hold) = (sync.states.listen(), access.holding)
    return {
      var held: HealthAccess.LongTask?
      for await state in states {
        let run = state.book.history.flatMap { $0.isActive && $0.retryAt == nil && $0.done < $0.days ? $0 : nil }
        let task = run.map { HealthAccess.LongTask("Historical Sync", done: $0.done, of: $0.days) }
        guard task != held else { continue }
        held = task
        await hold(task)
      }
      if held != nil { await hold(nil) }
    }
  }

  private var accounts: @Sendable (Current<ConnectedAppsState>) async -> Void {
    let sync = sync
    return { states in
      var told: [String: AppStanding]?
      for await state in states.listen() where state.reading == .done {
        let accounts = SyncWellSyncs.accounts(state)
        guard accounts != told else { continue }
        told = accounts
        await sync.send(.accounts(accounts))
      }
    }
  }

  /// The apps as the syncs see them.
  static func accounts(_ state: ConnectedAppsState) -> [String: AppStanding] {
    var accounts: [String: AppStanding] = [:]
    for app in state.apps {
      let id = app.id.rawValue
      if state.isConnected(app.id) {
        accounts[id] = .connected
      } else if state.accounts[app.id]?.phase == .attention {
        accounts[id] = .needsAttention
      } else if case .unavailable(let reason) = app.offer {
        accounts[id] = .unavailable(reason)
      }
    }
    return accounts
  }

  /// The conditions that a window waits for before its first frame.
  var known: [@Sendable () async -> Void] {
    let (apps, sync) = (apps.states, sync.states)
    return [
      { await apps.wait { $0.reading != .unread && $0.reading != .underWay } },
      { await sync.wait { $0.reading != .unread && $0.reading != .underWay } },
    ]
  }

  // MARK: One window

  func pages(in window: WindowID) -> [Page] {
    ConnectedAppsBinding(apps, in: window).pages
      + Page.all(
        of: sync,
        at: HealthSyncPlaces.all(
          history: (.historicalSync, FeatureGate.historicalSync.route),
          conflicts: (.conflictResolution, FeatureGate.conflictResolution.route)), in: window,
        appeared: { .appeared($0) }, left: { .left($0) }
      ) { $0.screen($1, in: $2, at: $3) }
  }

  func browsing(in window: WindowID) -> Browsing { ConnectedAppsBinding(apps, in: window).browsing() }

  /// `saved` is told when a new sync was saved in the window.
  func eventRoutes(in window: WindowID, saved: @escaping @Sendable () async -> Void) -> [EventRoute] {
    let (sync, events, apps) = (sync, events, apps)
    return [
      .from(sync, in: window) { event, shown in
        switch event {
        case .told(let toast): await shown.toast(toast)
        case .opened(let route): await shown.open(route)
        case .finished(let routes): await shown.closeSheets(routes)
        case .connect(let id): await apps.send(.connect(ConnectedApp.ID(rawValue: id)), from: window)
        case .saved: await saved()
        case .gated(.history): await shown.open(FeatureGate.historicalSync.route)
        case .gated(.conflicts): await shown.open(FeatureGate.conflictResolution.route)
        case .fact(let fact):
          if let event = AnalyticsEvent(fact) { events.record(event) }
        case .failing, .historyEnded: break
        }
      },
      ConnectedAppsBinding(apps, in: window).eventRoute { event, shown in
        if let event = AnalyticsEvent(event) { events.record(event) }
        if case .pairReady(let source, let destination) = event {
          await sync.send(.begun(source: source.rawValue, destination: destination.rawValue), from: window)
          await shown.open(HealthSyncPlaces.adding)
        }
      },
    ]
  }
}

// MARK: - Events

extension AnalyticsEvent {
  /// The event of a fact about the syncs; nil for one that other parts record.
  init?(_ fact: SyncFact) {
    switch fact {
    case .addStarted: self = .addSyncStarted
    case .kindsSelected(let count): self = .addSyncDataTypesSelected(count)
    case .sourceSelected(let app): self = .addSyncSourceSelected(app)
    case .destinationSelected(let app): self = .addSyncDestinationSelected(app)
    case .addCompleted: self = .addSyncCompleted
    case .backgroundStarted(let trigger): self = .backgroundSyncJobStarted(.init(rawValue: trigger) ?? .periodic)
    case .backgroundCompleted(let items): self = .backgroundSyncJobCompleted(.success, items: items)
    case .backgroundFailed(let code): self = .backgroundSyncJobFailed(AnalyticsEvent.word(code))
    case .manualTriggered: self = .manualSyncTriggered
    case .statusViewed(let status):
      guard let status = AnalyticsEvent.status(status) else { return nil }
      self = .syncStatusViewed(status)
    case .deleteInitiated: self = .syncDeleteInitiated
    case .deleteConfirmed: self = .syncDeleteConfirmed
    case .deleteCancelled: self = .syncDeleteCancelled
    case .historyStarted(let days): self = .historicalSyncStarted(days: days)
    case .historyCompleted: self = .historicalSyncCompleted
    case .historyPaused: self = .historicalSyncPaused
    case .crossPlatformCompleted(let source, let destination):
      guard let source = SyncWellTerms.Platform(rawValue: source),
        let destination = SyncWellTerms.Platform(rawValue: destination)
      else { return nil }
      self = .crossPlatformSyncCompleted(from: source, to: destination)
    case .conflictDetected: self = .conflictDetected
    case .resolutionStarted: self = .conflictResolutionStarted
    case .resolutionCompleted(let how):
      guard let how = SyncWellTerms.Resolution(rawValue: how) else { return nil }
      self = .conflictResolutionCompleted(how)
    case .dashboardViewed(let count): self = .dashboardViewed(syncs: count)
    }
  }

  private static func status(_ name: String) -> SyncWellTerms.Status? {
    switch name {
    case "error_retrying": .temporary
    case "new": nil
    default: SyncWellTerms.Status(rawValue: name)
    }
  }

  /// The word of the list of errors for the code of a problem.
  private static func word(_ code: String) -> String {
    if code.hasSuffix("-quota") { return "quota" }
    if code.hasSuffix("-unreadable") { return "unreadable" }
    return switch code {
    case "provider-reconnect": "unauthorized"
    case "provider-inactive", "provider-ended": "forbidden"
    case "disk-full": "disk-full"
    case "fetch-timed-out": "timed-out"
    default: "unreachable"
    }
  }

  /// The event of what happened with an account; nil for what no story counts.
  init?(_ event: ConnectedAppsEvent) {
    switch event {
    case .chosen(let app, .source): self = .sourceAppSelected(app.rawValue)
    case .chosen(let app, .destination): self = .destinationAppSelected(app.rawValue)
    case .chosenConnected(_, .source): self = .sourceAppAuthSuccess
    case .chosenConnected(_, .destination): self = .destinationAppAuthSuccess
    case .chosenFailed(_, .source): self = .sourceAppAuthFailed
    case .chosenFailed(_, .destination): self = .destinationAppAuthFailed
    case .disconnectAsked(let app): self = .appDisconnectInitiated(app.rawValue)
    case .disconnectConfirmed: self = .appDisconnectConfirmed
    case .disconnectCancelled: self = .appDisconnectCancelled
    case .browserAsked, .connected, .authorizationFailed, .attentionNeeded, .disconnected, .replaced, .pairReady,
      .ledOn, .delivered, .notDelivered, .told:
      return nil
    }
  }
}
