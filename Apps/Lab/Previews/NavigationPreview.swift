internal import Entitlement
internal import Interface
internal import Navigation
internal import ProductKit
internal import Shell

extension Product {
  /// A preview of Navigation: every state of a place and of a channel.
  static let previewNavigation = Product(
    id: "stage", name: "Navigation", tagline: "Navigation alone.", theme: .plain,
    home: Tab("Home", icon: .home, at: Route(["home"])),
    tabs: [
      Tab(
        "Parts", icon: .layers, at: Route(["parts"]),
        parts: [
          .init("One", icon: .star, at: Route(["parts", "one"])),
          .init("Two", icon: .moon, at: Route(["parts", "two"])),
        ]),
      Tab("Premium", icon: .upgrade, at: Route(["premium"])),
      Tab("Online", icon: .refresh, at: Route(["online"])),
    ],
    channels: [
      Channel("Ready", id: "ready", icon: .call, standing: .ready),
      Channel("Asking", id: "asking", icon: .microphone, standing: .needsPermission("May it use the microphone?")),
      Channel("Linking", id: "linking", icon: .link, standing: .needsSetup(["Do this.", "Then that."])),
      Channel(
        "Gone", id: "gone", icon: .offline, standing: .unavailable("Gone is currently unavailable. Try again later.")),
    ],
    unavailable: "Content unavailable. Showing home."
  ) { _ in
    PersonFeatures { _ in
      WindowComposition(
        pages: [
          Place("/home", title: "Home"), Place("/parts", title: "Parts"), Place("/parts/one", title: "One"),
          Place("/parts/two", title: "Two"), Place("/premium", title: "Premium", needs: "premium"),
          Place("/online", title: "Online", reach: .server), Place("/account", title: "Account", access: .account),
          Place("/full", title: "Full screen", isFullScreen: true),
        ].map { .ahead($0, icon: .star, will: "On this stage only the navigation plays.") })
    }
  }
}
