internal import Interface
package import Shell
internal import Testing

/// Checks that every place of the product opens by each of its example routes, with a title and a heading.
package func checkPlaces(of product: Product) async throws {
  let window = try await Person.test(product).window()
  let places = product.places
  #expect(places.count > product.tabs.count)
  // Navigation refuses the other places to a new person, with a reason.
  for place in places where place.needs == nil && place.reach == .anywhere && place.access == .everyone {
    for route in place.pattern.examples {
      let frame = try await window.perform(.open(route))
      #expect(frame.settled && frame.route.path == route.path && !frame.title.isEmpty, "\(route)")
      #expect(frame.nodes.contains { $0.role == .heading }, "\(route)")
    }
  }
}
