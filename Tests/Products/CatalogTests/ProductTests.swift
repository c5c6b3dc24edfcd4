import Catalog
import Connectivity
import Covers
import FoundationEssentials
import Interface
import JSON
import Kernel
import Navigation
import SchemaCheck
import ShellTesting
import Testing

@testable import Shell

@Suite("Every product")
struct ProductTests {
  /// Tab titles from the specifications.
  private static let named = [
    "yhealth": ["Dashboard", "Pillars", "Insights", "Profile"],
    "volvox": ["Sobriety", "Matches", "Connections", "Messages", "Profile"],
  ]

  @Test(
    "opens at home, and each tab leads to its root and is the only current one",
    .covers(
      "yh-S04.2.1-AC1", "yh-S04.2.1-AC2", "yh-S04.2.1-AC6", "vx-US7-1", "vx-FR-048", "vx-FR-049"),
    arguments: Product.all)
  func tabs(product: Product) async throws {
    let window = try await Person.test(product).window()
    var frame = try await window.perform(.screen)
    #expect(frame.settled && frame.route == product.home.root && frame.currentTabs == [product.home.title])
    let labels = frame.node("tabs")?.children.filter { $0.role == .link }.map(\.label)
    #expect(labels == ([product.home] + product.tabs).map(\.title))
    if let named = ProductTests.named[product.id] { #expect(labels == named) }
    for tab in [product.home] + product.tabs {
      frame = try await window.perform(.tap(.id("tabs.\(tab.id)")))
      #expect(frame.route == tab.root && frame.currentTabs == [tab.title] && frame.dialog == nil)
    }
  }

  @Test(
    "opens every place by each of its example routes, with frames that conform to the schema", arguments: Product.all)
  func places(product: Product) async throws {
    let check = SchemaCheck(Schema.frame)
    let window = try await Person.test(product).window()
    try await window.perform(.network(.online))
    // As somebody who has bought everything.
    await window.surroundings { $0.entitlements = Set(product.places.compactMap(\.needs)) }
    for place in product.places {
      for route in place.pattern.examples {
        let frame = try await window.perform(.open(route))
        #expect(frame.route == route && frame.title == place.title && frame.settled, "\(route): “\(frame.title)”")
        #expect(check.faults(of: try JSON(encoding: frame)) == [])
        let ids = frame.everything.map(\.id)
        #expect(Set(ids).count == ids.count, "two nodes of \(route) have the same identifier")
        #expect(try JSONDecoder().decode(Frame.self, from: JSON.data(frame)) == frame)
      }
    }
  }
}
