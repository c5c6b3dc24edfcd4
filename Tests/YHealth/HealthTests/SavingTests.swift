import Connectivity
import Covers
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Mode
import Storage
import Testing

@testable import Health

@Suite("Saving entries") struct SavingTests {
  @Test(
    "A mood logged offline is queued, and the user is told",
    .covers("yh-S04.5.2-AC1", "yh-S04.5.2-B1", "yh-S04.5.2-B14", "yh-S04.5.2-L4"))
  func mood() async throws {
    let bench = try await Bench()
    await bench.open(.mood)
    await bench.tap("Mood", at: FormName.mood.route, .choose, .number(8))
    await bench.tap("Happy", at: FormName.mood.route)
    await bench.tap("Tired", at: FormName.mood.route, .choose, .flag(true))
    await bench.tap("Save", at: FormName.mood.route)
    #expect(bench.toasts() == ["Saved offline. It will sync when you're online."])
    let waiting = try await bench.waiting()
    #expect(waiting.map(\.collection) == ["mood_entries"] && waiting.map(\.kind) == [.insert])
    #expect(waiting.first?.state == .waiting && waiting.first?.priority == .entered)
    let fields = waiting.first?.fields
    #expect(fields?["mood"] == .int(8) && fields?["feelings"] == .list([.text("happy"), .text("tired")]))
    #expect(fields?["felt_at"] == .date(Bench.morning.date))
    #expect(Set(fields?.keys.map { $0 } ?? []) == ["id", "mood", "feelings", "note", "felt_at"])
    #expect(bench.node("Mood 8 of 10, very good: happy, tired", at: .history) != nil)
    #expect(bench.node("Waiting to sync", at: .history)?.state.icon == .waiting)
  }

  @Test(
    "A meal described offline is queued; its kind follows from the time of the day",
    .covers("yh-S04.5.2-AC2", "yh-S04.5.2-B2"))
  func meal() async throws {
    let bench = try await Bench()
    await bench.log(.meal, [.description: "  Porridge with a banana ", .calories: "420"])
    #expect(bench.toasts() == ["Saved offline. It will sync when you're online."])
    let waiting = try await bench.waiting()
    #expect(waiting.map(\.collection) == ["meals"])
    let fields = waiting.first?.fields
    #expect(fields?["kind"] == .text("breakfast") && fields?["description"] == .text("Porridge with a banana"))
    #expect(fields?["calories"] == .int(420) && fields?["photo_path"] == .null)
    #expect(
      Set(fields?.keys.map { $0 } ?? []) == [
        "id", "kind", "description", "calories", "protein_grams", "carbohydrate_grams", "fat_grams", "fibre_grams",
        "photo_path",
        "eaten_at",
      ])
  }

  @Test("An activity entered manually is queued", .covers("yh-S04.5.2-B3"))
  func activity() async throws {
    let bench = try await Bench()
    await bench.log(.activity, [.activity: "running", .minutes: "31", .distance: "5,2", .steps: "6100", .note: "Rain"])
    let fields = try await bench.waiting().first?.fields
    #expect(fields?["kind"] == .text("running") && fields?["minutes"] == .int(31))
    #expect(fields?["metres"] == .double(5200) && fields?["steps"] == .int(6100) && fields?["note"] == .text("Rain"))
    #expect(
      Set(fields?.keys.map { $0 } ?? [])
        == ["id", "kind", "minutes", "steps", "metres", "calories", "note", "started_at"])
    #expect(bench.node("Running: 31 min, 5.2 km, 6100 steps", at: .history) != nil)
  }

  @Test("A journal entry is queued", .covers("yh-S04.5.2-B4"))
  func journal() async throws {
    let bench = try await Bench()
    await bench.log(.journal, [.title: "Sunday", .body: "It rains.\nI stay in.", .tags: "rain, home,, rain"])
    let fields = try await bench.waiting().first?.fields
    #expect(fields?["title"] == .text("Sunday") && fields?["body"] == .text("It rains.\nI stay in."))
    #expect(fields?["tags"] == .list([.text("rain"), .text("home")]))
    #expect(Set(fields?.keys.map { $0 } ?? []) == ["id", "title", "body", "tags", "written_at"])
  }

  @Test(
    "An entry carries the time at which it was made, not at which it is synced",
    .covers("yh-S04.5.2-AC6", "yh-S04.5.2-L8"))
  func created() async throws {
    let bench = try await Bench()
    await bench.open(.mood)
    await bench.clock.advance(by: .seconds(95), settling: bench.context.settling)
    let made = bench.clock.now.date
    await bench.do(.save(.mood))
    await bench.clock.advance(by: .seconds(3 * 86_400), settling: bench.context.settling)
    let claimed = try await bench.store.outbox.claim()
    #expect(claimed.first?.editedAt == made && claimed.first?.fields["felt_at"] == .date(made))
  }

  @Test("Two entries at the same time are both kept")
  func twice() async throws {
    let bench = try await Bench()
    for _ in 0..<2 {
      await bench.log(.mood, [.mood: "7"])
      await bench.do(.left(FormName.mood.route))
    }
    let waiting = try await bench.waiting()
    #expect(waiting.count == 2 && Set(waiting.map(\.id)).count == 2)
    #expect(Set(waiting.map { $0.fields["felt_at"] }).count == 1)
    #expect(bench.nodes(.history).filter { $0.label == "Mood 7 of 10, good" }.count == 2)
  }

  @Test("Invalid fields are reported in the form; plausibility is left to the server")
  func validation() async throws {
    let bench = try await Bench()
    await bench.open(.meal)
    await bench.do(.fill(.meal, .calories, "a lot"))
    let calories = bench.node("Calories", at: FormName.meal.route, mode: .deep)
    #expect(calories?.state.invalid == "Enter a whole number from 0 to 20000.")
    // A missing field is not reported before saving.
    #expect(bench.node("Description", at: FormName.meal.route)?.state.invalid == nil)
    await bench.do(.save(.meal))
    #expect(
      bench.node("Description", at: FormName.meal.route)?.state.invalid == "Describe what you had, in a few words.")
    #expect(bench.node("2 fields need correction before this can be saved.", at: FormName.meal.route) != nil)
    #expect(try await bench.waiting().isEmpty && bench.toasts().isEmpty)
    await bench.do(.fill(.meal, .calories, "400"))
    // An unlikely meal that a device cannot tell from a likely one.
    await bench.do(.fill(.meal, .description, "Stone soup"))
    await bench.do(.save(.meal))
    #expect(try await bench.waiting().count == 1)
  }

  @Test("With a connection, the entry is saved without mentioning a later sync")
  func online() async throws {
    let bench = try await Bench()
    await bench.open(.mood)
    var state = bench.state
    await bench.tap("Save", at: FormName.mood.route, in: .online)
    #expect(bench.toasts(in: .online) == ["Saved."])
    #expect(bench.events.contains(.finished(.mood)))
    #expect(try await bench.waiting().count == 1)
    // Only the window of the form is told.
    let orders = state.receive(.save(.mood), from: bench.window, at: bench.clock.now).compactMap { step in
      if case .run(.save(let order), _) = step { order } else { nil }
    }
    guard let order = orders.first, let kept = bench.state.entries.first else { throw Problem.full }
    let steps = state.receive(.saved(order, kept), at: bench.clock.now)
    #expect(steps.contains(.tell(.finished(.mood), bench.window)))
    let toast = HealthState.confirmation.about(kept.name.subject)
    #expect(steps.contains(.tell(.offered(toast, undo: .revert(kept.name)), bench.window)))
  }

  @Test("A mood takes three taps: the link, the value and Save")
  func taps() async throws {
    let bench = try await Bench()
    let link = bench.state.today(in: Surroundings(now: bench.clock.now)).flatMap(\.all)
      .first { $0.label == "Log mood" }
    #expect(link?.destination == FormName.mood.route)
    await bench.open(.mood)
    await bench.tap("Mood", at: FormName.mood.route, .choose, .number(9))
    await bench.tap("Save", at: FormName.mood.route)
    #expect(try await bench.waiting().first?.fields["mood"] == .int(9))
  }

  @Test("Tapping Save twice saves once, and the form is empty when it is opened again")
  func doubled() async throws {
    let bench = try await Bench()
    await bench.open(.mood)
    let save = bench.node("Save", at: FormName.mood.route)?.offer(.activate)?.action(.none)
    guard let save else { throw Problem.full }
    await bench.health.send(save, from: bench.window)
    await bench.health.send(save, from: bench.window)
    await bench.context.settling.settled()
    await bench.do(save)
    #expect(try await bench.waiting().count == 1)
    #expect(bench.node("Saved", at: FormName.mood.route) != nil)
    await bench.do(.left(FormName.mood.route))
    await bench.open(.mood)
    await bench.tap("Save", at: FormName.mood.route)
    #expect(try await bench.waiting().count == 2)
  }

  @Test("Saving before the form is open saves as soon as it is")
  func early() async throws {
    let bench = try await Bench()
    await bench.do(.fill(.journal, .body, "Quick"))
    await bench.do(.save(.journal))
    #expect(try await bench.waiting().first?.fields["body"] == .text("Quick"))
  }

  @Test("A failed save says why, keeps the text and succeeds on retry")
  func failure() async throws {
    let isFull = Locked(true)
    let bench = try await Bench { needs in
      let save = needs.save
      needs.save = { entry, version, draft throws(Problem) in
        if isFull.withLock({ $0 }) { throw .full }
        return try await save(entry, version, draft)
      }
    }
    await bench.log(.journal, [.body: "Not to be lost"])
    #expect(try await bench.waiting().isEmpty && bench.toasts().isEmpty)
    #expect(bench.node("What is on your mind", at: FormName.journal.route)?.value == "Not to be lost")
    #expect(
      bench.node("\(Problem.full.sentence) What you typed is still here.", at: FormName.journal.route)?.role == .status)
    isFull.withLock { $0 = false }
    await bench.tap("Save", at: FormName.journal.route)
    #expect(try await bench.waiting().count == 1)
  }

  @Test("A backdated entry carries the time of that day")
  func backdated() async throws {
    let bench = try await Bench()
    await bench.open(.meal)
    await bench.tap("Day", at: FormName.meal.route, .edit, .text("2026-11-20"))
    await bench.tap("Time", at: FormName.meal.route, .edit, .text("19:40"))
    #expect(bench.node("Kind", at: FormName.meal.route)?.value == "Dinner")
    await bench.do(.fill(.meal, .description, "Soup"))
    await bench.tap("Save", at: FormName.meal.route)
    let fields = try await bench.waiting().first?.fields
    #expect(fields?["eaten_at"] == .date(Bench.date("2026-11-20T18:40:00Z")) && fields?["kind"] == .text("dinner"))
    #expect(bench.node("Friday 20 November", at: .history)?.role == .region)
  }
}
