import Audit
import Days
import FoundationEssentials
import Interface
import Kernel
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
