internal import Analytics
internal import Entitlement
internal import Interface
internal import Kernel
internal import ProductKit
package import Purchases
internal import Shell
internal import Storage
internal import StoreTransactions

extension Entitlement {
  /// The right that the trial and every purchase give: the syncs.
  static let syncs: Entitlement = "syncs"
  static let pro: Entitlement = "pro"
  /// The features of Pro, each a right of its own, so that a list from elsewhere can open one for everybody.
  static let historicalSync: Entitlement = "historical-sync"
  static let conflictResolution: Entitlement = "conflict-resolution"
}

extension FeatureGate {
  static let historicalSync = FeatureGate(
    .historicalSync, "Historical Sync",
    "Bring the days from before you installed SyncWell into your apps: choose two dates, and see each day arrive.",
    icon: .calendar)
  static let conflictResolution = FeatureGate(
    .conflictResolution, "Conflict Resolution",
    "When two apps recorded the same activity, see both side by side and keep one, or merge them into one.",
    icon: .layers)
}

extension PurchasePlan {
  static let trial: StoreItem.ID = "trial.7days"
  static let lifetime: StoreItem.ID = "pro.lifetime"
  static let family: StoreItem.ID = "family.year"

  /// The offers of SyncWell: Pro, bought once, after a free trial of seven days; and Pro for a family, by the year. The trial is
  /// an item of the store that costs nothing, as stores demand it of an app that is bought once.
  package static let syncwell = {
    var plan = PurchasePlan(
      app: "org.troupe.syncwell", name: "SyncWell", entitlement: .pro,
      items: [
        StoreItem(trial, "7-day trial", term: .lifetime, price: StorePrice(0, "EUR")),
        StoreItem(lifetime, "Lifetime license", term: .lifetime, price: StorePrice(14_990, "EUR")),
        StoreItem(
          family, "Family Plan", term: .year, group: "family", level: 1, price: StorePrice(19_990, "EUR"),
          places: 5),
      ],
      rights: [
        trial: [.syncs], lifetime: [.syncs, .pro, .historicalSync, .conflictResolution],
        family: [.syncs, .pro, .historicalSync, .conflictResolution],
      ],
      benefits: ["Unlimited Syncs", "Historical Sync", "Conflict Resolution"])
    plan.explanations = [
      "Unlimited Syncs":
        "Copy steps, sleep, weight, heart rate and workouts between all your apps, by themselves and without end."
    ]
    plan.passes = [trial: 7]
    plan.gates = [.historicalSync, .conflictResolution]
    plan.words.restore = "Restore Purchases"
    plan.words.unlock = "Unlock Pro"
    plan.words.buy = [trial: "Start 7-day free trial", lifetime: "Unlock Pro", family: "Choose Family Plan"]
    plan.words.notes = [
      family:
        "Pro for you and up to five others, whom you invite with a code."
    ]
    plan.words.nothingFound = "No previous purchase found."
    plan.words.otherAccount =
      "If you bought with another store account, sign in to it in the store of your device, and restore again."
    plan.words.failed = "Purchase failed. Please try again."
    plan.links = [
      PurchaseLink("Terms of use", to: SyncWellPlaces.terms),
      PurchaseLink("Privacy Policy", to: SyncWellPlaces.privacyPolicy),
    ]
    return plan
  }()
}

/// The purchases of a person in SyncWell: the gate after the trial, and the events that are recorded.
struct SyncWellPurchases: Sendable {
  let person: PersonPurchases
  let events: AnalyticsRecorder
  private let demonstration: DemonstratedPerson
  /// The windows that came to the offers from an explained feature.
  private let fromGate = Locked<Set<WindowID>>([])

  init(
    _ environment: PersonEnvironment, _ demonstration: DemonstratedPerson, _ content: RemoteContent?,
    from port: StorePort?, by membership: Membership, recordedBy events: AnalyticsRecorder
  ) {
    var person = PersonPurchases(.syncwell, in: environment, .local, gates: content, from: port, by: membership)
    person.dressing = { surroundings in
      if demonstration.isThere { surroundings.entitlements.formUnion(DemonstratedPerson.rights) }
    }
    // Whoever buys after the trial came from where everything led to the offers.
    let states = person.purchases.states
    person.home = { _ in states.value.pass == .over ? SyncWellPlaces.home : PurchasesState.subscription }
    self.person = person
    self.events = events
    self.demonstration = demonstration
  }

  var state: PurchasesState { person.purchases.states.value }

  /// The gate after the trial: every place leads to the offers, but for settings, help and texts, so that a person can still
  /// read, export and delete what is theirs. Nil before the trial was begun, while it runs, and for whoever has bought.
  var gate: PlaceGate? {
    guard state.pass == .over, !state.isOwner else { return nil }
    return PlaceGate(
      PurchasesState.plans,
      open: [
        Route(["settings"]), Route(["account"]), Route(["help"]), SyncWellPlaces.terms, SyncWellPlaces.privacyPolicy,
      ])
  }

  /// Whether a person has neither begun the trial nor bought anything, so that the trial is offered.
  var isTrialOpen: Bool { state.reading == .done && state.pass == .unused && !state.isOwner }

  /// Orders the free trial at a window, once the first sync is there. A store of a device asks for a confirmation.
  func beginTrial(in window: WindowID) async {
    if isTrialOpen, !demonstration.isThere { await person.purchases.send(.buy(PurchasePlan.trial), from: window) }
  }

  func eventRoute(in window: WindowID, changed: @escaping @Sendable (Window) async -> Void) -> EventRoute {
    let (events, fromGate) = (events, fromGate)
    return .from(person.purchases, in: window) { event, shown in
      switch event {
      case .paywallShown:
        let cameFromGate = fromGate.withLock { $0.remove(window) != nil }
        events.record(.paywallShown(gate != nil ? .trialExpired : cameFromGate ? .featureGate : .settings))
      case .ordered(PurchasePlan.trial), .bought(PurchasePlan.trial, price: _), .failed(PurchasePlan.trial, code: _):
        break
      case .ordered(let item):
        if item == PurchasePlan.family { events.record(.familyPlanPurchaseInitiated) }
        events.record(.purchaseInitiated)
      case .bought(_, let price): events.record(.purchaseCompleted(revenue: price.thousandths / 10))
      case .failed(_, let code): events.record(.purchaseFailed(SyncWellPurchases.codes[code] ?? code))
      case .restoreAsked: events.record(.restorePurchaseInitiated)
      case .restored: events.record(.restorePurchaseSuccess)
      case .nothingToRestore: events.record(.restorePurchaseFailedNoPurchase)
      case .gateShown(let feature):
        if feature == FeatureGate.historicalSync.id { events.record(.historicalSyncGateShown) }
        events.record(
          .featureGateShown(feature == FeatureGate.historicalSync.id ? .historicalSync : .conflictResolution))
      case .gateAccepted:
        fromGate.withLock { _ = $0.insert(window) }
        events.record(.featureGateAccepted)
      case .gateDismissed: events.record(.featureGateDismissed)
      case .entitled: await changed(shown)
      case .familyInvited: events.record(.familyPlanInviteSent)
      case .familyJoined: events.record(.familyPlanInviteAccepted)
      case .unlocked, .ended, .told, .gateClosed, .familyBegun: break
      }
    }
  }

  /// The codes of problems, by the words of the list.
  private static let codes = [
    "purchase-declined": "declined", "store-unreachable": "store-unreachable", "bad-transaction": "not-verified",
  ]
}
