internal import Interface
internal import Navigation
internal import Settings
internal import Storage

extension Product {
  static let syncwell = Product(
    id: "syncwell", name: "SyncWell", tagline: "All your health data, in sync, and only on your own devices.",
    theme: .syncwell,
    home: Tab("Syncs", icon: .syncing, at: Route(["syncs"])),
    tabs: [
      Tab("Apps", icon: .link, at: Route(["apps"])),
      Tab("History", icon: .calendar, at: Route(["history"])),
      Tab("Settings", icon: .settings, at: Route(["settings"])),
    ],
    unavailable: "Content unavailable. Showing your syncs."
  ) { ground in
    let settings = Settings(.syncwell, in: ground, .local)
    return Cast(settings) { _ in
      Company(
        wires: [],
        pages: [
          .ahead(
            Place("/syncs", title: "Syncs", keywords: ["home", "dashboard", "status"]), icon: .syncing,
            will: "A card for every sync, with its last run and what became of it, will be here."),
          .ahead(
            Place("/apps", title: "Connected Apps", keywords: ["Fitbit", "Garmin", "Strava", "disconnect"]),
            icon: .link,
            will: "The apps and devices that you connected will be here."),
          .ahead(
            Place("/history", title: "Historical Sync", keywords: ["past", "range"]), icon: .calendar,
            will: "Syncing of earlier days, from one date to another, will be here."),
        ])
    }
  }
}
