import Days
import FeatureTesting
import Forms
import Foundation
import Kernel
import Recurrence
import Storage
import Testing

@testable import Todos

@Suite("Todos that repeat") struct RepeatingTests {
  private static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  @Test(
    "each way to repeat leads to its next day",
    arguments: [
      (DayRepeat.day, "2026-11-22", "2026-11-23"), (.weekday, "2026-11-20", "2026-11-23"),
      (.week, "2026-11-22", "2026-11-29"), (.month, "2026-11-22", "2026-12-22"),
      (.month, "2027-01-31", "2027-02-28"), (.month, "2028-01-30", "2028-02-29"),
      (.year, "2026-11-22", "2027-11-22"), (.year, "2028-02-29", "2029-02-28"),
    ] as [(DayRepeat, String, String)])
  func ways(way: DayRepeat, from: String, to: String) throws {
    let start = try Self.day(from)
    let rule = try #require(way.text(from: start))
    #expect(DayRepeat(of: rule) == way)
    #expect(DayRule.next(after: start, by: rule, beyond: start)?.day == (try Self.day(to)))
    #expect(TodoRule.complaint(rule, from: start) == nil)
  }

  @Test("a todo for an event and an expense keeps both when it is edited, and the next of its series has them")
  func links() async throws {
    let bench = try await TodosBench()
    var todo = Todo(id: ID(named: "suggested"), title: "Prepare", createdAt: bench.clock.time.now().date)
    (todo.event, todo.expense) = (UUID(), UUID())
    (todo.dueOn, todo.repeats) = (bench.clock.time.now().day, "FREQ=DAILY")
    await bench.do(.begin(todo))
    #expect(bench.events.contains(.opens(TodosPlaces.add)))
    await bench.do(.appeared(TodosPlaces.add))
    await bench.do(.form(.save(.adding)))
    let added = try #require(bench.state.all.first)
    #expect(added.event == todo.event && added.expense == todo.expense && added.id != todo.id)
    let form = TodoFormName(editing: added.id.uuid)
    await bench.do(.appeared(form.route))
    await bench.do(.form(.fill(form, .title, "Prepare well")))
    await bench.do(.form(.save(form)))
    await bench.do(.complete(added.id))
    #expect(bench.state.all.map(\.title) == ["Prepare well", "Prepare well"])
    #expect(bench.state.all.allSatisfy { $0.event == todo.event && $0.expense == todo.expense })
  }

  @Test("a month that began on the 31st comes back to the 31st")
  func monthEnds() throws {
    let rule = try #require(DayRepeat.month.text(from: try Self.day("2027-01-31")))
    var (day, found) = (try Self.day("2027-01-31"), [String]())
    for _ in 0..<3 {
      day = try #require(DayRule.next(after: day, by: rule, beyond: day)?.day)
      found.append(day.text)
    }
    #expect(found == ["2027-02-28", "2027-03-31", "2027-04-30"])
  }

  @Test("missed days are passed, and a count goes down with them")
  func missed() throws {
    let (start, today) = (try Self.day("2026-11-02"), try Self.day("2026-11-22"))
    let next = try #require(DayRule.next(after: start, by: "FREQ=WEEKLY;COUNT=5", beyond: today))
    #expect(next == DayRule.Next(day: try Self.day("2026-11-23"), rule: "FREQ=WEEKLY;COUNT=2"))
    #expect(DayRule.next(after: start, by: "FREQ=WEEKLY;COUNT=3", beyond: today) == nil)
    #expect(DayRule.next(after: start, by: "FREQ=WEEKLY;UNTIL=20261120", beyond: today) == nil)
    let leap = try Self.day("2096-02-29")
    let later = DayRule.next(after: leap, by: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", beyond: leap)
    #expect(later?.day == (try Self.day("2104-02-29")))
  }

  @Test("completing makes the next todo; Undo takes it away again, unless it was changed")
  func completing() async throws {
    let bench = try await TodosBench()
    await bench.add("Water the plants", [.day: "2026-11-22", .repeats: "week", .notes: "Not the cactus"])
    let first = try bench.todo("Water the plants")
    await bench.tap("Complete: Water the plants")
    #expect(bench.toasts.last == "Todo completed. The next one is due on 29 November 2026.")
    let next = try bench.todo("Water the plants", isDone: false)
    #expect(next.id == first.follower && next.dueOn?.text == "2026-11-29" && next.notes == "Not the cactus")
    try await bench.undo()
    #expect(try await bench.stored().map(\.id) == [first.id] && bench.state.counts == TodoCounts(active: 1))
    await bench.do(.complete(first.id))
    let name = TodoFormName(editing: first.follower.uuid)
    await bench.do(.appeared(name.route))
    await bench.fill(.title, "Water the cactus", in: name)
    await bench.tap("Save todo", at: name.route)
    try await bench.undo()
    #expect(Set(bench.state.todos.map(\.todo.title)) == ["Water the plants", "Water the cactus"])
  }

  @Test("two devices that complete the same todo make one next todo")
  func twoDevices() async throws {
    let (phone, tablet) = (try await TodosBench(), try await TodosBench())
    await phone.add("Water the plants", [.day: "2026-11-22", .repeats: "day"])
    let todo = try phone.todo("Water the plants")
    try await tablet.take([todo])
    await phone.do(.complete(todo.id))
    await tablet.do(.complete(todo.id))
    let (one, other) = (
      try phone.todo("Water the plants", isDone: false), try tablet.todo("Water the plants", isDone: false)
    )
    #expect(one.id == other.id && one.dueOn == other.dueOn)
    try await tablet.take([one], rev: "2")
    #expect(try await tablet.stored().count == 2)
  }

  @Test("one that came from another device already is not made again")
  func madeElsewhere() async throws {
    let bench = try await TodosBench()
    await bench.add("Water the plants", [.day: "2026-11-22", .repeats: "day"])
    let todo = try bench.todo("Water the plants")
    var next = try #require(todo.next(completedOn: try Self.day("2026-11-22"), at: bench.clock.now.date))
    next.title = "Water the plants well"
    try await bench.take([next])
    await bench.do(.complete(todo.id))
    #expect(try bench.todo("Water the plants well").isDone == false && bench.state.todos.count == 2)
  }
}
