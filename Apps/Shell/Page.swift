public import FoundationEssentials
public import Interface
public import Kernel

/// A place of a product with the function that renders its screen.
public struct Page: Sendable {
  public let place: Place
  package let screen: @Sendable (Route, Surroundings) -> Screen<Bound>
  /// Signal that the screen may have changed, apart from the surroundings: one for each feature shown on it.
  package let changes: [ObjectIdentifier: Watched]
  /// Notify the feature that its place is shown, or no longer shown.
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

  /// Makes a page from one feature. The screen is a pure function of its state, the route and the surroundings. The
  /// page retains the feature. With a desk, it follows only changes that concern this desk.
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

  /// Returns this page with another screen, which also depends on `other`.
  package func with<F: Feature>(
    _ other: F, desk: UUID? = nil, _ screen: @escaping @Sendable (Route, Surroundings) -> Screen<Bound>
  ) -> Page {
    let states = other.states
    var changes = changes
    changes[ObjectIdentifier(other)] = states.watched(at: desk)
    return Page(place: place, screen: screen, changes: changes, appeared: appeared, left: left)
  }
}
