import Audit
import Connectivity
import Days
import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Mode
import Storage
import Testing

@testable import Health

@Suite("Log screens") struct ScreenTests {
  static let routes = HealthState.places.flatMap(\.pattern.examples)

  /// Audit findings of all screens, in Light mode offline and in Deep mode online.
  private func findings(_ bench: Bench, also routes: [Route] = []) -> [Finding] {
    var found: [Finding] = []
    for route in ScreenTests.routes + routes {
      for (mode, connectivity) in [(Mode.light, Connectivity.offline), (.deep, .online)] {
        found += Audit.findings(of: bench.screen(route, in: connectivity, mode: mode), theme: .plain)
      }
    }
    return found
  }

  private func eventful() async throws -> Bench {
    let bench = try await Bench()
    for _ in 0..<2 {
      await bench.log(.mood, [.mood: "7", .feelings: "calm\nodd", .note: "n"])
      await bench.do(.left(FormName.mood.route))
      await bench.log(.meal, [.description: "Toast\nand tea", .calories: "80"])
      await bench.do(.left(FormName.meal.route))
    }
    await bench.log(.activity, [.activity: "curling", .minutes: "10", .distance: "1.5"])
    await bench.log(.journal, [.body: String(repeating: "words ", count: 400), .date: "2020-02-29"])
    await bench.log(.workout, [.minutes: "40", .effort: "8", .sets: "Squat 3x5\nSquat 3x5", .title: "Legs"])
    await bench.log(.energy, [.energy: "3", .stress: "10"])
    await bench.log(.sleep, [.fellAsleep: "23:10", .time: "06:50", .quality: "7"])
    await bench.log(.weight, [.kilograms: "72.4"])
    await bench.open(.water)
    for words in ["250 ml", "500 ml", "250 ml"] { await bench.tap(words, at: FormName.water.route) }
    for (name, cadence, times) in [("Read", Habit.Cadence.daily, ""), ("Stretch", .daily, "3"), ("Walk", .weekly, "2")]
    {
      for _ in 0..<2 {
        await bench.do(.habit(.name(name)))
        await bench.do(.habit(.cadence(cadence)))
        await bench.do(.habit(.times(times)))
        await bench.do(.habit(.add))
      }
    }
    for (index, kept) in bench.state.habits.habits.enumerated() {
      await bench.do(.habit(.tick(kept.id.uuid, on: bench.clock.now.day, times: index % 2)))
      if index > 3 { await bench.do(.habit(.archive(kept.id.uuid, true))) }
    }
    await bench.do(.habit(.day(bench.clock.now.day.following(-1))))
    return bench
  }

  @Test("Every place is unique and has its own screen")
  func places() {
    #expect(
      ScreenTests.routes.map(\.text) == [
        "/log", "/log/mood", "/log/meal", "/log/activity", "/log/journal", "/log/workout", "/log/water", "/log/energy",
        "/log/sleep", "/log/weight", "/log/copy", "/habits", "/history", "/pillars/fitness", "/pillars/nutrition",
        "/pillars/wellbeing",
      ])
    for (place, route) in zip(HealthState.places, ScreenTests.routes) {
      let screen = HealthState().screen(
        route, in: Surroundings(now: Bench.morning), at: ID(UUID()))
      #expect(screen.title == place.title && screen.route == route)
    }
    let edit = FormName(.mood, editing: UUID()).route
    #expect(HealthState.places.filter { $0.pattern.matches(edit) }.map(\.title) == ["Mood check-in"])
    #expect(FormName(edit).map(\.route) == edit && FormName(Route(["log"])) == nil)
    #expect(FormName(Route(["log", "dreams"])) == nil)
  }

  @Test("Light mode shows the essential and the filled-in fields; Deep mode shows all")
  func modes() async throws {
    let bench = try await Bench()
    await bench.open(.activity)
    let route = FormName.activity.route
    #expect(bench.node("Steps", at: route) == nil && bench.node("More fields in Deep mode.", at: route) != nil)
    #expect(bench.node("Steps", at: route, mode: .deep)?.role == .spinbutton)
    #expect(bench.node("More fields in Deep mode.", at: route, mode: .deep) == nil)
    await bench.do(.fill(.activity, .steps, "10"))
    #expect(bench.node("Steps", at: route)?.value == "10")
  }

  @Test("All screens pass the audit: with failures, empty and full")
  func sound() async throws {
    let failing = try await Bench { needs in
      needs.read = { _ throws(Problem) in throw .full }
      needs.entry = { _ throws(Problem) in throw .full }
    }
    let missing = FormName(.meal, editing: failing.context.identifiers.uuid())
    await failing.open(missing)
    #expect(failing.node(Problem.full.sentence, at: missing.route) != nil)
    #expect(findings(failing, also: [missing.route]) == [])
    let empty = try await Bench()
    await empty.open(missing)
    #expect(findings(empty, also: [missing.route]) == [])
    let full = try await eventful()
    #expect(findings(full) == [])
    await full.open(.meal)
    await full.do(.fill(.meal, .description, "2 eggs, an egg, flubber"))
    #expect(findings(full) == [])
    await full.do(.habit(.name(String(repeating: "x", count: 201))))
    await full.do(.habit(.times("many")))
    await full.do(.habit(.add))
    #expect(findings(full) == [])
  }

  @Test("All screens pass the audit with typed, invalid, recovered and unsaved input and with open dialogs")
  func soundTyping() async throws {
    let bench = try await Bench { $0.save = { _, _, _ throws(Problem) in throw .full } }
    for kind in LogKind.allCases {
      let form = FormName(kind)
      await bench.open(form)
      for field in FormField.allCases { await bench.do(.fill(form, field, "rubbish")) }
      await bench.do(.save(form))
    }
    #expect(findings(bench) == [])
    let after = try await Bench(over: bench)
    for kind in LogKind.allCases { await after.open(FormName(kind)) }
    #expect(after.form(.mood)?.isRecovered == true)
    #expect(findings(after) == [])
    let asks: [HealthWindowAction] = [.ask(.discard(.meal)), .ask(.replace(.meal)), .photo(.meal, isOnline: false)]
    for ask in asks {
      await after.do(ask)
      #expect(Audit.findings(of: after.screen(FormName.meal.route), theme: .plain) == [])
    }
    let unsaved = try await Bench { $0.save = { _, _, _ throws(Problem) in throw .full } }
    await unsaved.log(.journal, [.body: "x"])
    #expect(unsaved.form(.journal)?.problem == .full && findings(unsaved) == [])
  }

  @Test("All screens pass the audit with edited, conflicting and deleted entries")
  func soundEditing() async throws {
    let bench = try await eventful()
    let other: WindowID = bench.context.identifiers.next()
    let edits = bench.state.entries.map { FormName($0.name.kind, editing: $0.name.id) }
    for edit in edits { await bench.open(edit) }
    #expect(findings(bench, also: edits.map(\.route)) == [])
    for edit in edits {
      await bench.do(.fill(edit, .time, "00:01"))
      await bench.log(edit, [.time: "00:02"], at: other)
      await bench.do(.save(edit))
      guard case .behind(.some) = bench.form(edit)?.phase else { throw Problem.full }
    }
    #expect(findings(bench, also: edits.map(\.route)) == [])
    for edit in edits {
      await bench.do(.replace(edit))
      guard case .done = bench.form(edit)?.phase, let id = edit.entry else { throw Problem.full }
      await bench.do(.fill(edit, .time, "00:03"))
      await bench.do(.delete(EntryName(edit.kind, id)))
    }
    #expect(bench.state.entries.isEmpty && findings(bench, also: edits.map(\.route)) == [])
  }

  @Test("The meal form passes the audit with a pending, an analysed and an unusable photo", .timeLimit(.minutes(10)))
  func soundPhoto() async throws {
    let items = [
      FoodItem(name: "rice", grams: 90, confidence: 0.5), FoodItem(name: "rice", grams: 90, confidence: 0.5),
    ]
    for (photo, seen) in [(PhotoTests.jpeg, items), (PhotoTests.jpeg, []), (Photo([1]), items)] {
      let bench = try await Bench(camera: PhotoTests.camera(photo, sees: seen))
      await bench.open(.meal)
      await bench.health.send(.photo(.meal, isOnline: true), from: bench.window)
      #expect(findings(bench) == [])
      await bench.until { $0.windows[bench.window].forms[.meal]?.photo.isUnderWay == false }
      #expect(findings(bench) == [])
    }
  }
}
