import Catalog
import Covers
import HTML
import HTMLAudit
import Testing

@Suite("Pages under the audit of HTML")
struct PageAuditTests {
  @Test("no drawn page fails a rule, with its style sheet or without, and what it says is what a screen reader finds")
  func pages() throws {
    var pages = ContractTests.frames.map {
      Document(frame: $0, of: "yHealth", tab: "t1", revision: 7, look: .products).html
    }
    pages += [frontPage(SoundnessTests.products, look: .products), gonePage(look: .products)]
    #expect(pages.count > 3)
    for page in pages {
      let linked = Set(try StaticPage(page).linkedSheets)
      #expect(linked.count == 1)
      let sheets = Dictionary(uniqueKeysWithValues: linked.map { ($0, WebLook.products.sheet) })
      try check(HTMLAudit.report(of: StaticPage(page)))
      let report = try HTMLAudit.report(of: StaticPage(page, sheets: sheets))
      check(report)
      // The frames have no product's theme, and so no colours; the front page does.
      guard page.contains(#"class="door""#) else { continue }
      let contrast = try #require(report.rules.first { $0.rule == "contrast" })
      #expect(contrast.targets.count { $0.outcome == .passed } > contrast.targets.count / 2)
    }
  }

  private func check(_ report: PageReport) {
    let words = report.failures.map {
      "\($0.rule): \($0.targets.filter { $0.outcome == .failed }.map { "\($0.element.path) “\($0.element.name)” \($0.words ?? "")" })"
    }
    #expect(words.isEmpty, "\(words.joined(separator: "\n"))")
    #expect(report.elements.count > 3)
  }
}
