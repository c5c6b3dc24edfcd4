import Foundation
import Testing

@testable import Entitlement

@Suite("An entitlement")
struct EntitlementTests {
  private let premium: Entitlement = "premium"

  @Test(
    "accepts a name of up to 40 lower-case letters, digits and hyphens",
    arguments: ["premium", "pro", "family-plan", "a", "2026", String(repeating: "x", count: 40)])
  func plain(name: String) {
    #expect(Entitlement(name)?.name == name)
  }

  @Test(
    "refuses any other name",
    arguments: ["", "Premium", "pro plan", "pro_plan", "prö", "pro/plan", "pro\n", String(repeating: "x", count: 41)])
  func refused(name: String) {
    #expect(Entitlement(name) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Entitlement].self, from: JSONEncoder().encode([name]))
    }
  }

  @Test("is encoded as its bare name, and survives a round trip")
  func again() throws {
    let written = try JSONEncoder().encode([premium])
    #expect(String(decoding: written, as: UTF8.self) == #"["premium"]"#)
    #expect(try JSONDecoder().decode([Entitlement].self, from: written) == [premium])
  }

  @Test("equals any other with the same name")
  func same() {
    #expect(Entitlement("premium") == premium)
    #expect(Entitlement("pro") != premium)
  }

  @Test("has a readable title")
  func title() {
    #expect(premium.title == "Premium")
    #expect(Entitlement("family-plan").title == "Family Plan")
  }

  @Test("that is refused is not quoted in the error")
  func quiet() throws {
    let json = try JSONEncoder().encode(["a private sentence"])
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode([Entitlement].self, from: json) }
    #expect(!String(describing: error).contains("private"))
  }
}
