internal import Carrying
internal import Entitlement
internal import Interface
internal import Kernel
internal import Navigation
internal import Notifications
internal import PermissionSheets
internal import Privacy
package import ProductKit
internal import Purchases
internal import Settings
public import Shell
internal import Storage
package import StoreTransactions

extension Product {
  public static let syncwell = syncwell(.given)

  /// SyncWell with its ways to the apps, the files on a server that change it without a release, the store of the device,
  /// which a shell hands in (without one the sandbox sells), and the server that takes recorded events with the person's consent.
  package static func syncwell(
    _ access: HealthAccess, content: RemoteContent? = RemoteContent(of: "syncwell"), store: StorePort? = nil,
    collector: UsageCollector? = .given
  ) -> Product {
    Product(
      id: "syncwell", name: "SyncWell", tagline: "All your health data, in sync, and only on your own devices.",
      theme: .syncwell,
      home: Tab("Syncs", icon: .syncing, at: SyncWellPlaces.home),
      tabs: [
        Tab("Apps", icon: .link, at: Route(["apps"])),
        Tab("History", icon: .calendar, at: Route(["history"])),
        Tab("Settings", icon: .settings, at: Route(["settings"])),
      ],
      mainAct: MainAct("Add a sync", at: Route(["syncs", "add"])),
      unavailable: "Content unavailable. Showing your syncs.", demonstration: .syncwell,
      lock: PersonLock.withoutAccount(
        "While SyncWell is locked, no sync runs. It catches up when you unlock it.")
    ) { environment in
      let settings = Settings(.syncwell, in: environment, .local)
      let shared = SyncWellFeatures(environment, access, content, store, collector, settings)
      return PersonFeatures(
        settings, in: environment, purchases: shared.purchases.person, account: shared.account,
        excerpt: .syncwell, begin: { await shared.begin() },
        going: shared.going,
        sync: { ask, limit throws(Problem) in try await shared.syncs.answer(ask, within: limit) },
        arrival: { await shared.arrival() }
      ) { window in
        WindowComposition(
          eventRoutes: shared.eventRoutes(in: window.id), surroundings: { shared.dress(&$0) },
          known: shared.known(in: window.id),
          banner: SupportBinding(shared.support, in: window.id).banner
            .above(ConsentBinding(shared.consents, in: window.id).banner).above(shared.demonstration.banner),
          pages: shared.pages(in: window.id),
          browsing: shared.syncs.browsing(in: window.id))
      }.following(zone: { await shared.notifying.notifications.send(.woke) })
    }
  }
}

extension PrivacyExcerpt {
  /// The configurations alone, for a new phone.
  static let syncwell = PrivacyExcerpt(
    "Export syncs without health data",
    about:
      "For a new phone: your syncs, their rules and your settings, without any measurement. Sign-ins are not in it.",
    collections: [SyncPlan.collection, KindRule.collection, "settings"])
}

extension SettingsPlan {
  static let syncwell = SettingsPlan(
    [
      .notifications(
        [
          NotificationSettings.kind("failures", "Failing syncs"),
          NotificationSettings.kind("history", "Finished historical syncs"),
        ], sends: true),
      .display, .accessibility(), .privacy(),
      .about("SyncWell", "All your health data, in sync, and only on your own devices."),
    ],
    elsewhere: [
      .help,
      SettingsPlan.Elsewhere(
        "Historical Sync", at: SyncWellPlaces.newHistory, icon: .calendar, about: "Sync the days before"),
      .subscription,
      SettingsPlan.Elsewhere(
        "Connected Apps", at: Route(["apps"]), icon: .link, about: "Accounts, and disconnecting them"),
      SettingsPlan.Elsewhere(
        "Permissions", at: PermissionSheetsState.home, icon: .bell, about: "Notifications, health data"),
      SettingsPlan.Elsewhere(
        "Account", at: Route(["account"]), icon: .person, about: "For the family plan and purchases on other devices"),
      .lock, .consent, .usage,
    ])
}
