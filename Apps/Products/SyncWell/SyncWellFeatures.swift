internal import AccountDeletion
internal import Analytics
internal import ConnectedApps
internal import Consent
internal import HealthSync
internal import Interface
internal import Kernel
internal import Notifications
internal import Onboarding
internal import Permissions
internal import ProductKit
internal import Settings
internal import Shell
internal import Storage
internal import StoreTransactions
internal import Support

/// The features of a person that SyncWell shares with other products, and the routing of events between them: first steps,
/// consent, recorded events and help.
struct SyncWellFeatures: Sendable {
  let onboarding: Onboarding
  let consents: Consents
  let analytics: Analytics
  let support: Support
  /// The account that shares a plan; nothing of the profile is synced by it.
  let account: AccountAlone
  let purchases: SyncWellPurchases
  let permissions: SyncWellPermissions
  let syncs: SyncWellSyncs
  let demonstration: DemonstratedPerson
  let collector: UsageCollector?
  let notifying: SyncWellNotifications
  private let windows: OpenWindows

  /// Records the events of SyncWell: `events.record(.manualSyncTriggered)`.
  var events: AnalyticsRecorder { analytics.recorder }

  init(
    _ environment: PersonEnvironment, _ access: HealthAccess, _ content: RemoteContent?, _ store: StorePort?,
    _ collector: UsageCollector?, _ settings: Settings
  ) {
    self.collector = collector
    onboarding = Onboarding(
      .syncwell, on: environment.context,
      needs: OnboardingNeeds(environment.store, permissions: environment.permissions ?? .none))
    consents = Consents(
      .syncwell(sentTo: collector), on: environment.context,
      needs: ConsentNeeds(
        environment, .local, fetch: content?.fetching("consents.json", on: environment.network)))
    analytics = Analytics(.syncwell, of: "syncwell", in: environment, asking: consents, sentTo: collector)
    let demonstration = DemonstratedPerson(environment)
    self.demonstration = demonstration
    windows = environment.windows
    account = AccountAlone(environment, .purchases, deletion: .syncwell)
    purchases = SyncWellPurchases(
      environment, demonstration, content, from: store, by: account.membership, recordedBy: analytics.recorder)
    permissions = SyncWellPermissions(environment, recordedBy: analytics.recorder)
    syncs = SyncWellSyncs(
      environment, access, demonstration, content, permissions: permissions.sheets, recordedBy: analytics.recorder)
    notifying = SyncWellNotifications(environment, syncs.sync, settings)
    support = Support(.syncwell, in: environment, content: content)
  }

  func begin() async {
    await consents.send(.begin)
    await analytics.send(.begin)
    await support.send(.begin)
    await onboarding.send(.begin)
    await syncs.begin()
    await notifying.notifications.send(.begin)
  }

  /// Routes events while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let (following, going) = (analytics.following(consents), syncs.going(purchases.person.purchases))
    let (changes, windows, notifying) = (demonstration.changes, windows, notifying.going)
    let (synced, support) = (syncs.sync.events.listen(), support)
    let (chosen, events) = (windows.chosenTabs.listen(), events)
    return {
      await withTaskGroup { group in
        group.addTask { await following() }
        group.addTask { await going() }
        group.addTask { await notifying() }
        group.addTask { await chosen.hear { news in if case .said(let tab) = news { events.record(.tabChosen(tab)) } } }
        group.addTask {
          await synced.hear { news in if case .said(.historyEnded(days: _)) = news { await support.send(.joy) } }
        }
        group.addTask {
          for await _ in changes.listen() { await windows.surroundings { dress(&$0) } }
        }
      }
    }
  }

  /// Leads a new person to the welcome carousel, once.
  func arrival() async -> Route? {
    await onboarding.states.wait { $0.reading.isOver }
    guard onboarding.states.value.isWanted, !demonstration.isThere else { return nil }
    await onboarding.send(.led)
    return OnboardingPlaces.onboarding
  }

  // MARK: One window

  func pages(in window: WindowID) -> [Page] {
    SyncWellWelcome(onboarding: onboarding, events: events, collector: collector, window: window).pages
      + ConsentBinding(consents, in: window).pages + [AnalyticsBinding(analytics).page]
      + SupportBinding(support, in: window).pages + permissions.pages(in: window) + syncs.pages(in: window)
      + notifying.binding(in: window).pages
  }

  func eventRoutes(in window: WindowID) -> [EventRoute] {
    let (onboarding, events, purchases) = (onboarding, events, purchases)
    return [
      purchases.eventRoute(in: window) { window in await window.surroundings { dress(&$0) } },
      .from(onboarding, in: window) { event, window in
        let state = onboarding.states.value
        switch event {
        case .finished:
          if state.isDone(OnboardingPlan.welcome) { events.record(.onboardingCompleted) }
          await window.surroundings { dress(&$0) }
          await window.open(ConnectedAppsPlaces.source)
        case .gateChanged: await window.surroundings { dress(&$0) }
        case .chose, .named, .finishedElsewhere: break
        }
      },
      permissions.eventRoute(in: window), ConsentBinding(consents, in: window).eventRoute,
      AnalyticsBinding(analytics).eventRoute,
      SupportBinding(support, in: window).eventRoute { event in
        if let event = AnalyticsEvent(event) { events.record(event) }
      },
      notifying.binding(in: window).eventRoute,
    ] + syncs.eventRoutes(in: window) { await purchases.beginTrial(in: window) }
  }

  /// The first steps come before what is sold. The demonstration has neither.
  func dress(_ surroundings: inout Surroundings) {
    PurchasesBinding.dress(&surroundings, purchases.person)
    guard !demonstration.isThere else {
      surroundings.gate = nil
      return
    }
    surroundings.gate = onboarding.states.value.gate(hasAccount: false) ?? purchases.gate
  }

  /// The conditions that a window waits for before its first frame.
  func known(in window: WindowID) -> [@Sendable () async -> Void] {
    let (steps, decisions) = (onboarding.states, consents.states)
    return [
      { await steps.wait { $0.reading.isOver } },
      { await decisions.wait { $0.reading != .unread && $0.reading != .underWay } },
    ] + syncs.known + notifying.binding(in: window).known
  }
}

extension DeletionPlan {
  static let syncwell = {
    var plan = DeletionPlan(stays: "Nothing. A family plan of yours ends for its members.")
    plan.about =
      "Deleting your account erases it on the server. Your syncs and what they have carried stay on this device."
    plan.erased =
      "Your account, the receipts that the server has verified, your family plan or your place in one, and every sign-in."
    return plan
  }()
}
