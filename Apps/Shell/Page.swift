public import FoundationEssentials
public import Interface
public import Kernel

/// A place of a product and what is shown there.
public struct Page: Sendable {
  public let place: Place
  let screen: @Sendable (Route, Surroundings) -> Screen<Bound>
  /// Say when what is shown may have changed, apart from the surroundings: one for each feature that it is made of.
  let changes: [ObjectIdentifier: Watched]
  /// Tells the feature that its place is shown, or no longer.
  let appeared: (@Sendable (Route) async -> Void)?
  let left: (@Sendable (Route) async -> Void)?

  /// A place that one feature shows: a pure function of its state, the route and the surroundings. The page is what
  /// keeps the feature. With a desk, it shows nothing of what lies on others.
  public static func of<F: Feature>(
    _ feature: F, at place: Place, desk: UUID? = nil, appeared: (@Sendable (Route) -> F.State.Action)? = nil,
    left: (@Sendable (Route) -> F.State.Action)? = nil,
    _ screen: @escaping @Sendable (F.State, Route, Surroundings) -> Screen<F.State.Action>
  ) -> Page {
    func telling(_ action: (@Sendable (Route) -> F.State.Action)?) -> (@Sendable (Route) async -> Void)? {
      guard let action else { return nil }
      return { route in await feature.send(action(route)) }
    }
    let states = feature.states
    return Page(
      place: place,
      screen: { route, surroundings in screen(states.value, route, surroundings).map { feature.bound($0) } },
      changes: [ObjectIdentifier(feature): states.watched(at: desk)],
      appeared: telling(appeared), left: telling(left))
  }

  /// Whoever one is in a product: what is there of it, and what will be.
  public static func profile(
    keywords: [String], _ more: [ProfileRow] = [], will promise: String? = nil
  ) -> Page {
    let place = Place("/profile", title: "Profile", keywords: keywords)
    return Page(
      place: place,
      screen: { route, _ in
        Screen(
          route, title: place.title,
          nodes: [
            .heading(place.title, level: 1),
            .list(
              "Yours",
              [
                .row("Account", id: "account", value: "Sign in, and reach your other devices", to: Route(["account"]))
                  .with { $0.icon = .person },
                .row("Settings", id: "settings", value: "How it looks and what it tells you", to: Route(["settings"]))
                  .with { $0.icon = .settings },
              ]
                + more.map { row in
                  .row(row.title, id: row.id, value: row.about, to: row.route).with { $0.icon = row.icon }
                }),
          ] + (promise.map { [.note($0, icon: .info, id: "ahead")] } ?? []))
      },
      changes: [:], appeared: nil, left: nil)
  }

  /// The same page with a screen of its own, which another feature has a part in.
  func with<F: Feature>(
    _ other: F, desk: UUID? = nil, _ screen: @escaping @Sendable (Route, Surroundings) -> Screen<Bound>
  ) -> Page {
    let states = other.states
    var changes = changes
    changes[ObjectIdentifier(other)] = states.watched(at: desk)
    return Page(place: place, screen: screen, changes: changes, appeared: appeared, left: left)
  }

  /// A place whose module is not written yet: it says so, and what it will be. What is there already may be linked.
  public static func ahead(
    _ place: Place, icon: Icon, will promise: String, meanwhile link: (title: String, to: Route)? = nil
  ) -> Page {
    Page(
      place: place,
      screen: { route, _ in
        Screen(
          route, title: place.title,
          nodes: [
            .heading(place.title, level: 1),
            .empty(
              "This screen is not built yet.", because: promise, icon: icon, link.map { .link($0.title, to: $0.to) }),
          ])
      },
      changes: [:], appeared: nil, left: nil)
  }
}
