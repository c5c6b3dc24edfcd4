import Audit
import Days
import FeatureTesting
import FoundationEssentials
import Hours
import Interface
import Kernel
import Money
import Testing

@testable import Assistant

@Suite("Search over everything") struct SearchTests {
  let now = Moment(Moment.date("2026-11-26T10:00:00Z") ?? .distantPast)
  let window = WindowID(UUID())

  private var data: AssistantData {
    var data = AssistantData()
    func task(_ title: String, _ day: String?, isDone: Bool = false, _ words: String = "") -> AssistantData.Task {
      AssistantData.Task(
        id: UUID(), title: title, day: day.flatMap { CalendarDay($0) }, time: nil, isDone: isDone,
        route: Route(["todos", "todo"]), words: words)
    }
    data.tasks = [
      task("Call the Dentist", "2026-11-20", isDone: true), task("Pay the dentist", "2026-11-30"),
      task("Buy milk", nil, "for the dentist's party"),
    ]
    for day in ["2026-11-24", "2026-12-01"] {
      data.entries.append(
        AssistantData.Entry(
          title: "Dentist", day: CalendarDay(day) ?? now.day, start: .at(9), end: .at(10),
          route: Route(["calendar", "event"], ["on": day]), words: "Dr. Okafor"))
    }
    if let money = Money(minor: 4_250, .euro) {
      data.spendings = [
        AssistantData.Spending(
          money: money, category: "health", title: "Health", words: "Dentist, filling", day: now.day,
          route: Route(["expenses", "entry"]), more: "GAUZE 2 X 1.20")
      ]
    }
    return data
  }

  @Test("all words have to be there, in any case; open todos and near days come first")
  func finding() {
    let finds = AssistantFinds("DENTIST", in: data, at: now)
    #expect(finds.todos.map(\.title) == ["Pay the dentist", "Buy milk", "Call the Dentist"])
    #expect(finds.events.map(\.about) == ["24 November 2026 at 09:00", "1 December 2026 at 09:00"])
    #expect(finds.expenses.map(\.title) == ["Dentist, filling"] && finds.count == 6)
    #expect(AssistantFinds("okafor dentist", in: data, at: now).count == 2)
    #expect(AssistantFinds("42.50", in: data, at: now).expenses.count == 1)
    #expect(AssistantFinds("gauze", in: data, at: now).expenses.map(\.title) == ["Dentist, filling"])
    for none in ["", "   ", "zebra", "dentist zebra"] { #expect(AssistantFinds(none, in: data, at: now).count == 0) }
  }

  @Test("what is typed is looked for, an older answer is not shown, and the screen passes the audit in every state")
  func screen() throws {
    var state = AssistantState()
    func audited() {
      let screen = state.screen(AssistantPlaces.search, in: Surroundings(now: now), at: window)
      #expect(Audit.findings(of: screen, theme: .plain) == [])
    }
    audited()
    let steps = state.receive(.search("dentist"), from: window, at: now)
    guard case .run(.find(let query, _, _), _)? = steps.first else {
      Issue.record("nothing is looked for")
      return
    }
    _ = state.receive(.found(AssistantFinds("dent", in: data, at: now), in: window), at: now)
    #expect(state.windows[window].finds == nil)
    _ = state.receive(.found(AssistantFinds(query, in: data, at: now), in: window), at: now)
    let screen = state.screen(AssistantPlaces.search, in: Surroundings(now: now), at: window)
    #expect(screen.all.contains { $0.label == "6 found" } && screen.all.contains { $0.label == "Dentist, filling" })
    audited()
    _ = state.receive(.search(String(repeating: "x", count: 100_000)), from: window, at: now)
    #expect(state.windows[window].query.count == AssistantFinds.longestQuery)
    _ = state.receive(.search(""), from: window, at: now)
    #expect(state.windows[window].finds == nil)
  }
}
