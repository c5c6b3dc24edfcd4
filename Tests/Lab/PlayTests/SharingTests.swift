import Foundation
import Kernel
import Testing

@testable import Play

@Suite("Beginnings, variables, examples and selection") struct SharingTests {
  static let text = """
    let product "yhealth"

    beginning "At the insights"
      product <product>
      tap "Insights"

    scenario "Shared"
      tag smoke
      begin with "At the insights"
      see "<word> <unknown>"

    scenario "Search <what>"
      product yhealth
      let where "Find a screen"
      examples what count
      example "meals" 2
      example "\\"zebra\\"" 0
      open /search
      type "<where>" "<what>"
      see "<count> screens"
    """

  @Test("A beginning, variables and examples become the lines that they stand for")
  func expansion() throws {
    let found = try LanguageTests.scenarios(SharingTests.text)
    #expect(found.map(\.name) == ["Shared", "Search meals", "Search \"zebra\""])
    #expect(found.map(\.line) == [7, 12, 12] && found.map(\.example) == [nil, 16, 17])
    #expect(found[0].product == "yhealth" && found[0].tags == ["smoke"])
    #expect(found[0].steps.map(\.line) == [5, 10])
    #expect(found[0].steps[1].step == .expect(.sees(Sight(Thing("<word> <unknown>")))))
    #expect(found[2].steps.map(\.step)[1] == .type(Thing("Find a screen"), "\"zebra\""))
    #expect(found[1].steps[2].text == "see \"2 screens\"")
  }

  @Test("Examples without a placeholder in the name get names of their own")
  func names() throws {
    let found = try LanguageTests.scenarios("scenario \"A\"\nexamples x y\nexample 1 2\nexample 1 3\nsee \"<x><y>\"")
    #expect(found.map(\.name) == ["A (1, 2)", "A (1, 3)"])
  }

  @Test(
    "A mistake in what is shared is reported at its line",
    arguments: [
      ("scenario \"A\"\nbegin with \"B\"", "a.scenario:2: There is no beginning “B” in this file."),
      ("scenario \"A\"\nback\nbegin with \"B\"", "a.scenario:3: `begin with` stands before the first step."),
      ("beginning \"B\"\nback", "a.scenario:1: There is no scenario in this file."),
      ("beginning \"B\"\nback\nbeginning \"B\"\nback\nscenario \"A\"\nback", "a.scenario:3: There are two beginnings"),
      (
        "beginning \"B\"\nbegin with \"B\"\nscenario \"A\"\nbegin with \"B\"\nback",
        "a.scenario:2: A beginning does not"
      ),
      ("scenario \"A\"\nexamples x\nback", "a.scenario:1: “A” has no example."),
      (
        "scenario \"A\"\nexamples x\nexample 1 2\nback",
        "a.scenario:3: This example has 2 values, and `examples` names 1."
      ),
      ("scenario \"A\"\nexample 1\nback", "a.scenario:2: This example has 1 values, and `examples` names 0."),
      ("scenario \"A\"\nexamples x x\nexample 1 1\nback", "a.scenario:2: A name stands here twice."),
      ("scenario \"A\"\nwait for \"B\" 11 minutes", "a.scenario:2: Nothing is waited for longer than 10 minutes."),
    ])
  func mistakes(text: String, what: String) {
    let said = LanguageTests.complaint(text)
    #expect(said.hasPrefix(what), "\(said)")
  }

  @Test("All mistakes of a file are reported at once, each once, in the order of their lines")
  func all() {
    let text = """
      scenario "A"
        tpa "B"
        examples x
        example 1
        example 2
        open <x>
      scenario "C"
        dance
      """
    let reading = Scenario.parse(text, file: "a.scenario")
    #expect(reading.mistakes.map(\.line) == [2, 6, 6, 8])
    let said = LanguageTests.complaint(text)
    for line in [2, 6, 8] { #expect(said.contains("a.scenario:\(line): ")) }
  }

  /// Writes the text to a file and calls the body with its path.
  static func withFile(_ text: String, _ body: (String) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).scenario").path()
    try Data(text.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(path)
  }

  @Test("A scenario is chosen by its line, an example by its own, and either by name, tag or criterion")
  func selection() async throws {
    try await SharingTests.withFile(SharingTests.text) { path in
      func places(_ operand: String, _ options: Play.Options = .init()) -> [String] {
        Play.places(in: [operand], options).map { String($0.dropFirst(path.count)) }
      }
      #expect(places(path) == [":7", ":16", ":17"])
      #expect(places("\(path):7") == [":7"] && places("\(path):10") == [":7"])
      #expect(places("\(path):20") == [":16", ":17"] && places("\(path):17") == [":17"])
      #expect(places("\(path):1") == [])
      #expect(places(path, .init(name: "ZEBRA")) == [":17"] && places(path, .init(tag: "smoke")) == [":7"])
      let report = await Play.run(files: [path], .init(name: "nobody"))
      #expect(!report.hasPassed && report.outcomes.first?.text.contains("No scenario has the name “nobody”.") == true)
      #expect(await Play.run(files: ["\(path):1"]).failed == 1)
      let one = await Play.run(files: ["\(path):16"])
      #expect(one.passed == 1 && one.failed == 0 && one.outcomes[0].seconds > 0)
    }
  }

  @Test("An outcome survives JSON, and a report becomes JUnit XML without characters that XML has no form for")
  func reports() async throws {
    let text =
      "scenario \"A <b> & \\\"c\\\"\"\nproduct cadence\nsee \"\u{1}]]>\"\nscenario \"B\"\nproduct cadence\nback"
    try await SharingTests.withFile(text) { path in
      let report = await Play.run(files: [path])
      #expect(report.passed == 1 && report.failed == 1)
      for outcome in report.outcomes {
        let read = try #require(Outcome(json: outcome.json))
        #expect(read.text == outcome.text && read.hasPassed == outcome.hasPassed && read.line == outcome.line)
      }
      let xml = JUnitReport.text(of: report)
      #expect(xml.contains("tests=\"2\" failures=\"1\""))
      #expect(xml.contains("name=\"A &lt;b&gt; &amp; &quot;c&quot;\""))
      #expect(!xml.contains("\u{1}") && xml.contains("</failure>") && xml.contains("line=\"4\""))
    }
    #expect(Outcome(json: "{}") == nil && Outcome(json: "rubbish") == nil)
  }
}
