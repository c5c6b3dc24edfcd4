import Chance
import Kernel
import Testing

@testable import HTMLAudit

@Suite("Bounds of pages") struct PageBoundsTests {
  private func problem(_ page: String) -> String? {
    do throws(Problem) {
      _ = try HTMLAudit.report(of: StaticPage(page))
      return nil
    } catch { return error.code }
  }

  @Test(
    "a page of a million nested elements is refused with a sentence",
    arguments: ["<div>", "<b>", "<svg><g>", "<dd><li>", "<table><tr><td>", "<div/>", "<svg><div/><p/>"])
  func nested(_ tag: String) {
    let page = String(repeating: tag, count: 1_000_000 / max(1, tag.split(separator: ">").count))
    #expect(["page-too-deep", "page-too-intricate"].contains(problem(page)))
  }

  @Test("a page that is as deep as browsers keep is read, and one level more is refused")
  func deepest() {
    func page(_ depth: Int) -> String { String(repeating: "<div>", count: depth) }
    #expect(problem(page(StaticPage.deepest)) == nil)
    #expect(problem(page(StaticPage.deepest + 1)) == "page-too-deep")
  }

  @Test("a long page is read whole", arguments: ["<p>text", "<li>text", "<td>x", "<br>", "<b>x</b>", "<p><i>x</i>"])
  func long(_ part: String) { #expect(problem(String(repeating: part, count: 3_000)) == nil) }

  @Test("a page that unfolds into more than its size is refused")
  func unfolding() {
    let page = (0..<3_000).map { "<p><b a=\($0)></p>" }.joined()
    #expect(["page-too-intricate", "page-too-deep"].contains(problem(page)))
  }

  @Test("a file that is too large, and a tag of too many attributes, are refused")
  func large() {
    #expect(problem(String(repeating: "x", count: StaticPage.mostBytes + 1)) == "page-too-large")
    #expect(problem("<p \((0..<600).map { "a\($0)=b" }.joined(separator: " "))>") == "page-attributes")
  }

  @Test("names that refer to one another over and over are refused with a sentence")
  func references() {
    let ids = (0..<100).map { "n\($0)" }.joined(separator: " ")
    let parts = (0..<100).map { "<div id=n\($0)>\(String(repeating: "<b>x</b>", count: 50))</div>" }.joined()
    let buttons = String(repeating: "<button aria-labelledby='\(ids)'></button>", count: 300)
    #expect(problem(parts + buttons) == "page-too-intricate")
  }

  @Test("a style sheet that takes too long to match is refused with a sentence, and a deep selector ends")
  func sheets() {
    let rules = (0..<200).map { ":has(.a\($0)) { color: red } :not(:has(.b\($0))) { color: red }" }.joined()
    #expect(problem("<style>\(rules)</style>" + String(repeating: "<b>x</b>", count: 800)) == "page-too-intricate")
    let deep = String(repeating: "<b>", count: 100)
    #expect(problem("<style>b b b b b b b b i { color: red } i b b > b + b { color: red }</style>\(deep)<i>x") == nil)
    for sheet in [
      ":is(", "a{b:", "@media(", "a{{{{{{", "}}}}", "\\", "@layer a{@layer b{@layer c{", "a:not(:not(:not(b{}",
    ] {
      #expect(problem("<style>\(String(repeating: sheet, count: 40))</style><p style='\(sheet)'>x") == nil, "\(sheet)")
    }
    let loops = "<style>:root { --a: var(--b) var(--b); --b: var(--a) var(--a) } p { color: var(--a) }</style><p>x"
    #expect(problem(loops) == nil)
  }

  @Test("nothing at all, and bytes that are no text, are read as an empty page")
  func rubbish() throws {
    #expect(problem("") == nil)
    #expect(throws: Never.self) { try HTMLAudit.report(of: StaticPage([UInt8](repeating: 0, count: 1_000))) }
    #expect(throws: Never.self) { try HTMLAudit.report(of: StaticPage((0..<2_000).map { UInt8($0 % 256) })) }
  }

  @Test("no mixture of parts of pages makes the audit end early")
  func mixtures() throws {
    let pages = PageCase.all.flatMap { $0.passed + $0.failed + $0.inapplicable + $0.undecided }.map { Array($0.utf8) }
    var random = try FuzzPlan.generator(for: "HTMLAudit")
    for _ in 0..<200 {
      let page = mutated(
        pages, inserting: ["<", "\"", "</p>", "<table>", "aria-owns=x"].map { Array($0.utf8) }, using: &random)
      do throws(Problem) {
        let report = try HTMLAudit.report(of: StaticPage(page))
        #expect(report.rules.count == PageRule.all.count)
      } catch { #expect(error.code.hasPrefix("page-")) }
    }
  }
}
