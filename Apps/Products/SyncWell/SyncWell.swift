internal import Entitlement
internal import Interface
internal import Kernel
internal import Navigation
internal import PermissionSheets
internal import ProductKit
internal import Purchases
internal import Settings
public import Shell
internal import Storage

extension Product {
  public static let syncwell = Product(
    id: "syncwell", name: "SyncWell", tagline: "All your health data, in sync, and only on your own devices.",
    theme: .syncwell, isPreview: true,
    home: Tab("Syncs", icon: .syncing, at: Route(["syncs"])),
    tabs: [
      Tab("Apps", icon: .link, at: Route(["apps"])),
      Tab("History", icon: .calendar, at: Route(["history"])),
      Tab("Settings", icon: .settings, at: Route(["settings"])),
    ],
    unavailable: "Content unavailable. Showing your syncs."
  ) { environment in
    let settings = Settings(.syncwell, in: environment, .local)
    let shared = SyncWellFeatures(environment)
    return PersonFeatures(
      settings, in: environment, purchases: shared.purchases.person, begin: { await shared.begin() },
      going: shared.going,
      arrival: { await shared.arrival() }
    ) { window in
      WindowComposition(
        eventRoutes: shared.eventRoutes(in: window.id), surroundings: { shared.dress(&$0) }, known: shared.known,
        banner: nil,
        pages: shared.pages(in: window.id) + [
          .ahead(
            Place("/syncs", title: "Syncs", keywords: ["home", "dashboard", "status"]), icon: .syncing,
            will: "This screen will show every sync with its last result."),
          .ahead(
            Place("/apps", title: "Connected Apps", keywords: ["Fitbit", "Garmin", "Strava", "disconnect"]),
            icon: .link,
            will: "This screen will show your connected apps and devices."),
          .ahead(
            Place("/history", title: "Historical Sync", keywords: ["past", "range"]), icon: .calendar,
            will: "This screen will show the syncs of earlier days and how far they are.",
            meanwhile: ("Sync earlier days", to: SyncWellPlaces.newHistory)),
          .ahead(
            Place(
              "/history/new", title: "Sync earlier days", needs: .historicalSync,
              gate: FeatureGate.historicalSync.route, keywords: ["past", "range"]), icon: .calendar,
            will: "This screen will sync earlier days between two dates."),
        ])
    }
  }
}

extension SettingsPlan {
  static let syncwell = SettingsPlan(
    [
      .display, .privacy(), .about("SyncWell", "All your health data, in sync, and only on your own devices."),
    ],
    elsewhere: [
      .help,
      SettingsPlan.Elsewhere(
        "Historical Sync", at: SyncWellPlaces.newHistory, icon: .calendar, about: "Sync the days before"),
      .subscription,
      SettingsPlan.Elsewhere(
        "Permissions", at: PermissionSheetsState.home, icon: .bell, about: "Notifications, health data"),
      .consent, .usage,
    ])
}
