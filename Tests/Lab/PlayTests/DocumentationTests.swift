import Foundation
import Testing

@testable import Play

@Suite("Documentation of scenarios") struct DocumentationTests {
  /// With TROUPE_WRITE=1 the page is updated.
  @Test("The page lists the steps of the grammar")
  func page() throws {
    let page = ScenarioFilesTests.root.appending(path: "Documentation/Scenarios.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let begin = try #require(text.range(of: "<!-- steps: from the grammar -->\n"))
    let end = try #require(text.range(of: "\n<!-- end of the steps -->"))
    if ProcessInfo.processInfo.environment["TROUPE_WRITE"] == "1" {
      let whole = text.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: Grammar.tables)
      try Data(whole.utf8).write(to: page)
    } else {
      #expect(
        text[begin.upperBound..<end.lowerBound] == Grammar.tables[...],
        "TROUPE_WRITE=1 swift test --filter DocumentationTests brings it up to date.")
    }
  }

  @Test("The help names every step")
  func help() {
    for form in Grammar.forms { #expect(Play.help.contains("  \(form.shape)\n      \(form.meaning)")) }
  }
}
