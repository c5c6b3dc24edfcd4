import Catalog
import Testing

@testable import Shell

@Suite("The catalog of products") struct CatalogTests {
  @Test("has five products, each found by its exact id only")
  func named() {
    #expect(Product.all.map(\.id) == ["yhealth", "syncwell", "cadence", "volvox", "dailypa"])
    for product in Product.all { #expect(Product.named(product.id)?.name == product.name) }
    for name in ["", "yHealth", "yhealth ", "stage"] { #expect(Product.named(name) == nil) }
  }
}
