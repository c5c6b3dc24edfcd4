package import Interface
package import Settings
internal import Shell

/// Settings of appearance, under the same keys in every product.
package enum Looks {
  /// Returns the theme setting; `system` is the label of the device's own theme.
  package static func scheme(system: String) -> Setting<SchemeChoice> {
    .choice("theme", "Theme", [(.light, "Light"), (.dark, "Dark"), (.system, system)], fallback: .system) {
      $0.keywords = ["dark mode", "night", "colours", "appearance"]
    }
  }

  package static let scheme = scheme(system: "System")

  package static let textSize = Setting.number(
    "text-size", "Text size", within: .init(Appearance.textSizes), step: 10, unit: "%", fallback: 100
  ) { $0.keywords = ["font", "larger", "smaller", "zoom"] }

  package static let reduceMotion = motion(isDeepOnly: false)

  package static func motion(isDeepOnly: Bool) -> Setting<Bool> {
    .toggle("reduce-motion", "Reduce motion", fallback: false) {
      $0.hint = "Nothing moves across the screen."
      $0.keywords = ["animation", "accessibility"]
      $0.isDeepOnly = isDeepOnly
    }
  }
}

extension SettingsPlan.Category {
  /// The display category with theme, text size and motion, for a product without further display settings.
  package static let display = SettingsPlan.Category(
    "Display", id: "display", icon: .sun, about: "Theme, text size, motion",
    [.init([.set(Looks.scheme), .set(Looks.textSize), .set(Looks.reduceMotion)])])

  /// The category about the product and its build, with links to what else a person looks for there.
  package static func about(
    _ name: String, _ tagline: String, title: String = "About", links: [SettingsPlan.Row] = []
  ) -> SettingsPlan.Category {
    SettingsPlan.Category(
      title, id: "about", name: title == "About" ? "About \(name)" : title, icon: .info,
      about: "Version \(Troupe.version)",
      [
        .init(
          [
            .told(name, tagline), .told("Version", Troupe.version),
            .told("Build", Troupe.build ?? "For development"), .told("Licence", "MIT"),
          ] + links + [.link("Every screen", Route(["search"]), .search)])
      ])
  }
}

extension [SettingsPlan.Elsewhere] {
  /// Links to sync, storage and account, for every product with a server.
  package static let ofAccounts = [
    SettingsPlan.Elsewhere("Sync", at: Route(["settings", "sync"]), icon: .syncing, about: "What waits, Sync Now"),
    SettingsPlan.Elsewhere(
      "Storage", at: Route(["settings", "storage"]), icon: .list, about: "What is kept here, Clear Cache"),
    SettingsPlan.Elsewhere("Account", at: Route(["account"]), icon: .person, about: "Sign in and out"),
  ]
}
