import Days
import FeatureTesting
import Forms
import FoundationEssentials
import Hours
import Interface
import Kernel
import Measures
import Mode
import Storage
import Testing

@testable import Health

@Suite("Logging in one or two taps") struct QuickTests {
  /// Follows a link of the dashboard and taps these labels; returns the number of taps.
  private func taps(_ bench: Bench, _ invitation: String, _ labels: [String]) async -> Int {
    let link = bench.state.today(in: Surroundings(now: bench.clock.now)).flatMap(\.all)
      .first { $0.label == invitation }
    guard let route = link?.destination else { return .max }
    await bench.do(.appeared(route))
    for label in labels { await bench.tap(label, at: route) }
    return 1 + labels.count
  }

  @Test("A frequent entry takes at most three taps from the dashboard")
  func three() async throws {
    let bench = try await Bench()
    #expect(await taps(bench, "Log mood", ["Good, 7 of 10"]) <= 3)
    #expect(await taps(bench, "Log water", ["500 ml"]) <= 3)
    #expect(await taps(bench, "Log energy", ["Save"]) <= 3)
    // Entries that are frequent at this time of the day.
    for days in 1...3 {
      await bench.log(.meal, [.description: "Porridge", .calories: "400", .date: "2026-11-\(22 - days)"])
      await bench.do(.left(FormName.meal.route))
      await bench.log(.workout, [.workout: "running", .minutes: "30", .date: "2026-11-\(22 - days)"])
      await bench.do(.left(FormName.workout.route))
    }
    #expect(await taps(bench, "Log meal", ["Breakfast: Porridge, 400 kcal"]) <= 3)
    #expect(await taps(bench, "Log workout", ["Workout: Running, 30 min"]) <= 3)
    let now = bench.state.entries.prefix(5)
    #expect(Set(now.map(\.name.kind)) == [.mood, .water, .energy, .meal, .workout])
    #expect(now.allSatisfy { $0.entry.when == Bench.morning.date })
    #expect(bench.state.days[CalendarDay(of: Bench.morning), .calories] == 400)
    #expect(bench.toasts().allSatisfy { $0 == "Saved offline. It will sync when you're online." })
  }

  @Test("An entry logged with one tap can be undone with one tap, and so can that")
  func undone() async throws {
    let bench = try await Bench()
    await bench.open(.water)
    await bench.tap("250 ml", at: FormName.water.route)
    let name = try #require(bench.state.entries.first?.name)
    #expect(bench.events.contains(.logged(name)) && bench.offers == [.revert(name)])
    try await bench.undo()
    #expect(bench.state.entries.isEmpty && bench.state.days.isEmpty)
    #expect(bench.toasts().last == "Water deleted.")
    try await bench.undo()
    #expect(bench.state.entries.map(\.name) == [name] && bench.toasts().last == "Water restored.")
  }

  @Test("Only the window in which something was logged with one tap is told so")
  func told() async throws {
    let bench = try await Bench()
    let (mine, others) = (
      EventRecorder(bench.health.events, at: bench.window),
      EventRecorder(bench.health.events, at: bench.context.identifiers.next())
    )
    await bench.open(.water)
    await bench.tap("250 ml", at: FormName.water.route)
    let name = try #require(bench.state.entries.first?.name)
    #expect(mine.events.contains(.logged(name)) && mine.events.contains(.saved(name)))
    #expect(others.events.contains(.saved(name)) && !others.events.contains(.logged(name)))
  }

  @Test("Frequent entries around this time of the day are offered, without their photo and note")
  func usual() async throws {
    let bench = try await Bench()
    func meal(_ words: String, _ day: Int, _ hour: Double, photo: String? = nil) -> KeptEntry? {
      let at = Bench.morning.date.addingTimeInterval(-86_400 * Double(day) + 3600 * hour)
      let meal = Meal(id: ID(UUID()), kind: .breakfast, description: words, photoPath: photo, eatenAt: at)
      return bench.version.map { KeptEntry(entry: .meal(meal), version: $0, isWaiting: false) }
    }
    await bench.log(.mood, [:])
    let entries = [
      meal("Eggs", 1, 0), meal("Porridge", 2, 1, photo: "a"), meal("Porridge", 3, -1, photo: "b"), meal("Toast", 4, 0),
      meal("Dinner", 1, 11), meal("Dinner", 2, 11), meal("Dinner", 3, 11), meal("Old", 61, 0), meal("Old", 62, 0),
      meal("Old", 63, 0), meal("Fruit", 5, 0), meal("Soon", 0, 1),
    ].compactMap(\.self)
    let offers = QuickEntry.offers(.meal, entries, at: Bench.morning)
    #expect(offers.map(\.words) == ["Breakfast: Porridge", "Breakfast: Eggs", "Breakfast: Toast"])
    #expect(offers.allSatisfy { $0.values[.photo].isEmpty })
    // Around midnight, too.
    let late = Moment(Bench.date("2026-11-22T22:50:00Z"), in: Bench.berlin)
    let night = entries.map(\.entry.when).contains { Moment($0, in: Bench.berlin).clock.minutes > 60 }
    #expect(night && QuickEntry.offers(.meal, entries, at: late).isEmpty)
    #expect(QuickEntry.offers(.journal, entries, at: Bench.morning).isEmpty)
  }

  @Test("A form with typed text offers no one-tap entries")
  func typed() async throws {
    let bench = try await Bench()
    await bench.open(.mood)
    #expect(bench.node("Good, 7 of 10", at: FormName.mood.route) != nil)
    await bench.do(.fill(.mood, .note, "Half"))
    #expect(bench.node("Good, 7 of 10", at: FormName.mood.route) == nil)
  }

  @Test("A failed one-tap entry is reported, and nothing is logged")
  func failure() async throws {
    let bench = try await Bench { $0.save = { _, _, _ throws(Problem) in throw .full } }
    await bench.open(.water)
    await bench.tap("250 ml", at: FormName.water.route)
    #expect(bench.state.entries.isEmpty && bench.toasts().isEmpty)
    #expect(bench.node("That did not work. \(Problem.full.sentence)", at: FormName.water.route)?.role == .status)
  }
}

@Suite("Meal estimate in the form") struct MealEstimateTests {
  private let route = FormName.meal.route

  @Test("The estimate updates while typing, with recognised and unknown foods, and one tap applies it")
  func taken() async throws {
    let bench = try await Bench()
    await bench.open(.meal)
    #expect(bench.node("Estimate", at: route) == nil)
    await bench.do(.fill(.meal, .description, "2 eggs, 200 g rice and flubber"))
    #expect(bench.node("About 430 kcal, 390 to 460.", at: route)?.state.live == .polite)
    #expect(bench.node("Understood as 2 eggs (120 g), 200 g rice (200 g).", at: route) != nil)
    #expect(bench.node("Not counted: flubber.", at: route) != nil)
    #expect(bench.form(.meal)?.values[.calories] == "")
    await bench.tap("Use this estimate", at: route)
    await bench.tap("Save", at: route)
    let fields = try await bench.waiting().first?.fields
    #expect(fields?["calories"] == .int(428) && fields?["protein_grams"] == .double(20))
    #expect(fields?["carbohydrate_grams"] == .double(57) && fields?["fat_grams"] == .double(13))
    #expect(fields?["fibre_grams"] == .double(1))
  }

  @Test("Typed values are never overwritten")
  func typed() async throws {
    let bench = try await Bench()
    await bench.open(.meal)
    await bench.do(.fill(.meal, .calories, "999"))
    await bench.do(.fill(.meal, .description, "2 eggs"))
    await bench.tap("Fill in empty fields", at: route)
    #expect(bench.form(.meal)?.values[.calories] == "999" && bench.form(.meal)?.values[.protein] == "15")
    #expect(bench.node("Fill in empty fields", at: route) == nil)
    let fibre = bench.nodes(route, mode: .deep).first { $0.label == "Fibre" && $0.role == .listitem }
    #expect(fibre?.value == "0 g")
  }

  @Test("For an unknown food no estimate is shown")
  func nothing() async throws {
    let bench = try await Bench()
    await bench.open(.meal)
    await bench.do(.fill(.meal, .description, "Zzz"))
    #expect(bench.node("Estimate", at: route) == nil)
    // Nothing recognised does not mean nothing eaten.
    await bench.do(.takeEstimate(.meal))
    await bench.do(.takeEstimate(.activity))
    #expect(bench.form(.meal)?.values[.calories] == "" && bench.form(.activity)?.isDirty != true)
  }
}
