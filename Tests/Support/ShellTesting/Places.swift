internal import Interface
package import Shell
internal import Testing

/// Expects that every place of the product can be opened by every route that can be named, and shows its own title.
package func checkPlaces(of product: Product) async throws {
  let window = try await Person.test(product).window()
  let places = product.places
  #expect(places.count > product.tabs.count)
  // Of the rest, navigation says why they are not open to somebody new.
  for place in places where place.needs == nil && place.reach == .anywhere && place.access == .everyone {
    for route in place.pattern.examples {
      let frame = try await window.perform(.open(route))
      #expect(frame.settled && frame.route.path == route.path && !frame.title.isEmpty, "\(route)")
      #expect(frame.nodes.contains { $0.role == .heading }, "\(route)")
    }
  }
}
