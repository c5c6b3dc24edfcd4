import Catalog
import Foundation
import Interface
import Shell
import Testing

@Suite("The report of the audit in Documentation/Accessibility.md")
struct AccessibilityReportTests {
  @Test("names every product with as many screens as `troupe routes` lists, and no finding")
  func counts() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Documentation/Accessibility.md").standardizedFileURL
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let begin = try #require(lines.firstIndex(of: "<!-- report: begin -->"))
    let end = try #require(lines.firstIndex(of: "<!-- report: end -->"))
    let rows = lines[begin..<end].dropFirst(3).map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let listed = Product.all.map { product in
      [product.name, "\(Set(product.places.flatMap(\.pattern.examples)).count)"]
    }
    #expect(rows.map { Array($0.prefix(2)) } == listed, "run Scripts/report-accessibility")
    #expect(rows.allSatisfy { $0.last == "0" })
  }
}
