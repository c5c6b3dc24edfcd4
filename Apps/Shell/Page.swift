public import Interface
public import Kernel

/// A place of a product and what is shown there.
public struct Page: Sendable {
  public let place: Place
  let screen: @Sendable (Route, Surroundings) -> Screen<Bound>
  /// Says when what is shown may have changed, apart from the surroundings.
  let changes: (@Sendable () -> any AsyncSequence<Void, Never> & Sendable)?
  /// Tells the feature that its place is shown, or no longer.
  let appeared: (@Sendable (Route) async -> Void)?
  let left: (@Sendable (Route) async -> Void)?

  /// A place that one feature shows: a pure function of its state, the route and the surroundings. The page is what
  /// keeps the feature.
  public static func of<F: Feature>(
    _ feature: F, at place: Place, appeared: (@Sendable (Route) -> F.State.Action)? = nil,
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
      changes: { states.listen().map { _ in () } },
      appeared: telling(appeared), left: telling(left))
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
      changes: nil, appeared: nil, left: nil)
  }
}
