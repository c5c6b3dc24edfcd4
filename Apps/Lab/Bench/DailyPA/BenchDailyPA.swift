internal import Agenda
internal import Catalog
internal import Days
internal import Expenses
internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Shell
internal import Storage
internal import Todos

// Daily PA against the limits of its specification, with 20,000 records.
extension Benchmark {
  static let dailypa = dailypa(records: 20_000, rounds: 5, taps: 100)

  static func dailypa(records: Int, rounds: Int, taps: Int) -> Benchmark {
    Benchmark(
      name: "dailypa",
      summary: "Daily PA with 20,000 todos, events and expenses: opened, tabs, taps, scrolling, saving",
      measure: { () throws(Problem) in
        guard let product = Product.named("dailypa") else { throw Problem.unmeasured("there is no Daily PA") }
        let ground = try StorageGround()
        let home = Person.Home.folder(ground.folder)
        let filling = try await Person.open(product, home: home)
        try await DailyPAStock(records: records, now: filling.context.time.now()).fill(filling.store)
        await filling.close()
        var launches: [Double] = []
        for _ in 0..<rounds { launches.append(try await launch(product, home)) }
        let person = try await Person.open(product, home: home)
        let window = await person.window()
        let screens = try await tabs(in: window, taps)
        let completions = try await completions(in: window, min(taps, 50))
        let touches = try await touches(in: window, min(taps, 20))
        let scrolls = try await scrolls(in: window, min(taps, 20))
        await window.close()
        await person.close()
        return [
          figure("dailypa-launch", launches, 2000), figure("dailypa-screen", screens, 300),
          figure("dailypa-complete", completions, 300), figure("dailypa-tap", touches, 100),
          figure("dailypa-scroll", scrolls, 1000.0 / 60),
        ]
      })
  }

  /// Opens the profile, and returns the milliseconds to the first frame with a todo.
  private static func launch(_ product: Product, _ home: Person.Home) async throws(Problem) -> Double {
    let start = ContinuousClock.now
    let person = try await Person.open(product, home: home)
    let window = await person.windowAtOnce()
    var shown: Double?
    for await frame in window.frames.listen()
    where frame.everything.contains(where: { $0.role == .listitem && $0.label.hasPrefix(DailyPAStock.task) }) {
      shown = (ContinuousClock.now - start).microseconds / 1000
      break
    }
    await window.close()
    await person.close()
    guard let shown else { throw Problem.unmeasured("the todos are not shown") }
    return shown
  }

  /// Returns the milliseconds of each completion of a todo until it is on disk.
  private static func completions(in window: Window, _ count: Int) async throws(Problem) -> [Double] {
    var times: [Double] = []
    for _ in 0..<count {
      let before = try await window.perform(.open(TodosPlaces.home))
      let label = before.everything.first { $0.label.hasPrefix("Complete: \(DailyPAStock.task)") }?.label
      guard let label else { throw Problem.unmeasured("no todo can be completed") }
      let start = ContinuousClock.now
      let frame = try await window.perform(.tap(.label(label)))
      times.append((ContinuousClock.now - start).microseconds / 1000)
      guard !frame.everything.contains(where: { $0.label == label }) else {
        throw Problem.unmeasured("a todo is not completed")
      }
    }
    return times
  }

  /// Returns the milliseconds from each tap on a todo's button to the first frame without it, saved or not.
  private static func touches(in window: Window, _ count: Int) async throws(Problem) -> [Double] {
    var times: [Double] = []
    for _ in 0..<count {
      let before = try await window.perform(.open(TodosPlaces.home))
      let label = before.everything.first { $0.label.hasPrefix("Complete: \(DailyPAStock.task)") }?.label
      guard let label else { throw Problem.unmeasured("no todo can be completed") }
      let (frames, start) = (window.frames.listen(), ContinuousClock.now)
      async let shown = first(of: frames, without: label)
      _ = try await window.perform(.tap(.label(label)))
      guard let end = await shown else { throw Problem.unmeasured("a todo is not shown as completed") }
      times.append((end - start).microseconds / 1000)
    }
    return times
  }

  private static func first(
    of frames: AsyncStream<Frame>, without label: String
  ) async -> ContinuousClock.Instant? {
    for await frame in frames where !frame.everything.contains(where: { $0.label == label }) { return .now }
    return nil
  }

  /// Returns the milliseconds of each step down the list of expenses, to the frame with the next rows.
  private static func scrolls(in window: Window, _ count: Int) async throws(Problem) -> [Double] {
    var (times, rows): ([Double], Int) = ([], 0)
    let top = try await window.perform(.open(ExpensesPlaces.home))
    rows = top.everything.count { $0.role == .listitem }
    for _ in 0..<count {
      let start = ContinuousClock.now
      let frame = try await window.perform(.tap(.label("Show earlier expenses")))
      times.append((ContinuousClock.now - start).microseconds / 1000)
      let shown = frame.everything.count { $0.role == .listitem }
      guard shown > rows else { throw Problem.unmeasured("the list shows no more rows") }
      rows = shown
    }
    return times
  }
}

/// The records of a person who has used Daily PA for years: three tenths todos and events each, and four tenths expenses.
private struct DailyPAStock {
  static let task = "Task "

  let records: Int
  let now: Moment

  func fill(_ store: Store) async throws(Problem) {
    let todos = try await store.collection(Todo.self, .owned(.entered))
    let events = try await store.collection(CalendarEvent.self, .owned(.entered))
    let expenses = try await store.collection(Expense.self, .owned(.entered))
    let (some, most) = (records * 3 / 10, records * 4 / 10)
    _ = try await store.write { batch throws(Problem) in
      for number in 0..<some { try batch.save(todo(number), in: todos) }
    }
    _ = try await store.write { batch throws(Problem) in
      for number in 0..<some { try batch.save(event(number, of: some), in: events) }
    }
    _ = try await store.write { batch throws(Problem) in
      for number in 0..<most { try batch.save(expense(number), in: expenses) }
    }
  }

  /// One in five is open, and one in fifty due today.
  private func todo(_ number: Int) -> Todo {
    let day = now.day.following(number.isMultiple(of: 50) ? 0 : number % 800 - 400)
    var todo = Todo(
      id: ID(named: "bench \(number)"), title: "\(DailyPAStock.task)\(number)",
      createdAt: now.date.addingTimeInterval(-Double(number) * 7_200))
    (todo.list, todo.dueOn) = (["Home", "Work", "Family"][number % 3], day)
    if !number.isMultiple(of: 5) { (todo.status, todo.completedAt) = (.done, todo.createdAt.addingTimeInterval(3_600)) }
    return todo
  }

  /// One in a hundred repeats weekly.
  private func event(_ number: Int, of all: Int) -> CalendarEvent {
    let start = now.date.addingTimeInterval(Double(number - all * 9 / 10) * 14_400)
    return CalendarEvent(
      id: ID(named: "bench \(number)"), title: "Meeting \(number)", place: "Room \(number % 12)", startsAt: start,
      endsAt: start.addingTimeInterval(3_600), zone: now.zone.identifier,
      rule: number.isMultiple(of: 100) ? "FREQ=WEEKLY" : nil)
  }

  private func expense(_ number: Int) -> Expense {
    Expense(
      id: ID(named: "bench \(number)"), amount: 100 + number * 37 % 9_000, currency: number % 20 == 0 ? "GBP" : "EUR",
      category: ["groceries", "food", "transport", "leisure"][number % 4], spentOn: now.day.following(-number / 6),
      merchant: "Shop \(number % 40)")
  }
}
