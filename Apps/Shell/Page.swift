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

  /// Makes a page from a feature whose screen is the same in every window: a pure function of its state, the route and
  /// the surroundings. The page retains the feature.
  public static func of<F: Feature>(
    _ feature: F, at place: Place, appeared: (@Sendable (Route) -> F.State.Action)? = nil,
    left: (@Sendable (Route) -> F.State.Action)? = nil,
    _ screen: @escaping @Sendable (F.State, Route, Surroundings) -> Screen<F.State.Action>
  ) -> Page {
    let states = feature.states
    return Page(
      place: place,
      screen: { route, surroundings in screen(states.value, route, surroundings).map { feature.bound($0) } },
      changes: [ObjectIdentifier(feature): states.watched()],
      appeared: telling(appeared) { await feature.send($0) }, left: telling(left) { await feature.send($0) })
  }

  /// Makes a page from a feature that keeps a local state for each window. The page follows the changes that concern
  /// its window, and retains the feature.
  public static func of<F: Feature>(
    _ feature: F, at place: Place, in window: WindowID, appeared: (@Sendable (Route) -> F.State.LocalAction)? = nil,
    left: (@Sendable (Route) -> F.State.LocalAction)? = nil,
    _ screen: @escaping @Sendable (F.State, Route, Surroundings, WindowID) -> Screen<F.State.LocalAction>
  ) -> Page where F.State: WindowedDeciding {
    let states = feature.states
    return Page(
      place: place,
      screen: { route, surroundings in
        screen(states.value, route, surroundings, window).map { feature.bound($0, in: window) }
      },
      changes: [ObjectIdentifier(feature): states.watched(at: window)],
      appeared: telling(appeared) { await feature.send($0, from: window) },
      left: telling(left) { await feature.send($0, from: window) })
  }

  /// Makes one page for each place, in the same way.
  public static func all<F: Feature>(
    of feature: F, at places: [Place], in window: WindowID,
    appeared: (@Sendable (Route) -> F.State.LocalAction)? = nil,
    left: (@Sendable (Route) -> F.State.LocalAction)? = nil,
    _ screen: @escaping @Sendable (F.State, Route, Surroundings, WindowID) -> Screen<F.State.LocalAction>
  ) -> [Page] where F.State: WindowedDeciding {
    places.map { .of(feature, at: $0, in: window, appeared: appeared, left: left, screen) }
  }

  private static func telling<Action: Sendable>(
    _ action: (@Sendable (Route) -> Action)?, _ send: @escaping @Sendable (Action) async -> Void
  ) -> (@Sendable (Route) async -> Void)? {
    guard let action else { return nil }
    return { await send(action($0)) }
  }

  /// Returns this page with another screen, which also depends on `other`.
  package func with<F: Feature>(
    _ other: F, in window: WindowID, _ screen: @escaping @Sendable (Route, Surroundings) -> Screen<Bound>
  ) -> Page {
    var changes = changes
    changes[ObjectIdentifier(other)] = other.states.watched(at: window)
    return Page(place: place, screen: screen, changes: changes, appeared: appeared, left: left)
  }
}
