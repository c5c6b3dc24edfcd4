import Testing

@testable import HTMLAudit

@Suite("Rules of pages") struct RuleOutcomeTests {
  @Test(
    "a rule passes, fails, does not apply or leaves the decision to a person as its definition says",
    arguments: PageCase.all)
  func outcomes(_ it: PageCase) throws {
    for page in it.passed { #expect(try PageCase.outcome(of: it.rule, on: page) == .passed, "\(page)") }
    for page in it.failed { #expect(try PageCase.outcome(of: it.rule, on: page) == .failed, "\(page)") }
    for page in it.inapplicable { #expect(try PageCase.outcome(of: it.rule, on: page) == .inapplicable, "\(page)") }
    for page in it.undecided { #expect(try PageCase.outcome(of: it.rule, on: page) == .cantTell, "\(page)") }
  }

  @Test("every rule has cases for each outcome that it can have, and an identifier of its own")
  func complete() {
    #expect(PageCase.all.map(\.rule).sorted() == PageRule.all.map(\.id).sorted())
    #expect(Set(PageRule.all.map(\.id)).count == PageRule.all.count)
    let acts = PageRule.all.compactMap(\.act)
    #expect(Set(acts).count == acts.count && acts.count > 50)
    for it in PageCase.all { #expect(!it.failed.isEmpty || !it.undecided.isEmpty, "\(it.rule)") }
    // Three apply to every page.
    let always: Set<String> = ["title", "bypass", "page-language"]
    for it in PageCase.all where !always.contains(it.rule) { #expect(!it.inapplicable.isEmpty, "\(it.rule)") }
  }

  @Test("a report names criteria of WCAG 2.1 at level A and AA only")
  func criteria() {
    for criterion in PageRule.all.flatMap(\.criteria) {
      let numbers = criterion.split(separator: ".").compactMap { Int($0) }
      #expect(numbers.count == 3 && (1...4).contains(numbers[0]), "\(criterion)")
    }
  }

  @Test("a target is found by its line, its path, its role and its name")
  func target() throws {
    let page = "<!doctype html>\n<title>x</title>\n<main><p>a<p>\n  <img src=a.png>"
    let report = try HTMLAudit.report(of: StaticPage(page))
    let rule = try #require(report.rules.first { $0.rule == "image-name" })
    let target = try #require(rule.targets.first)
    #expect(rule.act == "23a2a8" && rule.criteria == ["1.1.1"] && rule.unlisted == 0)
    #expect(target.element.path == "html/body/main/p[2]/img" && target.element.line == 4 && target.element.column == 3)
    #expect(
      target.element.role == "img" && target.element.name.isEmpty && target.words == "The image has no accessible name."
    )
  }

  @Test("elements are listed with roles and names, headings with their level, coloured text with its contrast")
  func lists() throws {
    let page = "<html lang=en><title>T</title><h2>News</h2><nav><a href=/>Home</a></nav><p style='color: #777'>text"
    let report = try HTMLAudit.report(of: StaticPage(page))
    #expect(report.title == "T" && report.language == "en" && report.unlisted == 0)
    #expect(report.elements.map(\.role) == ["document", "heading", "navigation", "link", "paragraph"])
    #expect(report.elements[1].level == 2 && report.elements[3].name == "Home")
    #expect(report.colours.first?.foreground == "#777777" && report.colours.first?.background == "#ffffff")
    #expect(report.colours.first?.ratio == 4.47 && report.colours.first?.size == 16)
  }

  @Test("linked style sheets that are given with a page are read; without them, what they may change is left open")
  func sheets() throws {
    let page =
      "<link rel=stylesheet href=a.css><link rel=stylesheet href=p.css media=print><p>text</p><button></button>"
    func outcomes(_ sheets: [String: String]) throws -> [PageReport.Outcome?] {
      let rules = try HTMLAudit.report(of: StaticPage(page, sheets: sheets)).rules
      return ["contrast", "button-name"].map { id in rules.first { $0.rule == id }?.outcome }
    }
    #expect(try StaticPage(page).linkedSheets == ["a.css"])
    #expect(try outcomes([:]) == [.cantTell, .cantTell])
    #expect(try outcomes(["a.css": "p { color: #999 }"]) == [.failed, .failed])
    #expect(try outcomes(["a.css": "button { display: none }"]) == [.passed, .inapplicable])
    #expect(try outcomes(["a.css": "@import 'b.css';"]) == [.cantTell, .cantTell])
    #expect(try outcomes(["a.css": "@import url(b.css) print;"]) == [.passed, .failed])
    #expect(try outcomes(["a.css": "@import 'b.css';", "b.css": "p { color: #999 }"]) == [.failed, .failed])
    #expect(try outcomes(["a.css": "@import 'a.css'; p { color: #999 }"]) == [.failed, .failed])
  }
}
