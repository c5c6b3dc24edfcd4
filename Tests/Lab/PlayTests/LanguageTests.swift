import Connectivity
import Foundation
import Interface
import Kernel
import Shell
import Testing

@testable import Play

@Suite("Scenario language") struct LanguageTests {
  static func scenarios(_ text: String) throws -> [Scenario] { try Scenario.read(text, file: "a.scenario") }

  /// The error message for a text, or “nothing” if it is valid.
  static func complaint(_ text: String) -> String {
    do {
      _ = try scenarios(text)
      return "nothing"
    } catch {
      return "\(error)"
    }
  }

  static func complaint(step: String) -> String { complaint("scenario \"A\"\n\(step)") }

  @Test("A file is parsed with headers, comments, blank lines and line numbers")
  func whole() throws {
    let found = try LanguageTests.scenarios(
      """
      # About tabs.

      scenario "One"   # the first
        covers yh-S04.2.1-AC1 yh-S04.2.1-AC2
        covers yh-S04.2.1-AC1
        product yhealth
        clock 2026-03-02T08:00:00Z Europe/Rome
        see "a # in quotes"
      \t
      scenario "Two"\r
        back\r
      """)
    #expect(found.map(\.name) == ["One", "Two"])
    #expect(found.map(\.line) == [3, 10])
    #expect(found[0].covers == ["yh-S04.2.1-AC1", "yh-S04.2.1-AC2"])
    #expect(found[0].product == "yhealth")
    #expect(found[0].start.text == "2026-03-02T08:00:00.000Z")
    #expect(found[0].start.zone.identifier == "Europe/Rome")
    #expect(found[0].steps.map(\.step) == [.expect(.sees(Sight(Thing("a # in quotes"))))])
    #expect(found[0].steps.map(\.line) == [8])
    #expect(found[0].steps.map(\.text) == ["see \"a # in quotes\""])
    #expect(found[1].product == nil)
    #expect(found[1].start == Moment(try #require(Moment.date("2026-03-02T08:00:00Z"))))
    #expect(found[1].steps.map(\.step) == [.back])
  }

  static let instant = Moment.date("2026-03-02T08:00:00Z") ?? .distantPast

  static let written: [(String, Scenario.Step)] = [
    ("as maria", .be("maria", product: nil)),
    ("as bob in volvox", .be("bob", product: "volvox")),
    (#"photo "lunch.jpg""#, .photo("lunch.jpg")),
    ("locale en-US", .locale(RegionalSettings(locale: "en-US"))),
    (#"copy code "Code" in "Your code""#, .copy(Thing("Code", role: .code, in: "Your code"))),
    (#"paste "Code you were given""#, .paste(Thing("Code you were given"))),
    ("file saved", .delivered(.saved())),
    ("file shared", .delivered(.shared)),
    ("file declined", .delivered(.declined)),
    ("file failed", .delivered(.failed(Delivery.interrupted))),
    ("open /pillars/fitness?range=30", .open(Route(["pillars", "fitness"], ["range": "30"]))),
    (#"tap "Insights""#, .tap(Thing("Insights"))),
    (#"tap link "Insights" in "Main""#, .tap(Thing("Insights", role: .link, in: "Main"))),
    (#"type "Find" "two \"words\"\\\n""#, .type(Thing("Find"), "two \"words\"\\\n")),
    (#"type "Find" "fit" in "Form""#, .type(Thing("Find", in: "Form"), "fit")),
    (#"choose "Theme" "dark""#, .choose(Thing("Theme"), .text("dark"))),
    (#"choose "Theme" on"#, .choose(Thing("Theme"), .flag(true))),
    (#"choose "Theme" off"#, .choose(Thing("Theme"), .flag(false))),
    (#"choose "Size" 1.5 in "Text""#, .choose(Thing("Size", in: "Text"), .number(1.5))),
    (#"act hold "Card""#, .act(.hold, Thing("Card"), .none)),
    (#"act swipe "Card" -1 in "Deck""#, .act(.swipe, Thing("Card", in: "Deck"), .number(-1))),
    ("scroll to 300", .scroll(300)),
    ("back", .back),
    ("refresh", .refresh),
    ("close and reopen", .reopen),
    ("online", .network(.online)),
    ("offline", .network(.offline)),
    ("slow", .network(.slow)),
    ("flaky", .network(.flaky)),
    ("advance 90 seconds", .advance(seconds: 90)),
    ("advance 1 minute", .advance(seconds: 60)),
    ("advance 8 hours", .advance(seconds: 28_800)),
    ("advance 0.5 days", .advance(seconds: 43_200)),
    ("set clock 2026-03-02T08:00:00Z", .setClock(instant, zone: nil)),
    ("set clock 2026-03-02T08:00:00Z Asia/Tokyo", .setClock(instant, zone: "Asia/Tokyo")),
    ("locale de-DE", .locale(RegionalSettings(locale: "de-DE"))),
    (#"receive "T" "B""#, .receive(title: "T", body: "B", opening: nil)),
    (#"receive "T" "B" opens /a"#, .receive(title: "T", body: "B", opening: .route(Route(["a"])))),
    (
      #"receive "T" "B" opens /a until 2026-03-02T08:00:00Z"#,
      .receive(title: "T", body: "B", opening: .route(Route(["a"]), until: instant))
    ),
    (#"receive "T" "B" opens link "x:y""#, .receive(title: "T", body: "B", opening: .link("x:y"))),
    (#"wait for "Fitness""#, .wait("Fitness", seconds: 2)),
    (#"wait for "Fitness" 5 seconds"#, .wait("Fitness", seconds: 5)),
    (#"see "A""#, .expect(.sees(Sight(Thing("A"))))),
    (#"see part "A" in "B""#, .expect(.sees(sight("A", in: "B") { $0.isPart = true }))),
    (
      #"see link "A" with value "V" with icon home is current and disabled in "Main""#,
      .expect(
        .sees(
          sight("A", role: .link, in: "Main") { sight in
            sight.value = "V"
            sight.icon = .home
            sight.manners = [.current, .disabled]
          }))
    ),
    (#"do not see "A""#, .expect(.seesNot(Sight(Thing("A"))))),
    (#"do not see part "A""#, .expect(.seesNot(sight("A") { $0.isPart = true }))),
    (#"see in order "A" "B" in "C""#, .expect(.order(["A", "B"], in: "C"))),
    (#"count 4 links in "Main""#, .expect(.counts(4, .link, in: "Main"))),
    ("count 0 dialog", .expect(.counts(0, .dialog, in: nil))),
    ("allow access", .access(true)),
    ("decline access", .access(false)),
    ("from here", .countTaps),
    ("taps 2", .taps(2)),
    ("at /insights", .expect(.at(Route(["insights"])))),
    (#"title "Insights""#, .expect(.title("Insights"))),
    ("scrolled to 300", .expect(.scrolled(300))),
    (#"toast "Saved.""#, .expect(.toast("Saved."))),
    (#"see notification "Meal" "Log it.""#, .expect(.notification("Meal", "Log it."))),
    ("do not see notification", .expect(.noNotification)),
    ("no toast", .expect(.toast(nil))),
    (#"dialog "Sure?""#, .expect(.dialog("Sure?"))),
    ("no dialog", .expect(.dialog(nil))),
  ]

  static func sight(
    _ words: String, role: Role? = nil, in holder: String? = nil, _ change: (inout Sight) -> Void
  ) -> Sight {
    var sight = Sight(Thing(words, role: role, in: holder))
    change(&sight)
    return sight
  }

  @Test("Every form of a step is parsed", arguments: written)
  func step(written: String, step: Scenario.Step) throws {
    let found = try LanguageTests.scenarios("scenario \"A\"\n  \(written)")
    #expect(found.first?.steps.first?.step == step)
  }

  @Test("Every form parses its own example, and every form of a step has a test")
  func examples() throws {
    for form in Grammar.forms {
      var line = try ScenarioLine(form.example[...])
      #expect(line.begins(with: form.keyword), "\(form.shape)")
      line.skip(form.keyword.count)
      _ = try form.read(&line)
      #expect(line.isEmpty, "\(form.shape)")
      let heads = [
        "scenario", "covers", "product", "stage", "clock", "apps", "demo", "tag", "let", "examples", "example",
        "beginning", "begin",
      ]
      let isHead = heads.contains(form.keyword[0])
      let start = form.keyword.joined(separator: " ")
      #expect(isHead || LanguageTests.written.contains { $0.0.hasPrefix(start) }, "\(start) has no test")
    }
  }

  @Test(
    "An invalid step is reported with a correction or the reason",
    arguments: [
      ("tpa \"Insights\"", "No step begins with “tpa”. Did you mean `tap`?"),
      ("clsoe and reopen", "No step begins with “clsoe”. Did you mean `close and reopen`?"),
      ("dance", "No step begins with “dance”. `troupe help play` lists the steps."),
      ("close it", "“close” goes on in another way. There is `close and reopen`."),
      ("no tost", "“no” goes on in another way. There is `no toast` or `no dialog`."),
      ("\"Insights\"", "A step begins with a word, not with a text in quotes. Such as: see \"Insights\"."),
      ("see link", "At the end of this line a label in double quotes is missing."),
      ("see lnik \"A\"", "There is no kind of thing “lnik”. Did you mean link?"),
      ("see \"A\" is curent", "There is no manner “curent”. Did you mean current?"),
      ("see \"A\" with icon hoem", "There is no icon “hoem”. Did you mean home?"),
      ("see \"A\" and current", "This is left over at its end: and current."),
      ("tap \"A\" \"B\"", "This is left over at its end: \"B\"."),
      ("tap \"A", "A quote is opened and not closed."),
      ("tap \"A\"B", "After a closing quote comes a space."),
      ("tap \"\\q\"", "A backslash stands before \", \\ or n only."),
      ("as maria in yhelth", "There is no product “yhelth”. Did you mean yhealth?"),
      ("as ../x", "“../x” cannot be a person's name."),
      ("open insights", "“insights” is not a route. Routes look like /insights."),
      ("at /../etc", "“/../etc” is not a route."),
      ("advance eight hours", "“eight” is not a number."),
      ("advance 8 moons", "There is no unit of time “moons”. There are: seconds, minutes, hours, days."),
      ("advance -8 hours", "Time does not run backwards. Use `set clock`."),
      ("locale nowhere_", "“nowhere_” is not a locale such as en-US."),
      ("set clock tomorrow", "“tomorrow” is not an instant. Write it like 2026-03-02T08:00:00Z."),
      ("set clock 2026-03-02T08:00:00Z Rome", "There is no time zone called “Rome”."),
      ("choose \"A\" dark", "“dark” is not a value. Write a text in quotes, a number, on or off."),
      ("count 4 lnks", "There is no kind of thing “lnks”. Did you mean link?"),
      ("count 1.5 links", "Nobody can count to 1.5."),
      ("covers AC1,AC2", "“AC1,AC2” is not a criterion's id."),
      ("stage Navigaton", "There is no stage “Navigaton”. Did you mean Navigation?"),
    ])
  func wrong(step: String, what: String) {
    let said = LanguageTests.complaint(step: step)
    #expect(said.hasPrefix("a.scenario:2: \(what)"), "\(said)")
  }

  @Test("A mistake in a known step is reported with the correct form")
  func shape() {
    #expect(
      LanguageTests.complaint(step: "scroll down")
        == "a.scenario:2: “scroll” goes on in another way. There is `scroll to NUMBER`.")
    #expect(
      LanguageTests.complaint(step: "open")
        == "a.scenario:2: At the end of this line a route is missing. It is written `open ROUTE`, such as "
        + "`open /insights`.")
  }

  @Test("A file is refused for missing scenarios or steps, repeated names and misplaced lines")
  func files() {
    #expect(
      LanguageTests.complaint("") == "a.scenario:1: There is no scenario in this file. "
        + "Begin with: scenario \"What it shows\".")
    #expect(LanguageTests.complaint("# nothing").contains("There is no scenario"))
    #expect(LanguageTests.complaint("back").hasPrefix("a.scenario:1: A file begins with a scenario."))
    #expect(LanguageTests.complaint("\nscenario \"A\"").hasPrefix("a.scenario:2: “A” has no step."))
    #expect(LanguageTests.complaint("scenario \"A\"\nscenario \"B\"\nback").contains("“A”, has no step"))
    #expect(LanguageTests.complaint("scenario \"A\"\nback\nscenario \"A\"").contains("a.scenario:3: There are two"))
    #expect(LanguageTests.complaint("scenario \"A\"\nback\nproduct yhealth").contains("stand before the first step"))
  }

  @Test("Line length, steps, scenarios and file size are limited")
  func bounds() {
    let long = String(repeating: "x", count: ScenarioLine.longest)
    #expect(LanguageTests.complaint(step: "see \"\(long)\"").contains("longer than 2000 bytes"))
    let steps = String(repeating: "back\n", count: Scenario.mostSteps + 1)
    #expect(LanguageTests.complaint(step: steps).hasPrefix("a.scenario:1002: This scenario has more than 1000 steps."))
    let many = (0...Scenario.mostInAFile).map { "scenario \"\($0)\"\nback\n" }.joined()
    #expect(LanguageTests.complaint(many).contains("more than 200 scenarios"))
    let large = String(repeating: "# \(long)\n", count: 200)
    #expect(LanguageTests.complaint(large).contains("larger than 262144 bytes"))
  }

  @Test("Random text is either parsed or refused with its place")
  func rubbish() {
    var random = Seeded(11)
    let pieces = [
      "scenario", "see", "\"A\"", "\"", "\\", "#", "in", "is", "4", "\n", " ", "\t", "é", "\u{0}", "🙂", "-",
    ]
    for _ in 0..<2000 {
      let text = (0..<12).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined(separator: " ")
      // Parsed, or refused with its place; nothing else can happen.
      let said = LanguageTests.complaint(text)
      #expect(said == "nothing" || said.hasPrefix("a.scenario:"))
    }
  }
}
