import Audit
import Days
import FeatureTesting
import Foundation
import Interface
import Kernel
import Storage
import Testing

@testable import Todos

/// The clock of these tests is at Sunday 22 November 2026, 08:15 in Berlin.
@Suite("Steps of todos") struct StepsTests {
  private func trip(_ bench: TodosBench, _ fields: [TodoField: String] = [:]) async throws -> Route {
    await bench.add("Trip to Rome", fields)
    let route = TodosPlaces.todo(try bench.todo("Trip to Rome").id.uuid)
    for step in ["Book the train", "Pack", "Water the plants"] { await add(step, bench, route) }
    return route
  }

  private func add(_ step: String, _ bench: TodosBench, _ route: Route) async {
    let id = ID<Todo>(TodosPlaces.id(route) ?? UUID())
    await bench.do(.typeStep(id, step))
    await bench.tap("Add step", at: route)
  }

  private func steps(_ bench: TodosBench, _ route: Route) -> [String] {
    bench.nodes(route).first { $0.role == .list && $0.label == "Steps" }?.children
      .map { "\($0.label): \($0.value ?? "")" } ?? []
  }

  @Test("steps are added in their order, ticked one by one, and counted on the row of their todo")
  func ticking() async throws {
    let bench = try await TodosBench()
    let route = try await trip(bench)
    #expect(steps(bench, route) == ["Book the train: to do", "Pack: to do", "Water the plants: to do"])
    #expect(bench.rows("undated") == ["Trip to Rome (0 of 3 steps, Blue)"])
    #expect(bench.sees("1 active, 0 completed"), "a step is no todo of its own")
    await bench.tap("Complete: Pack", at: route)
    #expect(bench.toasts.last == "Step completed.")
    #expect(bench.rows("undated") == ["Trip to Rome (1 of 3 steps, Blue)"] && bench.rows("completed").isEmpty)
    #expect(bench.sees("1 of 3 steps completed", at: route))
    try await bench.undo()
    #expect(steps(bench, route) == ["Book the train: to do", "Pack: to do", "Water the plants: to do"])
    #expect(try await bench.waiting().allSatisfy { $0.collection == "todos" })
  }

  @Test("deleting a todo deletes its steps, and Undo brings all of them back; a step alone is deleted and restored")
  func deleting() async throws {
    let bench = try await TodosBench()
    let route = try await trip(bench)
    let before = Set(try await bench.stored().map(\.id))
    await bench.tap("Delete", at: route)
    #expect(try await bench.stored().isEmpty)
    try await bench.undo()
    #expect(Set(try await bench.stored().map(\.id)) == before && steps(bench, route).count == 3)
    await bench.do(.delete(try bench.todo("Pack").id))
    #expect(bench.toasts.last == "Step deleted." && steps(bench, route).count == 2)
    try await bench.undo()
    #expect(steps(bench, route).count == 3)
  }

  @Test("the next todo of a series has the same steps, open again, and two devices make the same ones")
  func repeating() async throws {
    let bench = try await TodosBench()
    let route = try await trip(bench, [.day: "2026-11-22", .repeats: "week"])
    await bench.tap("Complete: Pack", at: route)
    let here = try await bench.stored()
    let other = try await TodosBench()
    try await other.take(here)
    for device in [bench, other] { await device.tap("Complete", at: route) }
    let next = try bench.todo("Trip to Rome", isDone: false)
    let following = TodosPlaces.todo(next.id.uuid)
    #expect(steps(bench, following) == ["Book the train: to do", "Pack: to do", "Water the plants: to do"])
    let (one, two) = (try await bench.stored(), try await other.stored())
    #expect(one.count == 8 && Set(one.map(\.id)) == Set(two.map(\.id)))
    try await bench.undo()
    #expect(try await bench.stored().count == 4, "the next todo and its steps go again")
  }

  @Test("an empty step and one too many are said at the field, and a full disk keeps what was typed")
  func refused() async throws {
    let bench = try await TodosBench()
    let route = try await trip(bench)
    let id = try bench.todo("Trip to Rome").id
    await add(" \n ", bench, route)
    #expect(bench.complaint("New step", at: route) == "Enter a step, such as Book the train.")
    bench.isFull.withLock { $0 = true }
    await add("Buy a map", bench, route)
    let field = try #require(bench.nodes(route).node(labelled: "New step"))
    #expect(field.value == "Buy a map" && field.state.invalid?.contains("disk is full") == true)
    await bench.tap("Delete", at: route)
    #expect(steps(bench, route).count == 3, "a deletion that the disk refuses is taken back")
    bench.isFull.withLock { $0 = false }
    let many = (0..<97).map { number in
      var step = Todo(id: ID(named: "step \(number)"), title: "Step \(number)", createdAt: bench.clock.now.date)
      step.parent = id
      return step
    }
    try await bench.take(many)
    await add("One more", bench, route)
    #expect(bench.complaint("New step", at: route) == "A todo has at most 100 steps. Make another todo for the rest.")
    #expect(try await bench.stored().count == 101)
    await bench.do(.typeStep(id, String(repeating: "x", count: 5_000)))
    #expect(bench.state.windows[bench.window].step?.text.count == Todo.longestTitle)
  }

  @Test("a step whose todo was deleted on another device, and one with a day of its own, stand in the lists")
  func alone() async throws {
    let bench = try await TodosBench()
    var orphan = Todo(id: ID(named: "orphan"), title: "Left over", createdAt: bench.clock.now.date)
    orphan.parent = ID(named: "gone")
    try await bench.take([orphan])
    #expect(bench.rows("undated") == ["Left over (Blue)"] && bench.sees("1 active, 0 completed"))
    let route = try await trip(bench)
    var step = try bench.todo("Pack")
    step.dueOn = CalendarDay("2026-11-23")
    await bench.do(.undo(.put(step)))
    #expect(bench.rows("coming") == ["Pack (due tomorrow, step of Trip to Rome, Blue)"])
    let page = TodosPlaces.todo(step.id.uuid)
    #expect(bench.nodes(page).node(labelled: "Step of Trip to Rome")?.destination == route)
    #expect(bench.nodes(page).node(labelled: "New step") == nil, "a step has no steps")
  }

  @Test("a todo has a reminder time of its own, which needs a day, and a time unless it is by whole days")
  func leads() async throws {
    let bench = try await TodosBench()
    await bench.add("Catch the train", [.lead: "60"])
    #expect(bench.complaint("Due day") == "Choose the day on which it is due, to be reminded of it.")
    await bench.fill(.day, "2026-11-23")
    await bench.tap("Save todo", at: TodosPlaces.add)
    #expect(bench.complaint("Remind me") == "Enter a time, or choose to be reminded 1 day before.")
    await bench.fill(.time, "08:30")
    await bench.tap("Save todo", at: TodosPlaces.add)
    let todo = try bench.todo("Catch the train")
    #expect(todo.lead == 60)
    #expect(bench.nodes(TodosPlaces.todo(todo.id.uuid)).node(labelled: "Reminder")?.value == "1 hour before")
    await bench.add("Pay the rent", [.day: "2026-12-01", .lead: "1440", .repeats: "month"])
    await bench.do(.complete(try bench.todo("Pay the rent").id))
    #expect(try bench.todo("Pay the rent", isDone: false).lead == 1_440, "the next of a series keeps it")
    #expect(TodoLead.minutes("-1") == nil && TodoLead.minutes("99999999999999999999") == nil)
  }

  @Test("every screen with steps passes the audit")
  func audit() async throws {
    let bench = try await TodosBench()
    let route = try await trip(bench)
    await bench.tap("Complete: Pack", at: route)
    await add("", bench, route)
    for route in [route, TodosPlaces.todo(try bench.todo("Pack").id.uuid), TodosPlaces.home] {
      #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [])
    }
  }
}
