import Foundation
import Testing

@testable import Entitlement

@Suite("An entitlement")
struct EntitlementTests {
  @Test(
    "has a plain name", arguments: ["premium", "pro", "family-plan", "a", "2026", String(repeating: "x", count: 40)])
  func plain(name: String) {
    #expect(Entitlement(name)?.name == name)
  }

  @Test(
    "has no other name",
    arguments: ["", "Premium", "pro plan", "pro_plan", "prö", "pro/plan", "pro\n", String(repeating: "x", count: 41)])
  func refused(name: String) {
    #expect(Entitlement(name) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Entitlement].self, from: JSONEncoder().encode([name]))
    }
  }

  @Test("is written as its bare name, and comes back")
  func again() throws {
    let written = try JSONEncoder().encode([Entitlement.premium])
    #expect(String(decoding: written, as: UTF8.self) == #"["premium"]"#)
    #expect(try JSONDecoder().decode([Entitlement].self, from: written) == [.premium])
  }

  @Test("is the same as any other of its name")
  func same() {
    #expect(Entitlement("premium") == .premium)
    #expect(Entitlement("pro") != .premium)
  }

  @Test("has a title that a person can read")
  func title() {
    #expect(Entitlement.premium.title == "Premium")
    #expect(Entitlement("family-plan")?.title == "Family Plan")
  }

  @Test("that is refused does not repeat what was in the file")
  func quiet() throws {
    let json = try JSONEncoder().encode(["a private sentence"])
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode([Entitlement].self, from: json) }
    #expect(!String(describing: error).contains("private"))
  }
}
