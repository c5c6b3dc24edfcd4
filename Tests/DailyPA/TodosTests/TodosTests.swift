import Audit
import Days
import FeatureTesting
import Forms
import Foundation
import Hours
import Interface
import Kernel
import Storage
import Testing

@testable import Todos

/// The clock of these tests is at Sunday 22 November 2026, 08:15 in Berlin.
@Suite("Todos") struct TodosTests {
  @Test("an added todo is stored, waits to be sent, is shown in its group, and its sheet closes")
  func adding() async throws {
    let bench = try await TodosBench()
    #expect(
      bench.sees("Nothing to do yet.") && bench.nodes().node(labelled: "Add todo")?.destination == TodosPlaces.add)
    await bench.add("Buy milk", [.colour: "orange", .day: "2026-11-23", .time: "8:30", .list: "Shopping"])
    #expect(bench.rows("coming") == ["Buy milk (due tomorrow at 08:30, Shopping, Orange)"])
    #expect(bench.toasts == ["Todo added: Buy milk, due tomorrow at 08:30."])
    #expect(bench.events.contains(.finished(TodosPlaces.add)))
    // The colour is a mark with its word, and not among the words of the row.
    #expect(bench.nodes().contains { $0.role == .badge && $0.label == "Orange" && $0.state.hue == "second" })
    #expect(bench.nodes().node(labelled: "Complete: Buy milk")?.state.check == .off)
    let todo = try #require(try await bench.stored().first)
    #expect(todo.dueTime == "08:30" && todo.color == "orange" && !todo.isDone && todo.notes == nil)
    #expect(try await bench.waiting().map(\.collection) == ["todos"])
    #expect(bench.nodes(TodosPlaces.add).node(labelled: "Title")?.value == "", "the form is empty again")
    try await bench.undo()
    #expect(try await bench.stored().isEmpty && bench.toasts.last == "Todo deleted.")
  }

  @Test("todos are added at once, and taken back together; one that its form would refuse opens in the form")
  func addingAtOnce() async throws {
    let bench = try await TodosBench()
    let now = bench.clock.now.date
    func todo(_ title: String) -> Todo { Todo(id: ID(named: "suggested"), title: title, createdAt: now) }
    var milk = todo("Buy milk")
    milk.dueOn = CalendarDay("2026-11-23")
    await bench.do(.appeared(TodosPlaces.add))
    await bench.fill(.title, "Half a thought")
    await bench.do(.add([milk]))
    #expect(bench.toasts == ["Todo added: Buy milk, due tomorrow."] && bench.rows("coming").count == 1)
    let edit = bench.events.compactMap { if case .offered(let toast, _) = $0 { toast.page } else { nil } }.last
    #expect(edit?.label == "Edit" && edit?.route.path == TodosPlaces.edit.path)
    #expect(bench.nodes(TodosPlaces.add).node(labelled: "Title")?.value == "Half a thought", "the form is left alone")
    await bench.do(.add([todo("One"), todo("Two")]))
    #expect(bench.toasts.last == "2 todos added." && bench.rows("undated").count == 2)
    try await bench.undo()
    #expect(bench.rows("undated").isEmpty && bench.toasts.last == "2 todos taken back.")
    #expect(try await bench.stored().map(\.title) == ["Buy milk"])
    await bench.do(.form(.discard(.adding)))
    await bench.do(.add([todo(" ")]))
    #expect(bench.events.contains(.opens(TodosPlaces.add)))
    #expect(try await bench.stored().count == 1)
    await bench.do(.add([todo("Three")]))
    bench.isFull.withLock { $0 = true }
    await bench.do(.add([todo("Four")]))
    #expect(bench.rows("undated").count == 1 && bench.toasts.last == Problem.full.sentence)
  }

  @Test("the form asks for the title and the day first, and for the colour last and folded")
  func order() async throws {
    let bench = try await TodosBench()
    await bench.do(.appeared(TodosPlaces.add))
    let form = bench.screen(TodosPlaces.add).nodes.first { $0.id == "form" }
    #expect(form?.children.map(\.label).filter { !$0.isEmpty }.prefix(2) == ["Title", "Due day"])
    #expect(form?.children.last?.label == "Colour" && form?.children.last?.role == .picker)
    #expect(bench.nodes(TodosPlaces.add).count { $0.label == "Due day" } == 1)
  }

  @Test("the shortcuts fill in today, tomorrow and the next Monday, and the day can be taken away")
  func shortcuts() async throws {
    let bench = try await TodosBench()
    await bench.do(.appeared(TodosPlaces.add))
    var found: [String?] = []
    for words in ["Today", "Tomorrow", "Next week"] {
      await bench.tap(words, at: TodosPlaces.add)
      found.append(bench.nodes(TodosPlaces.add).first { $0.role == .datefield }?.value)
    }
    #expect(found == ["2026-11-22", "2026-11-23", "2026-11-23"])
    await bench.set(Moment(bench.clock.now.date.addingTimeInterval(86_400), in: TodosBench.berlin))
    await bench.tap("Next week", at: TodosPlaces.add)
    #expect(bench.state.windows[bench.window].forms[.adding]?.values[.day] == "2026-11-30")
  }

  @Test(
    "what cannot be saved is said at its field, and nothing typed is lost",
    arguments: [
      ([TodoField.title: " \n"], "Title", "Enter a title."),
      (
        [.title: String(repeating: "x", count: 501)], "Title",
        "This has 501 characters; the limit is 500. Make it shorter."
      ), ([.day: "someday"], "Due day", "Enter the day as 2026-11-22: year, month, day."),
      ([.day: "2026-02-30"], "Due day", "Enter the day as 2026-11-22: year, month, day."),
      ([.day: "0026-02-20"], "Due day", "Choose a day between the years 2000 and 2100."),
      ([.day: "2026-11-23", .time: "25:99"], "Time", "Enter a time, such as 07:30."),
      ([.time: "08:30"], "Time", "Choose a due day for this time, or leave the time empty."),
      ([.repeats: "week"], "Due day", "Choose the day from which it repeats."),
      (
        [.list: String(repeating: "x", count: 101)], "List",
        "This has 101 characters; the limit is 100. Make it shorter."
      ),
      (
        [.day: "2026-11-23", .repeats: "rule"], "Rule", "Enter a rule, such as FREQ=WEEKLY;BYDAY=MO,TH."
      ),
      (
        [.day: "2026-11-23", .repeats: "rule", .rule: "FREQ=SECONDLY"], "Rule",
        "A todo repeats by days or longer. Use FREQ=DAILY, WEEKLY, MONTHLY or YEARLY."
      ),
      (
        [.day: "2026-11-23", .repeats: "rule", .rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"], "Rule",
        "This rule has no day after 23 November 2026. Change the rule or the due day."
      ),
      (
        [.day: "2026-11-23", .repeats: "rule", .rule: "FREQ=DAILY;COUNT=1"], "Rule",
        "This rule has no day after 23 November 2026. Change the rule or the due day."
      ),
      (
        [.day: "2026-11-23", .repeats: "rule", .rule: "every week"], "Rule",
        "“EVERY WEEK” is not of the form NAME=VALUE. Write it as in FREQ=DAILY;COUNT=3."
      ),
    ] as [([TodoField: String], String, String)])
  func refused(fields: [TodoField: String], label: String, complaint: String) async throws {
    let bench = try await TodosBench()
    await bench.do(.appeared(TodosPlaces.add))
    if fields[.title] == nil { await bench.fill(.title, "Buy milk") }
    for (field, text) in fields { await bench.fill(field, text) }
    await bench.tap("Save todo", at: TodosPlaces.add)
    let node = bench.nodes(TodosPlaces.add).first { $0.label == label && $0.state.invalid != nil }
    #expect(node?.state.invalid == complaint)
    let values = try #require(bench.state.windows[bench.window].forms[.adding]?.values)
    for (field, text) in fields where !text.trimmed.isEmpty { #expect(values[field] == text) }
    #expect(try await bench.stored().isEmpty)
  }

  @Test("a longest title in emoji is saved, and one that is too long can be made shorter")
  func longTitles() async throws {
    let bench = try await TodosBench()
    await bench.add(String(repeating: "😀", count: 500))
    #expect(try await bench.stored().count == 1)
    #expect(bench.rows("undated").first?.hasSuffix("… (Blue)") == true)
  }

  @Test("what is typed survives the end of the process, and a full disk is said without losing it")
  func drafts() async throws {
    let bench = try await TodosBench()
    await bench.do(.appeared(TodosPlaces.add))
    await bench.fill(.title, "Call the bank")
    bench.isFull.withLock { $0 = true }
    await bench.tap("Save todo", at: TodosPlaces.add)
    #expect(bench.sees("The disk is full.", at: TodosPlaces.add))
    let later = try await TodosBench(over: bench)
    await later.do(.appeared(TodosPlaces.add))
    #expect(later.sees("Recovered from your draft.", at: TodosPlaces.add))
    await later.tap("Save todo", at: TodosPlaces.add)
    #expect(later.rows("undated") == ["Call the bank (Blue)"])
    let last = try await TodosBench(over: later)
    await last.do(.appeared(TodosPlaces.add))
    #expect(!last.sees("Recovered from your draft.", at: TodosPlaces.add))
  }

  @Test("todos stand in groups by their day, the earliest first, and completed ones are folded away")
  func groups() async throws {
    let bench = try await TodosBench()
    await bench.add("Late", [.day: "2026-11-20"])
    await bench.add("Missed this morning", [.day: "2026-11-22", .time: "08:00"])
    await bench.add("Today", [.day: "2026-11-22"])
    await bench.add("Tonight", [.day: "2026-11-22", .time: "20:00"])
    await bench.add("Christmas", [.day: "2026-12-24"])
    await bench.add("Some time")
    await bench.add("Tomorrow", [.day: "2026-11-23"])
    #expect(
      bench.rows("overdue") == [
        "Late (was due on 20 November 2026, Blue)", "Missed this morning (was due today at 08:00, Blue)",
      ])
    #expect(bench.rows("today") == ["Tonight (due today at 20:00, Blue)", "Today (due today, Blue)"])
    #expect(bench.rows("coming") == ["Tomorrow (due tomorrow, Blue)", "Christmas (due on 24 December 2026, Blue)"])
    #expect(bench.rows("undated") == ["Some time (Blue)"])
    await bench.tap("Complete: Some time")
    #expect(bench.rows("undated").isEmpty && bench.rows("completed").isEmpty)
    #expect(bench.sees("6 active, 1 completed"))
    await bench.tap("Show completed todos (1)")
    #expect(bench.rows("completed") == ["Some time (completed on 22 November 2026, Blue)"])
  }

  @Test("completing is one act and can be undone, from the row, the swipe and the page")
  func completing() async throws {
    let bench = try await TodosBench()
    await bench.add("Buy milk")
    let id = try bench.todo("Buy milk").id
    await bench.tap("Complete: Buy milk")
    #expect(try await bench.stored().first?.completedAt == bench.clock.now.date)
    #expect(bench.toasts.last == "Todo completed." && bench.sees("Nothing is left to do."))
    try await bench.undo()
    #expect(try await bench.stored().map(\.isDone) == [false] && bench.rows("undated").count == 1)
    #expect(bench.nodes().node(labelled: "Delete: Buy milk") == nil)
    await bench.perform("Buy milk", .swipe, .number(1), in: bench.nodes(), from: bench.window)
    #expect(bench.nodes().node(labelled: "Delete: Buy milk")?.role == .button)
    await bench.perform("Buy milk", .swipe, .number(-1), in: bench.nodes(), from: bench.window)
    #expect(bench.nodes().node(labelled: "Delete: Buy milk") == nil)
    await bench.tap("Complete", at: TodosPlaces.todo(id.uuid))
    #expect(bench.sees("Completed", at: TodosPlaces.todo(id.uuid)) && bench.state.counts.completed == 1)
    await bench.tap("Reopen", at: TodosPlaces.todo(id.uuid))
    #expect(bench.toasts.last == "Todo is active again." && bench.state.counts.active == 1)
  }

  @Test("Undo of a new todo leaves it when it was changed since")
  func changedSince() async throws {
    let bench = try await TodosBench()
    await bench.add("Milk")
    let milk = try bench.todo("Milk")
    let offers = bench.events.compactMap { if case .offered(_, let undo) = $0 { undo } else { nil } }
    await bench.do(.complete(milk.id))
    await bench.do(try #require(offers.last))
    #expect(try await bench.stored().map(\.title) == ["Milk"])
    #expect(bench.toasts.last?.contains("That change is kept.") == true)
  }

  @Test("deleting can be undone, and leaves the pages of the todo")
  func deleting() async throws {
    let bench = try await TodosBench()
    await bench.add("Buy milk", [.notes: "Two litres"])
    let todo = try bench.todo("Buy milk")
    let page = TodosPlaces.todo(todo.id.uuid)
    #expect(bench.sees("Two litres", at: page))
    await bench.do(.appeared(TodosPlaces.edit(todo.id.uuid)))
    await bench.tap("Delete", at: page)
    #expect(try await bench.stored().isEmpty && bench.sees("This todo is not there.", at: page))
    #expect(bench.sees("This todo is not there.", at: TodosPlaces.edit(todo.id.uuid)))
    #expect(bench.events.contains(.gone(page)))
    try await bench.undo()
    #expect(try await bench.stored() == [todo] && bench.sees("Two litres", at: page))
  }

  @Test("a change is on the screen before it is on the disk, and one that fails is taken back and said")
  func optimistic() async throws {
    let bench = try await TodosBench()
    await bench.add("Buy milk")
    let todo = try bench.todo("Buy milk")
    var state = bench.state
    let steps = state.receive(.complete(todo.id), from: bench.window, at: bench.clock.now)
    #expect(steps.count == 1 && state.counts == TodoCounts(active: 0, completed: 1))
    #expect(state.receive(.delete(todo.id), from: bench.window, at: bench.clock.now).isEmpty, "one after the other")
    bench.isFull.withLock { $0 = true }
    await bench.tap("Complete: Buy milk")
    #expect(bench.state.counts.active == 1 && bench.toasts.last?.hasPrefix("The disk is full.") == true)
    await bench.do(.delete(todo.id))
    #expect(bench.rows("undated") == ["Buy milk (Blue)"])
  }

  @Test("editing changes the todo, and a change from elsewhere meanwhile asks which one stays")
  func editing() async throws {
    let bench = try await TodosBench()
    await bench.add("Buy milk", [.day: "2026-11-23", .repeats: "week"])
    let todo = try bench.todo("Buy milk")
    let name = TodoFormName(editing: todo.id.uuid)
    await bench.do(.appeared(name.route))
    #expect(bench.state.windows[bench.window].forms[name]?.values[.repeats] == "week")
    await bench.fill(.title, "Buy oat milk", in: name)
    await bench.do(.complete(todo.id))
    await bench.tap("Save todo", at: name.route)
    #expect(try bench.todo("Buy oat milk").isDone, "a change of something else is kept")
    await bench.do(.left(name.route))
    await bench.do(.appeared(name.route))
    await bench.fill(.title, "Mine", in: name)
    let other = try await TodosBench(over: bench)
    await other.do(.appeared(name.route))
    await other.fill(.title, "Theirs", in: name)
    await other.tap("Save todo", at: name.route)
    await bench.tap("Save todo", at: name.route)
    #expect(bench.sees("This was changed elsewhere since you opened it.", at: name.route))
    await bench.tap("Keep both", at: name.route)
    #expect(Set(try await bench.stored().map(\.title)).isSuperset(of: ["Mine", "Theirs"]))
  }

  @Test("filters by status, colour and list show only what matches, and are taken off in one act")
  func filters() async throws {
    let bench = try await TodosBench()
    await bench.add("Milk", [.list: "Shopping", .colour: "orange"])
    await bench.add("Bread", [.list: "Shopping"])
    await bench.add("Report", [.list: "Work", .colour: "orange"])
    await bench.tap("Complete: Report")
    await bench.tap("Filter")
    func choose(_ label: String, _ option: String) async {
      await bench.perform(label, .choose, .text(option), in: bench.nodes(), from: bench.window)
    }
    await choose("Colour", "Orange")
    #expect(bench.rows("undated") == ["Milk (Shopping, Orange)"] && bench.sees("Showing: Orange"))
    await choose("Status", "Completed")
    #expect(bench.rows("undated").isEmpty)
    #expect(bench.rows("completed") == ["Report (completed on 22 November 2026, Work, Orange)"])
    await choose("List", "Shopping")
    #expect(bench.sees("No todo matches.") && bench.sees("Showing: Completed, Orange, Shopping"))
    await bench.tap("Show all todos")
    #expect(bench.rows("undated").count == 2)
    await choose("Status", "Active")
    #expect(bench.rows("completed").isEmpty && !bench.sees("Show completed todos"))
  }

  @Test("the choice of list or grid is kept on this device")
  func layout() async throws {
    let bench = try await TodosBench()
    await bench.add("Buy milk")
    await bench.tap("Grid")
    #expect(bench.nodes().contains { $0.role == .card && $0.label == "Buy milk" } && bench.rows("undated").isEmpty)
    let later = try await TodosBench(over: bench)
    #expect(later.nodes().contains { $0.role == .card && $0.label == "Buy milk" })
    #expect(try await later.waiting().map(\.collection) == ["todos"], "the layout is not sent")
  }

  @Test("statistics count what is there, by colour and by day")
  func statistics() async throws {
    let bench = try await TodosBench()
    #expect(bench.sees("No figures yet.", at: TodosPlaces.statistics))
    await bench.add("Late", [.day: "2026-11-20"])
    await bench.add("Today", [.day: "2026-11-22", .colour: "pink"])
    await bench.add("Done")
    await bench.tap("Complete: Done")
    func value(_ label: String) -> String? {
      bench.nodes(TodosPlaces.statistics).first { $0.label == label && $0.role == .listitem }?.value
    }
    #expect(value("Active") == "2" && value("Completed") == "1" && value("Overdue") == "1" && value("Due today") == "1")
    #expect(value("Blue") == "1 active, 1 completed" && value("Pink") == "1 active, 0 completed")
    let table = bench.nodes(TodosPlaces.statistics).first { $0.role == .table }
    #expect(table?.children.dropFirst().first?.children.map { $0.value } == ["Today", "1"])
  }

  @Test("todos of the same title and many todos stay apart and bounded")
  func many() async throws {
    let bench = try await TodosBench()
    let now = bench.clock.now.date
    try await bench.take(
      (0..<120).map { Todo(id: ID(named: "\($0)"), title: "Same", createdAt: now.addingTimeInterval(Double($0))) })
    #expect(bench.rows("undated").count == 50 && bench.rows("undated")[1] == "Same, number 2 (Blue)")
    await bench.tap("Show more todos")
    await bench.tap("Show more todos")
    #expect(bench.rows("undated").count == 120 && bench.nodes().node(labelled: "Show more todos") == nil)
  }

  @Test("the todos with a day are handed out for a calendar")
  func calendar() async throws {
    let bench = try await TodosBench()
    await bench.add("Later", [.day: "2026-11-24"])
    await bench.add("Sooner", [.day: "2026-11-23", .time: "09:00", .colour: "teal"])
    await bench.add("Some time")
    let todo = try bench.todo("Sooner")
    await bench.do(.complete(todo.id))
    #expect(bench.state.due.map(\.title) == ["Sooner", "Later"])
    let first = try #require(bench.state.due.first)
    #expect(first.id == todo.id.uuid && first.color == "teal" && first.isDone && first.time?.text == "09:00")
    #expect(first.day == CalendarDay("2026-11-23"))
  }

  @Test("todos of another device appear, and unknown colours and damaged times are shown")
  func fromElsewhere() async throws {
    let bench = try await TodosBench()
    var todo = Todo(id: ID(named: "x"), title: "From the tablet", color: "silver", createdAt: bench.clock.now.date)
    (todo.dueOn, todo.dueTime, todo.repeats) = (CalendarDay("2026-11-23"), "soon!", "FREQ=NEVER")
    try await bench.take([todo])
    #expect(bench.rows("coming") == ["From the tablet (due tomorrow, repeats by a rule, Silver)"])
    await bench.tap("Complete: From the tablet")
    #expect(try await bench.stored().count == 1, "a rule that cannot be read makes no next todo")
  }

  @Test("every screen passes the audit, empty, usual and with everything open")
  func audit() async throws {
    let bench = try await TodosBench()
    func check(_ route: Route, sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [], sourceLocation: sourceLocation)
    }
    check(TodosPlaces.home)
    check(TodosPlaces.statistics)
    check(TodosPlaces.todo(UUID()))
    await bench.add("Milk", [.list: "Shopping", .day: "2026-11-20", .repeats: "month", .notes: "Two"])
    await bench.add("Milk", [.list: "Shopping", .day: "2026-11-24", .time: "10:00"])
    let first = try bench.todo("Milk")
    await bench.do(.complete(first.id))
    await bench.do(.toggleDone)
    await bench.do(.toggleFilters)
    await bench.do(.reveal(bench.state.todos.first { !$0.todo.isDone }?.todo.id))
    check(TodosPlaces.home)
    await bench.do(.layout(.grid))
    check(TodosPlaces.home)
    check(TodosPlaces.todo(first.id.uuid))
    check(TodosPlaces.statistics)
    await bench.do(.appeared(TodosPlaces.add))
    check(TodosPlaces.add)
    await bench.fill(.repeats, "rule")
    await bench.tap("Save todo", at: TodosPlaces.add)
    check(TodosPlaces.add)
  }
}
