/// The place to which every other one leads until it is done there, such as required first steps.
public struct PlaceGate: Sendable, Hashable {
  public let route: Route
  /// The routes that stay open, with everything below them.
  public let open: [Route]

  public init(_ route: Route, open: [Route] = []) {
    self.route = route
    self.open = open
  }

  /// Whether the route can be opened.
  public func admits(_ route: Route) -> Bool {
    ([self.route] + open).contains { route.path.starts(with: $0.path) }
  }
}
