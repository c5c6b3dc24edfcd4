import Foundation
import Interface
import JSON
import Kernel
import Shell
import Testing

@testable import Play

@Suite("Playing scenarios") struct PlayingTests {
  /// The outcome of a scenario with these steps in yHealth.
  static func play(_ steps: String, product: String? = "yhealth") async throws -> Outcome {
    let scenario = try Scenario.read("scenario \"Told\"\n\(steps)", file: "told.scenario")[0]
    return Outcome(scenario, await Play.play(scenario, .init(product: product)))
  }

  static func why(_ steps: String) async throws -> String {
    guard case .failed(let failure) = try await play(steps).ending else { return "passed" }
    return failure.why
  }

  @Test(
    "A failed step is reported with the actual state",
    arguments: [
      ("see \"Dashbord\"", "There is no “Dashbord” on the screen. Did you mean “Dashboard”?"),
      ("see \"Zebra\"", "There is no “Zebra” on the screen."),
      ("see \"Pillars\" is current", "It is there, but not so: link “Pillars”, icon layers."),
      (
        "see \"Insights\" with value \"3 unread\" in \"Main\"",
        "It is there, but not so: link “Insights”, icon lightbulb."
      ),
      ("see \"Pillars\" with icon home", "It is there, but not so: link “Pillars”, icon layers."),
      ("see \"Insights\" in \"Mian\"", "Nothing called “Mian” holds anything. Did you mean “Main”?"),
      ("see button \"Insights\"", "There is no “Insights” on the screen. Did you mean “Insights”?"),
      ("see \"Insigh\"", "There is no “Insigh” on the screen. Did you mean “Insights”?"),
      ("do not see \"Insights\"", "It is there: link “Insights”, icon lightbulb."),
      ("do not see part \"nsight\"", "It is there: link “Insights”, icon lightbulb."),
      ("open /log/meal\ntap \"Take or choose a photo\"\nsee \"Insights\"", "It is there, but behind a dialog."),
      (
        "open /log/meal\ntap \"Take or choose a photo\"\ndo not see \"Insights\"",
        "It is there: link “Insights”, icon lightbulb."
      ),
      (
        "count 5 links in \"Main\"",
        "There are 4: “Dashboard”, “Pillars”, “Insights”, “Profile”."
      ),
      ("count 1 sliders", "There are 0."),
      ("see in order \"Pillars\" \"Dashboard\" in \"Main\"", "“Dashboard” comes earlier than that."),
      (
        "open /search\ntype \"Find a screen\" \"fit\"\nsee in order \"Fitness\" \"fit\"",
        "“fit” comes earlier than that."
      ),
      ("see in order \"Pilars\" in \"Main\"", "There is no “Pilars”. Did you mean “Pillars”?"),
      ("at /insights", "The screen shown is /dashboard."),
      ("taps 1", "It took 0 taps."),
      ("paste \"Find a screen\"", "Nothing was copied before."),
      ("copy \"Pillars\"", "There is no “Pillars” with a value."),
      ("tap \"Insights\" in \"Main\"\ntaps 0", "It took 1 tap."),
      ("title \"Insights\"", "The screen is called “Dashboard”."),
      ("scrolled to 3", "It is scrolled to 0.0."),
      ("toast \"Hello\"", "There is no toast."),
      (
        "tap \"Voice\"\nno toast", "The toast says “Voice requires internet. Try again when online.”."
      ),
      ("dialog \"Hello\"", "There is no dialog."),
      ("open /log\ndialog \"Hello\"", "The dialog says “Log”."),
      (
        "open /log/meal\ntap \"Take or choose a photo\"\nno dialog",
        "The dialog says “Photo analysis available when online. Add text description?”."
      ),
      (
        "tap \"Save\" in \"Nowhere\"", "Nothing called “Nowhere” holds anything. Look at the screen below."
      ),
      ("tap \"Insigths\"", "“Insigths” is not on the screen. Did you mean “Insights”?"),
      (
        "tap button \"Insights\"",
        "There is no button “Insights” that can be tapped. There is: link “Insights”."
      ),
      (
        "open /search\ntap \"Fitness\" in \"Main\"",
        "There is no “Fitness” in “Main” that can be tapped. Look at the screen below."
      ),
    ])
  func failures(steps: String, why: String) async throws {
    #expect(try await PlayingTests.why(steps) == why)
  }

  @Test("Opening a place that the product does not have fails, and suggests another")
  func nowhere() async throws {
    let why = try await PlayingTests.why("open /dashbord")
    #expect(why.hasPrefix("yHealth has no screen at “/dashbord”. Did you mean /dashboard? There are: /dashboard, "))
  }

  @Test("A label of several nodes is ambiguous unless a role or a place is given")
  func ambiguous() async throws {
    let why = try await PlayingTests.why("open /search\ntap \"Insights\"")
    #expect(why.hasPrefix("“Insights” is there 2 times. Name one by its id: "))
    #expect(try await PlayingTests.play("open /search\ntap \"Insights\" in \"Screens\"\nat /insights").hasPassed)
    #expect(try await PlayingTests.play("open /search\ntap link \"Insights\"\nat /insights").hasPassed)
  }

  @Test("An order is of labels, values and hints, as `see` finds them")
  func order() async throws {
    let outcome = try await PlayingTests.play(
      "open /search\ntype \"Find a screen\" \"fit\"\nsee in order \"fit\" \"Fitness\"")
    #expect(outcome.hasPassed, "\(outcome.text)")
  }

  @Test("Taps count what a person does with the screen, since `from here`")
  func taps() async throws {
    let outcome = try await PlayingTests.play(
      """
      open /search
      type "Find a screen" "fit"
      tap "Insights" in "Main"
      back
      taps 3
      from here
      taps 0
      offline
      advance 1 minute
      see searchbox "Find a screen"
      open /settings/goals-coaching
      taps 0
      choose "Flexibility mode" "Deep"
      taps 1
      taps 1
      as bob
      tap "Insights" in "Main"
      taps 2
      """)
    #expect(outcome.hasPassed, "\(outcome.text)")
  }

  @Test("A failure shows its place, its step, the reason and the screen")
  func screen() async throws {
    let outcome = try await PlayingTests.play("  tap \"Pillars\"\n  see \"Fitnes\"\n  see \"Never read\"")
    let lines = outcome.text.split(separator: "\n")
    #expect(
      lines.prefix(6) == [
        "FAILED  Told", "  told.scenario:3: see \"Fitnes\"",
        "  There is no “Fitnes” on the screen. Did you mean “Fitness”?", "  The screen as it was:",
        "    | me in yhealth at /pillars: “Pillars”", "    |",
      ])
    // The terminal draws the screen; each of the three parts is in it.
    let screen = lines.dropFirst(6).joined()
    for part in ["Fitness", "Nutrition", "Wellbeing"] { #expect(screen.contains(part)) }
    #expect(lines.dropFirst(4).allSatisfy { $0.hasPrefix("    |") && $0.count <= 106 })
    let json = try JSON(text: outcome.json)
    #expect(json["scenario"] == "Told" && json["file"] == "told.scenario" && json["line"] == 1)
    #expect(json["passed"] == false && json["failure"]?["line"] == 3)
    #expect(
      json["why"] == "told.scenario:3: see \"Fitnes\": There is no “Fitnes” on the screen. Did you mean “Fitness”?")
    #expect(json["failure"]?["screen"]?.string?.contains("Wellbeing") == true)
  }

  @Test("A scenario that passes is reported as one line of text and one line of JSON")
  func passing() async throws {
    let outcome = try await PlayingTests.play("covers yh-S04.2.1-AC1\nat /dashboard")
    #expect(outcome.text == "passed  Told")
    var json = try #require(try JSON(text: outcome.json).object)
    #expect(try #require(json.removeValue(forKey: "seconds")?.number) >= 0)
    #expect(
      JSON.object(json)
        == [
          "covers": ["yh-S04.2.1-AC1"], "file": "told.scenario", "line": 1, "passed": true, "scenario": "Told",
        ])
  }

  @Test("A scenario without a product fails")
  func productless() async throws {
    let outcome = try await PlayingTests.play("back", product: nil)
    #expect(outcome.text.contains("Nobody says which product. Write `product yhealth` below"))
  }

  @Test("People of a scenario share the clock, and each has separate toasts and a separate network")
  func together() async throws {
    let outcome = try await PlayingTests.play(
      """
      stage Navigation
      as maria
      receive "Hello" "There"
      toast "Hello: There"
      as bob
      no toast
      receive "Hello" "Bob"
      online
      advance 1 hour
      no toast
      tap "Online"
      at /online
      close and reopen
      tap "Home"
      tap "Online"
      at /online
      as maria
      no toast
      tap "Online"
      at /home
      """)
    #expect(outcome.hasPassed, "\(outcome.text)")
  }

  @Test("The clock can be advanced by days, and set to any instant and zone")
  func days() async throws {
    let steps = "advance 2 days\nset clock 2027-01-01T00:00:00Z Asia/Tokyo\nat /dashboard"
    #expect(try await PlayingTests.play(steps).hasPassed)
  }

  @Test("Demo data are there from the beginning, once, and only where a product has them and the folder is fresh")
  func demo() async throws {
    let steps = """
      demo
      at /syncs
      tap "Remove demo data"
      tap "Remove all demo data"
      close and reopen
      do not see "Remove demo data"
      """
    let outcome = try await PlayingTests.play(steps, product: "syncwell")
    #expect(outcome.hasPassed, "\(outcome.text)")
    let none = try await PlayingTests.play("stage Navigation\ndemo\nat /home", product: nil)
    #expect(none.text.contains("has no demo data. Take the line `demo` out."), "\(none.text)")
    await #expect(throws: Problem.self) { try await PlayingTests.play("at /home\ndemo") }
  }

  @Test("Playing leaves nothing in the temporary folder")
  func tidy() async throws {
    func folders() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())
        .count { $0.hasPrefix("troupe-play-") }
    }
    // Other tests play at the same time; one leaked folder for each of these runs would be noticed.
    let before = try folders()
    for _ in 0..<30 { _ = try await PlayingTests.play("back") }
    #expect(try folders() < before + 30)
  }

  @Test("Files are played in order and every outcome is reported; an unreadable file fails")
  func files() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "troupe-files-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ name: String, _ text: String) throws -> String {
      let file = folder.appending(path: name)
      try Data(text.utf8).write(to: file)
      return file.path()
    }
    let good = try write("a.scenario", "scenario \"A\"\nback\nscenario \"B\"\nat /nowhere")
    let bad = try write("b.scenario", "scenario \"A\"\nback\nbcak")
    let bytes = folder.appending(path: "c.txt")
    try Data([0xFF, 0xFE]).write(to: bytes)
    let files = [good, bad, bytes.path(), folder.path() + "none", "/dev/null"]

    var heard: [Outcome] = []
    let report = await Play.run(files: files, .init(product: "yhealth")) { heard.append($0) }

    #expect(heard == report.outcomes)
    #expect(report.outcomes.map(\.hasPassed) == [true, false, false, false, false, false])
    #expect(report.outcomes.map(\.line) == [1, 3, 3, 1, 1, 1])
    #expect(report.counts == "1 passed, 5 failed")
    #expect(report.outcomes[2].text == "FAILED  \(bad):3: No step begins with “bcak”. Did you mean `back`?")
    #expect(report.outcomes[3].text.contains("holds bytes that are no text"))
    #expect(report.outcomes[4].text.contains("No such file or directory"))
    #expect(report.outcomes[5].text.contains("/dev/null is not a file"))

    let whole = await Play.run(files: [folder.path()], .init(product: "yhealth"))
    #expect(whole.outcomes.map(\.file) == [good, good, bad])
  }

  @Test("The suggestion for a misspelt word is the nearest known word, if any is near")
  func spelling() {
    let words = ["toast", "title", "tap", "type", "no toast"]
    #expect(Spelling.nearest(to: "tost", among: words) == "toast")
    #expect(Spelling.nearest(to: "tpa", among: words) == "tap")
    #expect(Spelling.nearest(to: "TYPE", among: words) == "type")
    #expect(Spelling.nearest(to: "zebra", among: words) == nil)
    #expect(Spelling.nearest(to: "", among: words) == nil)
    #expect(Spelling.nearest(to: "a", among: []) == nil)
  }
}
