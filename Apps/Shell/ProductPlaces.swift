public import Interface
public import Kernel
internal import Navigation

extension Product {
  /// The largest number of routes that a refusal lists.
  private static let mostListed = 12

  /// Throws unless the product has a place at the route. The problem names the nearest one that there is.
  public func check(_ route: Route) throws(Problem) { try check(route, among: places) }

  /// The same for a caller that has kept the product's places, which take a while to list.
  public func check(_ route: Route, among places: [Place]) throws(Problem) {
    guard !places.contains(where: { $0.pattern.matches(route) }) else { return }
    throw noPlace(at: route.text, among: places)
  }

  /// The problem of a text that names no place of the product.
  public func noPlace(at text: String, among places: [Place]) -> Problem {
    let routes = places.flatMap(\.pattern.examples).map(\.text)
    let meant = Spelling.nearest(to: text, among: routes).map { "Did you mean \($0)? " } ?? ""
    let rest = routes.count - Product.mostListed
    let listed = routes.prefix(Product.mostListed).joined(separator: ", ")
    let others = rest > 0 ? " and \(rest) more; `troupe routes` lists them" : ""
    return Problem(
      "no-such-route", "\(name) has no screen at “\(text.prefix(80))”.",
      remedy: "\(meant)There are: \(listed)\(others).")
  }
}
