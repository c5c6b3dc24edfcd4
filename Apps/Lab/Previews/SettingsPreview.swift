internal import Hours
internal import Interface
internal import Mode
internal import Navigation
internal import ProductKit
internal import Settings
internal import Shell

extension Product {
  /// A preview of Settings, with one setting of every kind.
  static let previewSettings = Product(
    id: "stage", name: "Settings", tagline: "Settings alone.", theme: .plain,
    home: Tab("Settings", icon: .settings, at: Route(["settings"])), tabs: [],
    unavailable: "Content unavailable. Showing Settings."
  ) { environment in
    PersonFeatures(Settings(.context, in: environment)) { _ in WindowComposition(pages: []) }
  }
}

extension SettingsPlan {
  private static let mode = Setting.choice("mode", "Mode", [(Mode.light, "Light"), (.deep, "Deep")], fallback: .light)
  private static let bell = Setting.toggle("bell", "Bell", fallback: true)

  fileprivate static let context = SettingsPlan(
    mode: mode,
    [
      .display,
      Category(
        "Kinds", id: "kinds", icon: .list, about: "One of every kind",
        [
          .init([.set(mode), .set(bell)]),
          .init(
            "Under the bell",
            [
              .set(.number("rings", "Rings", within: .init(light: 1...3, deep: 1...8), unit: "a day", fallback: 2)),
              .set(.window("quiet", "Quiet", fallback: .night) { $0.under = "bell" }),
              .set(.times("calls", "Calls", atMost: 3, fallback: [.at(9)]) { $0.isDeepOnly = true }),
            ]),
        ]),
      .about("Settings", "Settings alone."),
    ])
}
