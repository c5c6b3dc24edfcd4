internal import Interface
internal import Kernel
internal import Navigation
internal import ProductKit
package import Shell

extension Product {
  /// A product with a place for its members. Whether the person is one is known only after its features have begun.
  package static func club(isSignedIn: Bool) -> Product {
    Product(
      id: "club", name: "Club", tagline: "For tests.", theme: .plain,
      home: Tab("Hall", icon: .home, at: Route(["hall"])), tabs: [],
      unavailable: "Content unavailable. Showing the hall."
    ) { _ in
      let isKnown = Locked(false)
      return PersonFeatures { _ in
        WindowComposition(
          eventRoutes: [], surroundings: { $0.isSignedIn = isSignedIn && isKnown.withLock { $0 } },
          known: [{ isKnown.withLock { $0 = true } }], banner: nil,
          pages: [
            .ahead(Place("/hall", title: "Hall"), icon: .home, will: "It will be here."),
            .ahead(
              Place("/hall/members", title: "Members", access: .account), icon: .people, will: "They will be here."),
          ])
      }
    }
  }
}
