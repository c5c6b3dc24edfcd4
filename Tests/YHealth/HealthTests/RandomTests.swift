import Days
import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Measures
import Mode
import Storage
import Testing

@testable import Health

@Suite("Random actions in two windows") struct RandomTests {
  /// A random form: a new one, or one for an entry that exists or existed.
  private func form(_ bench: Bench, _ known: Set<EntryName>, _ random: inout Seeded) -> FormName {
    let edits = known.sorted { $0.id.uuidString < $1.id.uuidString }
    guard Bool.random(using: &random), let edit = edits.randomElement(using: &random) else {
      return FormName(LogKind.allCases.randomElement(using: &random) ?? .mood)
    }
    return FormName(edit.kind, editing: edit.id)
  }

  private func action(_ bench: Bench, _ form: FormName, _ random: inout Seeded) -> HealthWindowAction {
    let fields: [FormField] = [
      .mood, .note, .description, .calories, .minutes, .body, .tags, .time, .date, .millilitres, .kilograms,
      .fellAsleep,
      .quality, .stress, .effort, .sets,
    ]
    let texts = ["", "7", "one, two", "words", "06:00", "2026-11-20", "2030-01-01", "\n"]
    let entry = bench.state.entries.randomElement(using: &random)?.name
    switch Int.random(in: 0..<20, using: &random) {
    case 0...2: return .appeared(form.route)
    case 3: return .left(form.route)
    case 4...7:
      return .fill(form, fields.randomElement(using: &random) ?? .note, texts.randomElement(using: &random) ?? "")
    case 8...10: return .save(form)
    case 11: return entry.map { .delete($0) } ?? .retry
    case 12: return bench.state.windows.all.flatMap(\.undos).first.map { .undo($0.what.name) } ?? .showOlder
    case 13: return .discard(form)
    case 14: return .replace(form)
    case 15: return .takeEstimate(form)
    case 16:
      let offers = LogKind.allCases.flatMap { QuickEntry.offers($0, bench.state.entries, at: bench.clock.now) }
      return offers.randomElement(using: &random).map { .quick($0) } ?? .retry
    case 17: return bench.offers.randomElement(using: &random) ?? .dismissUndos
    case 18: return .habit(habit(bench, &random))
    default: return .saveBeside(form)
    }
  }

  private func habit(_ bench: Bench, _ random: inout Seeded) -> HabitAction {
    let habit = bench.state.habits.habits.randomElement(using: &random)?.id.uuid ?? UUID()
    let day = bench.clock.now.day.following(-Int.random(in: 0...3, using: &random))
    return [
      .name("Read"), .cadence(.weekly), .times("2"), .add, .archive(habit, Bool.random(using: &random)),
      .tick(habit, on: day, times: Int.random(in: 0...2, using: &random)), .day(day),
    ].randomElement(using: &random) ?? .add
  }

  private func seen(_ state: HealthState, _ route: Route, at window: WindowID) -> [Element] {
    [route, Route(["history"]), Route(["habits"])].flatMap { route in
      state.screen(route, in: Surroundings(now: Bench.morning, mode: .deep), at: window).nodes.map(\.element)
    }
  }

  @Test(
    "Entries appear only by saving and disappear only by deleting, and the screen matches the store",
    arguments: 1...6)
  func kept(seed: UInt64) async throws {
    var random = Seeded(seed)
    let bench = try await Bench()
    let windows = [bench.window, bench.context.identifiers.next()]
    var known: Set<EntryName> = []
    for round in 0..<150 {
      let form = form(bench, known, &random)
      let before = Set(bench.state.entries.map(\.name))
      let heard = bench.events.count
      let (here, state) = (windows.randomElement(using: &random), bench.state)
      await bench.do(action(bench, form, &random), at: here)
      let now = bench.state
      if let changed = now.windows(changedSince: state) {
        for other in windows where !changed.contains(other) {
          #expect(seen(now, form.route, at: other) == seen(state, form.route, at: other))
        }
      }
      await bench.clock.advance(by: .seconds(Int.random(in: 0...4, using: &random)), settling: bench.context.settling)

      let new = bench.events.dropFirst(heard)
      let saved = Set(new.compactMap { if case .saved(let name) = $0 { name } else { nil } })
      let deleted = Set(new.compactMap { if case .deleted(let name) = $0 { name } else { nil } })
      let after = Set(bench.state.entries.map(\.name))
      #expect(after == before.union(saved).subtracting(deleted))
      known.formUnion(after)
      let needs = HealthNeeds(bench.store, caching: .dashboard)
      let kept = try await needs.read(1000)
      #expect(kept == bench.state.entries)
      guard round % 5 == 4 else { continue }
      // The incrementally updated days equal the days summed up anew, and are stored.
      let summed = try await needs.sumUp(bench.clock.now)
      #expect(bench.state.days.days == summed.days && bench.state.habits == summed.habits)
      #expect(DayTable(try await needs.days()) == bench.state.days)
    }
    // All unsaved text is stored as drafts.
    let typed = bench.state.windows.all.flatMap { $0.forms.values }.filter { $0.isDirty && $0.isOpenForTyping }
    let drafts = Dictionary(
      try await HealthNeeds(bench.store, caching: .dashboard).drafts.found().map { ($0.id, $0.values) },
      uniquingKeysWith: { first, _ in first })
    for form in typed { #expect(drafts[form.draft] == form.values) }
    // Every saved entry waits for the server as one insert.
    let waiting = Set(try await bench.waiting().filter { $0.kind == .insert }.map(\.id))
    #expect(Set(bench.state.entries.map(\.name.id)).isSubset(of: waiting))
  }
}
