package import Interface
internal import Lock
package import Shell

/// A page that opens while a profile is locked, and the link to it on the lock screen. It is made without a store, so it
/// shows only what is part of the program.
package struct PublicPage: Sendable {
  private let place: Place
  private let link: Node<Bound>
  private let screen: @Sendable (Route, Surroundings) -> Screen<Bound>

  package init(
    at place: Place, link: Node<Bound>, _ screen: @escaping @Sendable (Route, Surroundings) -> Screen<Bound>
  ) {
    self.place = place
    self.link = link
    self.screen = screen
  }

  /// The page with a link to the lock screen.
  var page: Page {
    let screen = screen
    return Page(place: place) { route, surroundings in
      let shown = screen(route, surroundings)
      return Screen(
        route, title: shown.title,
        nodes: shown.nodes + [.link("Unlock", to: PersonLock.route, id: "to-lock", icon: .unlock)])
    }
  }

  /// The lock screen with the link to this page below its heading.
  func linked(from lock: Page) -> Page {
    let link = link
    return Page(
      place: lock.place, screen: { route, surroundings in lock.screen(route, surroundings).opening(with: link) },
      changes: lock.changes, appeared: lock.appeared, left: lock.left)
  }
}
