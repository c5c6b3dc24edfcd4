public import FoundationEssentials
public import Interface
public import Kernel

/// A place of a product and what is shown there.
public struct Page: Sendable {
  public let place: Place
  package let screen: @Sendable (Route, Surroundings) -> Screen<Bound>
  /// Say when what is shown may have changed, apart from the surroundings: one for each feature that it is made of.
  package let changes: [ObjectIdentifier: Watched]
  /// Tells the feature that its place is shown, or no longer.
  package let appeared: (@Sendable (Route) async -> Void)?
  package let left: (@Sendable (Route) async -> Void)?

  package init(
    place: Place, screen: @escaping @Sendable (Route, Surroundings) -> Screen<Bound>,
    changes: [ObjectIdentifier: Watched] = [:], appeared: (@Sendable (Route) async -> Void)? = nil,
    left: (@Sendable (Route) async -> Void)? = nil
  ) {
    self.place = place
    self.screen = screen
    self.changes = changes
    self.appeared = appeared
    self.left = left
  }

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

  /// The same page with a screen of its own, which another feature has a part in.
  package func with<F: Feature>(
    _ other: F, desk: UUID? = nil, _ screen: @escaping @Sendable (Route, Surroundings) -> Screen<Bound>
  ) -> Page {
    let states = other.states
    var changes = changes
    changes[ObjectIdentifier(other)] = states.watched(at: desk)
    return Page(place: place, screen: screen, changes: changes, appeared: appeared, left: left)
  }
}
