import Foundation
import Testing

@testable import Audit

@Suite("The report by criterion")
struct CriteriaTests {
  static let document = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Documentation/Accessibility.md")

  @Test("names each of the fifty criteria of WCAG 2.1 A and AA once, in order, and how it is decided")
  func whole() {
    let all = SuccessCriterion.all
    #expect(all.count == 50 && all.count { $0.level == .aa } == 20)
    let numbers = all.map { $0.number.split(separator: ".").compactMap { Int($0) } }
    #expect(numbers == numbers.sorted { $0.lexicographicallyPrecedes($1) } && Set(numbers).count == 50)
    for criterion in all {
      if case .rules = criterion.means { #expect(!criterion.rules.isEmpty, "\(criterion.number)") }
    }
    // Rules beyond the fifty: level AAA, and criteria that came with WCAG 2.2.
    let known = Set(all.map(\.number)).union(["2.5.5", "2.5.7", "2.5.8", "3.1.5"])
    for rule in Rule.allCases { #expect(known.contains(rule.criterion), "\(rule)") }
  }

  @Test("stands in the documentation as it is generated")
  func documented() throws {
    let text = try String(contentsOf: CriteriaTests.document, encoding: .utf8)
    #expect(
      text.contains(SuccessCriterion.table), "Put this into Documentation/Accessibility.md:\n\(SuccessCriterion.table)")
  }
}
