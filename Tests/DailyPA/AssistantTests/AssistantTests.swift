import Audit
import Days
import FoundationEssentials
import Interface
import Kernel
import Money
import Phrases
import Recurrence
import Testing

@testable import Assistant

@Suite("Line of the assistant") struct AssistantTests {
  let now = Moment(Moment.date("2026-11-26T10:00:00Z") ?? .distantPast)
  let window = WindowID(UUID())

  func typed(_ text: String) -> AssistantState {
    var state = AssistantState()
    _ = state.receive(.type(text), from: window, at: now)
    return state
  }

  @Test("Typing shows what each word is taken for, and asks about near readings")
  func reading() throws {
    let line = typed("Dentist next friday").line(Surroundings(now: now), at: window)
    let labels = line.all.map(\.label)
    #expect(labels.contains("Dentist") && labels.contains("next friday") && labels.contains("Which one?"))
    #expect(line.all.first { $0.label == "next friday" }?.value == "Friday 4 December 2026")
  }

  @Test("The other reading that the person chose is suggested, with its end moved along")
  func other() throws {
    var state = typed("Dentist next friday from 3 to 4 pm")
    _ = state.receive(.choose(isOther: true), from: window, at: now)
    let steps = state.receive(.suggest(.event), from: window, at: now)
    guard case .tell(.suggested(.event(let title, let start, let end, _)), window)? = steps.first else {
      Issue.record("nothing suggested")
      return
    }
    #expect(title == "Dentist" && start.text == "2026-11-27T15:00:00" && end?.text == "2026-11-27T16:00:00")
  }

  @Test("The line keeps its text until what it says is saved")
  func keeping() {
    var state = typed("buy milk")
    _ = state.receive(.suggest(.todo), from: window, at: now)
    #expect(state.windows[window].line == "buy milk")
    _ = state.receive(.saved(.event, in: window), at: now)
    #expect(state.windows[window].line == "buy milk")
    _ = state.receive(.saved(.todo, in: window), at: now)
    #expect(state.windows[window].line.isEmpty && state.windows[window].reading == nil)
  }

  @Test(
    "Enter adds what was read, opens the form where two readings are near or something is missing, and asks questions",
    arguments: [
      ("buy milk tomorrow", "added"), ("Dentist tomorrow at 3pm", "added"), ("coffee 4.50", "added"),
      ("milk", "added"), ("Dentist next friday", "form"), ("what is due today?", "asked"), ("  ", "nothing"),
    ])
  func entering(text: String, outcome: String) {
    var state = typed(text)
    let steps = state.receive(.enter, from: window, at: now)
    switch outcome {
    case "added":
      guard case .tell(.decided(let all), window)? = steps.first else {
        Issue.record("not added: \(text)")
        return
      }
      #expect(all.count == 1 && state.windows[window].line == text)
      _ = state.receive(.saved(all[0].kind, in: window), at: now)
      #expect(state.windows[window].line.isEmpty)
    case "form":
      guard case .tell(.suggested, window)? = steps.first else {
        Issue.record("no form: \(text)")
        return
      }
    case "asked":
      #expect(steps.last == .tell(.shown(AssistantPlaces.home), window) && state.windows[window].line.isEmpty)
      #expect(state.turns.last?.text == text)
    default: #expect(steps.isEmpty)
    }
  }

  @Test("One of two near readings is added once the person has chosen it")
  func chosenReading() {
    var state = typed("Dentist next friday")
    _ = state.receive(.choose(isOther: true), from: window, at: now)
    guard case .tell(.decided(let all), window)? = state.receive(.enter, from: window, at: now).first,
      case .event(_, let start, _, _)? = all.first
    else {
      Issue.record("not added")
      return
    }
    #expect(start.text == "2026-11-27")
  }

  @Test("A button adds as its kind; an event without a day and an expense without an amount open their forms")
  func buttons() {
    func outcome(_ text: String, _ kind: PhraseKind) -> String {
      var state = typed(text)
      switch state.receive(.add(kind), from: window, at: now).first {
      case .tell(.decided(let all), _)?: return "added \(all.map(\.kind.rawValue))"
      case .tell(.suggested(let one), _)?: return "form \(one.kind.rawValue)"
      default: return "nothing"
      }
    }
    #expect(outcome("call mum tomorrow at 5pm", .event) == "added [\"event\"]")
    #expect(outcome("call mum", .event) == "form event")
    #expect(outcome("call mum", .expense) == "form expense")
  }

  @Test(
    "A text is split into the todos that it names, and where it names one it stays whole",
    arguments: [
      (
        "I need to buy milk, call the plumber tomorrow and finish the report by Friday",
        ["buy milk", "call the plumber 2026-11-27", "finish the report 2026-11-27"]
      ),
      ("call mum tomorrow at 6pm and buy milk and eggs", ["call mum 2026-11-27T18:00:00", "buy milk and eggs"]),
      ("buy milk; then call Ana", ["buy milk", "call Ana"]),
      ("tomorrow buy milk and call the bank", ["buy milk 2026-11-27", "call the bank 2026-11-27"]),
      ("buy milk, eggs and bread", []), ("lunch with Sam and Ana on Friday at 1", []),
      ("clean and paint the fence", []), ("call Sam, tomorrow at 3", []), ("pay 1,000 euro", []),
      ("what is due today and call mum?", []), ("", []), ("and, and", []),
    ] as [(String, [String])])
  func parts(text: String, expected: [String]) {
    let parts = LineParts(of: text, at: now)?.readings ?? []
    #expect(parts.map { [$0.title, $0.start?.text].compactMap(\.self).joined(separator: " ") } == expected)
  }

  @Test(
    "The place at the end of an event is told from its title",
    arguments: [
      ("dentist in room 4", "dentist", "room 4"), ("lunch with Sam at Luigi's", "lunch with Sam", "Luigi's"),
      ("conference in Berlin", "conference", "Berlin"), ("dinner at the corner bar", "dinner", "the corner bar"),
      ("lesson in French class", "lesson", "French class"), ("meeting in the morning", "meeting in the morning", nil),
      ("yoga at noon", "yoga at noon", nil), ("in Berlin", "in Berlin", nil), ("check in", "check in", nil),
    ] as [(String, String, String?)])
  func place(text: String, title: String, place: String?) {
    let line = LinePlace(in: text)
    #expect(line.title == title && line.place == place)
  }

  @Test("A place is shown beside the title of an event")
  func shownPlace() {
    let line = typed("dentist tomorrow at 3pm in room 4").line(Surroundings(now: now), at: window)
    #expect(line.all.first { $0.label == "room 4" }?.value == "Place")
  }

  @Test("Any text is split without harm")
  func anyParts() {
    var random = Seeded(18)
    let pieces = ["and", ",", "buy milk", " ", "call mum", "tomorrow", ";", "\n", "é", "&", "7", "friday at 5"]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...24, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined(separator: Bool.random(using: &random) ? " " : "")
      let parts = LineParts(of: text, at: now)
      #expect(parts.map { (2...LineParts.most).contains($0.readings.count) } ?? true)
    }
  }

  @Test("An amount without a currency is shown in the usual one")
  func usualCurrency() throws {
    let line = typed("coffee 4.50").line(Surroundings(now: now), at: window, usual: .dollar)
    #expect(line.all.first { $0.label == "4.50" }?.value == "Amount $4.50")
  }

  @Test("A session keeps the newest messages, and an answer opens the form of what it suggests")
  func session() throws {
    var state = AssistantState()
    for number in 0..<150 {
      _ = state.receive(.write("hello \(number)"), from: window, at: now)
      let steps = state.receive(.send, from: window, at: now)
      guard case .run(.answer(let question, _, _, _), _)? = steps.first else {
        Issue.record("not asked")
        return
      }
      _ = state.receive(.answered(ChatAnswer(to: question, from: .init(), at: now), in: window), at: now)
    }
    #expect(state.turns.count == AssistantState.most && state.dropped == 100)
    let suggestion = Suggestion.todo(title: "x", day: nil, time: nil, rule: nil)
    let answer = ChatAnswer(to: .suggest(suggestion), from: .init(), at: now)
    #expect(state.receive(.answered(answer, in: window), at: now) == [.tell(.suggested(suggestion), window)])
    #expect(state.receive(.review(300), from: window, at: now) == [.tell(.suggested(suggestion), window)])
    #expect(state.receive(.review(5), from: window, at: now).isEmpty)
  }

  @Test("An empty message is not sent, and the field says what it wants until something is written")
  func emptyMessage() {
    var state = AssistantState()
    #expect(state.receive(.send, from: window, at: now).isEmpty && state.turns.isEmpty)
    #expect(state.windows[window].isMessageMissing)
    _ = state.receive(.write("f"), from: window, at: now)
    #expect(!state.windows[window].isMessageMissing)
  }

  @Test("A text that is too long is said at its field, and nothing is suggested")
  func tooLong() {
    var state = typed(String(repeating: "é", count: 1_500))
    #expect(state.windows[window].problem?.code == "text-too-long")
    #expect(state.receive(.suggest(.todo), from: window, at: now).isEmpty)
    _ = state.receive(.write(String(repeating: "é", count: 1_500)), from: window, at: now)
    #expect(state.receive(.send, from: window, at: now).isEmpty)
    #expect(state.turns.last?.isOwn == false)
  }

  @Test("Every screen passes the audit")
  func audit() {
    var state = typed("Dentist next friday, €12")
    let route = AssistantPlaces.home
    let surroundings = Surroundings(now: now)
    #expect(Audit.findings(of: state.screen(route, in: surroundings, at: window), theme: .plain) == [])
    _ = state.receive(.ask("what is due today?"), from: window, at: now)
    var answer = ChatAnswer("Two todos.")
    answer.rows = [ChatRow(title: "Buy milk", value: "Todo", route: Route(["todos"]))]
    answer.change = .complete(UUID(), title: "Buy milk")
    _ = state.receive(.answered(answer, in: window), at: now)
    #expect(Audit.findings(of: state.screen(route, in: surroundings, at: window), theme: .plain) == [])
    let glance = AssistantGlance(due: 1, overdue: 2, event: "Dentist at 15:00", events: 1, spent: "€12.00")
    let line = state.line(surroundings, at: window, glance: glance)
    let home = Screen(Route(["todos"]), title: "Todos", nodes: [.heading("Todos", level: 1), line])
    #expect(Audit.findings(of: home, theme: .plain) == [])
  }
}
