internal import Interface
internal import Settings

/// The settings by which a window's looks follow a person, under the same keys in every product.
enum Looks {
  /// A person's words for light, dark, and whatever the device is set to.
  static func scheme(system: String) -> Setting<SchemeChoice> {
    .choice("theme", "Theme", [(.light, "Light"), (.dark, "Dark"), (.system, system)], fallback: .system) {
      $0.keywords = ["dark mode", "night", "colours", "appearance"]
    }
  }

  static let scheme = scheme(system: "System")

  static let textSize = Setting.number(
    "text-size", "Text size", within: .init(Appearance.textSizes), step: 10, unit: "%", fallback: 100
  ) { $0.keywords = ["font", "larger", "smaller", "zoom"] }

  static let reduceMotion = motion(isDeepOnly: false)

  static func motion(isDeepOnly: Bool) -> Setting<Bool> {
    .toggle("reduce-motion", "Reduce motion", fallback: false) {
      $0.hint = "Nothing moves across the screen."
      $0.keywords = ["animation", "accessibility"]
      $0.isDeepOnly = isDeepOnly
    }
  }
}

extension SettingsPlan.Category {
  /// Theme, text size and motion, for a product that asks nothing else of its looks.
  static let display = SettingsPlan.Category(
    "Display", id: "display", icon: .sun, about: "Theme, text size, motion",
    [.init([.set(Looks.scheme), .set(Looks.textSize), .set(Looks.reduceMotion)])])

  static func about(_ name: String, _ tagline: String) -> SettingsPlan.Category {
    SettingsPlan.Category(
      "About", id: "about", name: "About \(name)", icon: .info, about: "Version \(Troupe.version)",
      [
        .init([
          .told(name, tagline), .told("Version", Troupe.version), .told("Licence", "MIT"),
          .link("Every screen", Route(["search"]), .search),
        ])
      ])
  }
}

// The products that have nothing of their own to set yet.
extension SettingsPlan {
  static let syncwell = SettingsPlan([
    .display, .about("SyncWell", "All your health data, in sync, and only on your own devices."),
  ])
  static let cadence = SettingsPlan(
    [
      .display, .about("Cadence", "A running coach that says why."),
    ], elsewhere: .ofAccounts, isSynced: true)
  static let volvox = SettingsPlan(
    [
      .display, .about("Volvox.Sober", "One day after another, and somebody beside you."),
    ], elsewhere: .ofAccounts, isSynced: true)
}

extension [SettingsPlan.Elsewhere] {
  /// In every product with a server.
  static let ofAccounts = [
    SettingsPlan.Elsewhere("Sync", at: Route(["settings", "sync"]), icon: .syncing, about: "What waits, Sync Now"),
    SettingsPlan.Elsewhere(
      "Storage", at: Route(["settings", "storage"]), icon: .list, about: "What is kept here, Clear Cache"),
    SettingsPlan.Elsewhere("Account", at: Route(["account"]), icon: .person, about: "Sign in and out"),
  ]
}
