import Audit
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Storage
import Testing

@testable import Support

extension HelpContent {
  static let sample = HelpContent(
    version: 2,
    [
      Question("restore", "How do I restore a purchase?", ["Open the subscription.", "Choose Restore."]),
      Question("slow", "Why is a sync slow?", ["The other app limits how often it may be asked."]),
    ])
}

extension SupportPlan {
  static let sample = SupportPlan(
    "Sample", mail: "help@sample.example", subject: "Sample: a question", portal: "https://sample.example/ideas",
    .sample)
}

/// Bytes as a server sends them.
func helpJSON(version: Int, _ questions: [(id: String, title: String, answer: String)]) -> [UInt8] {
  let entries = questions.map { #"{"id":"\#($0.id)","question":"\#($0.title)","answer":"\#($0.answer)"}"# }
  return Array(#"{"version":\#(version),"questions":[\#(entries.joined(separator: ","))]}"#.utf8)
}

/// Support over a store in memory, with content from elsewhere that a test sets.
final class SupportBench: FeatureHarness {
  let environment: TestEnvironment
  let feature: Support
  let recorder: EventRecorder<SupportEvent>
  let remote = Locked<[UInt8]?>(nil)
  let fetches = Locked(0)
  let window: WindowID

  init(_ plan: SupportPlan = .sample, over other: SupportBench? = nil, remote: [UInt8]? = nil) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    self.remote.withLock { $0 = remote }
    let (held, fetches) = (self.remote, fetches)
    feature = Support(
      plan, on: environment.context,
      needs: SupportNeeds(
        environment.store,
        fetch: { () throws(Problem) in
          fetches.withLock { $0 += 1 }
          guard let bytes = held.withLock({ $0 }) else { throw .full }
          return bytes
        },
        facts: {
          [
            DiagnosticFact("Version", version: "1.2.3"), DiagnosticFact("Syncs", count: 4),
            DiagnosticFact("Connected", true),
          ]
        }))
    recorder = EventRecorder(feature.events)
    window = environment.context.window().id
    await send(.begin)
  }

  func screen(_ route: Route = SupportPlaces.home) -> Screen<SupportWindowAction> {
    state.screen(route, in: Surroundings(now: clock.now), at: window)
  }
  var labels: [String] { screen().all.map(\.label) }
  func tap(_ label: String, at route: Route = SupportPlaces.home) async {
    await perform(label, in: screen(route).nodes.flatMap(\.all), from: window)
  }
  func appear(_ route: Route = SupportPlaces.home) async { await send(.appeared(route), from: window) }
}

@Suite("Support")
struct SupportTests {
  @Test(
    "studies of the content are shown to whoever allows to be asked, and a broken one refuses the content as a whole")
  func studies() async throws {
    func content(_ version: Int, _ studies: String) -> [UInt8] {
      Array(
        #"{"version":\#(version),"questions":[{"id":"a","question":"A?","answer":"B."}],"studies":\#(studies)}"#.utf8)
    }
    let study = #"{"id":"sleep","title":"Sleep at night","text":"One call."}"#
    let bench = try await SupportBench(remote: content(5, "[\(study)]"))
    await bench.appear()
    #expect(bench.labels.contains("A?") && !bench.labels.contains("Take part: Sleep at night"))
    await bench.send(.takePart("sleep"), from: bench.window)
    #expect(bench.events == [.viewed])
    await bench.send(.askingForStudies(true))
    #expect(bench.labels.contains("One call."))
    await bench.tap("Take part: Sleep at night")
    let letter = try #require(
      OutgoingAddress(mailTo: "help@sample.example", subject: "Sample, study: Sleep at night", text: ""))
    #expect(bench.events.last == .addressAsked(letter))
    await bench.send(.askingForStudies(false))
    #expect(!bench.labels.contains("One call."))
    for broken in [
      #"[{"id":"sleep","title":"Sleep"}]"#, "[\(study),\(study)]", "[7]",
      "[\(Array(repeating: study, count: 6).joined(separator: ","))]",
    ] {
      #expect(throws: Problem.self) { try HelpContent(content(6, broken)) }
    }
  }

  @Test("a question shows its answer when it is opened, and hides it again")
  func expanding() async throws {
    let bench = try await SupportBench()
    await bench.appear()
    #expect(!bench.labels.contains("Choose Restore."))
    await bench.tap("How do I restore a purchase?")
    #expect(bench.labels.contains("Open the subscription.") && bench.labels.contains("Choose Restore."))
    #expect(bench.events == [.viewed, .opened("restore")])
    await bench.tap("How do I restore a purchase?")
    #expect(!bench.labels.contains("Choose Restore.") && bench.events.count == 2)
  }

  @Test("contact hands out a mail with address and subject, and shows both for a device without a mail app")
  func contact() async throws {
    let bench = try await SupportBench()
    await bench.tap("Contact Support")
    let letter = try #require(OutgoingAddress(mailTo: "help@sample.example", subject: "Sample: a question"))
    #expect(letter.address == "mailto:help@sample.example?subject=Sample%3A%20a%20question")
    #expect(bench.events == [.contacted, .addressAsked(letter)])
    #expect(bench.screen().all.contains { $0.value == "help@sample.example" })
    #expect(bench.screen().all.contains { $0.value == "Sample: a question" })
    await bench.send(.left(SupportPlaces.home), from: bench.window)
    #expect(!bench.screen().all.contains { $0.value == "help@sample.example" })
  }

  @Test("the message of the contact form becomes the text of the mail, and stays in its field")
  func message() async throws {
    let bench = try await SupportBench()
    let field = try #require(bench.screen().all.first { $0.label == "Your message" })
    #expect(field.role == .textbox && field.state.isMultiline)
    let text = "My steps of Monday & Tuesday are missing.\nWhat can I do? é"
    await bench.send(.write(text), from: bench.window)
    await bench.tap("Contact Support")
    let letter = try #require(
      OutgoingAddress(mailTo: "help@sample.example", subject: "Sample: a question", text: text))
    #expect(letter.address.contains("&body=My%20steps%20of%20Monday%20%26%20Tuesday"))
    #expect(bench.events == [.contacted, .addressAsked(letter)])
    #expect(bench.screen().all.first { $0.label == "Your message" }?.value == text)
  }

  @Test("a message that no mail address can hold is shown beside the address, to be copied", arguments: [1_000, 5_000])
  func longMessage(_ length: Int) async throws {
    let bench = try await SupportBench()
    await bench.send(.write(String(repeating: "🙂", count: length)), from: bench.window)
    #expect(bench.state.windows[bench.window].message.count == 1_000)
    await bench.tap("Contact Support")
    let letter = try #require(OutgoingAddress(mailTo: "help@sample.example", subject: "Sample: a question"))
    #expect(bench.events == [.contacted, .addressAsked(letter)])
    #expect(bench.labels.contains { $0.hasPrefix("Your message is too long for the address of a mail") })
    #expect(bench.screen().all.first { $0.label == "Your message" }?.value?.count == 1_000)
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
  }

  @Test("the way to the suggestions opens a page outside of the product")
  func suggesting() async throws {
    let bench = try await SupportBench()
    await bench.tap("Feature requests")
    let page = try #require(OutgoingAddress(page: "https://sample.example/ideas"))
    #expect(bench.events == [.suggested, .addressAsked(page)])
  }

  @Test("newer content is taken, kept for the next start, and older content is not")
  func newer() async throws {
    let newest = helpJSON(version: 3, [("new", "What is new?", "Much.\\nAnd more.")])
    let bench = try await SupportBench(remote: newest)
    await bench.appear()
    #expect(bench.state.content.questions.map(\.id) == ["new"])
    #expect(bench.state.content.questions.first?.answer == ["Much.", "And more."])
    // The last good copy, without a connection.
    let next = try await SupportBench(over: bench)
    #expect(next.state.content.version == 3)
    next.remote.withLock { $0 = helpJSON(version: 1, [("old", "What was?", "Little.")]) }
    await next.appear()
    #expect(next.state.content.version == 3 && next.state.refused == nil)
    // An app that brings newer questions of its own prefers them.
    let plan = SupportPlan(
      "Sample", mail: "a@b.example", subject: "S", HelpContent(version: 9, HelpContent.sample.questions))
    #expect(try await SupportBench(plan, over: bench).state.content.version == 9)
  }

  @Test("newer content is looked for once an hour, and again at once after a failure")
  func looking() async throws {
    let bench = try await SupportBench(remote: helpJSON(version: 3, [("a", "What?", "That.")]))
    await bench.appear()
    await bench.appear()
    #expect(bench.fetches.withLock { $0 } == 1)
    await bench.advance(.seconds(3600))
    await bench.appear()
    #expect(bench.fetches.withLock { $0 } == 2)
    let failing = try await SupportBench()
    await failing.appear()
    await failing.appear()
    #expect(failing.fetches.withLock { $0 } == 2 && failing.state.content == .sample)
  }

  @Test(
    "content that cannot be shown is refused as a whole with a sentence, and the last good one stays",
    arguments: [
      Array("<html>".utf8), Array("{}".utf8), helpJSON(version: 0, [("a", "What?", "That.")]), helpJSON(version: 5, []),
      helpJSON(version: 5, [("a", "What?", "That."), ("a", "Again?", "That.")]),
      helpJSON(version: 5, [("Not a name", "What?", "That.")]), helpJSON(version: 5, [("a", "", "That.")]),
      helpJSON(version: 5, [("a", "What?", "   ")]), helpJSON(version: 5, [("a", "W\\u202ehat?", "That.")]),
      helpJSON(version: 5, [("a", "What?", "\\u0007Bell")]),
      helpJSON(version: 5, [("a", String(repeating: "W", count: 201), "That.")]),
      helpJSON(version: 5, (0...HelpContent.most).map { ("a\($0)", "What?", "That.") }),
      Array(repeating: UInt8(ascii: "["), count: 100_000), Array(repeating: UInt8(ascii: " "), count: 200_001),
    ])
  func refused(_ bytes: [UInt8]) async throws {
    let bench = try await SupportBench(remote: bytes)
    await bench.appear()
    #expect(bench.state.content == .sample && bench.state.refused?.code == "help-content")
    #expect(try await SupportBench(over: bench).state.content == .sample)
  }

  @Test("more than ten questions can be searched, by all words and in the answers too")
  func searching() async throws {
    let many = (1...11).map { ("q\($0)", "Question \($0)?", $0 == 7 ? "About a Garmin watch." : "About an app.") }
    let bench = try await SupportBench(remote: helpJSON(version: 3, many))
    #expect(!bench.screen().all.contains { $0.role == .searchbox })
    await bench.appear()
    await bench.send(.search("watch GARMIN"), from: bench.window)
    #expect(bench.labels.contains("Question 7?") && !bench.labels.contains("Question 8?"))
    await bench.send(.search("zebra"), from: bench.window)
    #expect(bench.labels.contains("No question has these words."))
  }

  @Test("the report is read before it goes, and the mail holds exactly what was read")
  func report() async throws {
    let bench = try await SupportBench()
    await bench.appear(SupportPlaces.report)
    let screen = bench.screen(SupportPlaces.report)
    #expect(screen.all.contains { $0.label == "Version" && $0.value == "1.2.3" })
    #expect(bench.events == [])
    await bench.tap("Contact Support", at: SupportPlaces.report)
    let letter = try #require(
      OutgoingAddress(
        mailTo: "help@sample.example", subject: "Sample: a question",
        text: "\n\nVersion: 1.2.3\nSyncs: 4\nConnected: yes"))
    #expect(bench.events == [.contacted, .addressAsked(letter)])
  }

  @Test("a fact of the report cannot hold a text that somebody entered")
  func facts() {
    #expect(DiagnosticFact("Version", version: "my secret").value == "–")
    #expect(DiagnosticFact("Version", version: String(repeating: "1", count: 41)).value == "–")
  }

  @Test("every screen passes the audit")
  func audit() async throws {
    let bench = try await SupportBench()
    await bench.tap("Why is a sync slow?")
    await bench.tap("Contact Support")
    await bench.tap("Feature requests")
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    #expect(Audit.findings(of: bench.screen(SupportPlaces.report), theme: .plain) == [])
    await bench.appear(SupportPlaces.report)
    #expect(Audit.findings(of: bench.screen(SupportPlaces.report), theme: .plain) == [])
  }
}

@Suite("Opinions and crashes") struct OpinionTests {
  private let plan = SupportPlan(
    "Sample", mail: "help@sample.example", subject: "Sample: a question", store: "https://store.example/sample", .sample
  )

  @Test("feedback opens a mail of its own, and rating the page of the store")
  func ways() async throws {
    let bench = try await SupportBench(plan)
    await bench.tap("Send Feedback")
    await bench.tap("Rate Sample")
    let opened = bench.events.compactMap { event -> String? in
      if case .addressAsked(let address) = event { address.address } else { nil }
    }
    #expect(opened.first?.hasPrefix("mailto:help@sample.example?subject=Sample%3A%20feedback") == true)
    #expect(opened.last == "https://store.example/sample")
    #expect(bench.events.contains(.feedbackGiven) && bench.events.contains(.rated))
    #expect(bench.labels.contains("If no page opened, use this address."))
  }

  @Test("a person is asked for a rating after a week and three good moments, and then not for 120 days")
  func asking() async throws {
    let bench = try await SupportBench(plan)
    for _ in 1...4 { await bench.send(.joy) }
    #expect(!bench.state.asksForRating)
    await bench.advance(.seconds(7 * 86_400))
    await bench.send(.joy)
    #expect(bench.state.asksForRating)
    await bench.send(.rateLater, from: bench.window)
    #expect(!bench.state.asksForRating)
    for _ in 1...5 { await bench.send(.joy) }
    #expect(!bench.state.asksForRating)
    // The memory outlives a restart.
    let next = try await SupportBench(plan, over: bench)
    for _ in 1...5 { await next.send(.joy) }
    #expect(!next.state.asksForRating)
    await next.advance(.seconds(130 * 86_400))
    await next.send(.joy)
    #expect(next.state.asksForRating)
    await next.send(.neverRate, from: next.window)
    await next.advance(.seconds(400 * 86_400))
    for _ in 1...5 { await next.send(.joy) }
    #expect(!next.state.asksForRating)
  }

  @Test("rules: never before a week, near trouble, too often or again after an answer")
  func rules() {
    let now = Date(timeIntervalSince1970: 1_780_000_000)
    func ago(_ days: Double) -> Date { now.addingTimeInterval(-days * 86_400) }
    func asks(_ change: (inout RatingMemory) -> Void) -> Bool {
      var memory = RatingMemory()
      (memory.since, memory.joys) = (ago(100), 3)
      change(&memory)
      return RatingRules.asks(memory, at: now)
    }
    #expect(asks { _ in })
    #expect(!asks { $0.since = nil } && !asks { $0.since = ago(6) } && !asks { $0.joys = 2 })
    #expect(!asks { $0.trouble = ago(13) } && asks { $0.trouble = ago(14) })
    #expect(!asks { $0.asked = [ago(119)] } && asks { $0.asked = [ago(120)] })
    #expect(!asks { $0.asked = [ago(121), ago(242), ago(363)] } && asks { $0.asked = [ago(121), ago(242), ago(366)] })
    #expect(!asks { $0.isDone = true })
  }

  @Test("after a crash every screen says so, and the report has its version, its cause and its last lines")
  func crash() async throws {
    let environment = try await TestEnvironment()
    var needs = SupportNeeds(environment.store)
    let began = Date(timeIntervalSince1970: 1_780_000_000)
    needs.crashes = [
      CrashNote(began: began, version: "1.2.3", cause: "SIGSEGV", lines: (1...15).map { "Sync: line \($0)" })
    ]
    needs.isAfterCrash = true
    let support = Support(plan, on: environment.context, needs: needs)
    let window = environment.context.window().id
    await support.send(.begin)
    let surroundings = Surroundings(now: environment.clock.now)
    let shown = support.states.value.banner(in: surroundings).flatMap(\.all).map(\.label)
    #expect(shown.contains { $0.hasPrefix("Sample ended unexpectedly the last time.") })
    #expect(shown.contains("Report the problem"))
    await support.send(.appeared(SupportPlaces.report), from: window)
    await environment.context.settling.settled()
    let screen = support.states.value.screen(SupportPlaces.report, in: surroundings, at: window)
    let row = try #require(screen.all.first { $0.id.hasSuffix("crash-1") })
    #expect(row.value == "Version 1.2.3, SIGSEGV" && row.label.contains("2026"))
    let report = try #require(support.states.value.report)
    #expect(report.contains("Sync: line 15") && report.contains("Sync: line 6") && !report.contains("Sync: line 5\n"))
    #expect(Audit.findings(of: screen, theme: .plain).isEmpty)
    await support.send(.dismissCrash, from: window)
    #expect(support.states.value.banner(in: surroundings).isEmpty)
    #expect(support.states.value.report != nil)
  }
}
