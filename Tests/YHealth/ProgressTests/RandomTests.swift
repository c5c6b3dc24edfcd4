import Days
import FeatureTesting
import Forms
import FoundationEssentials
import Insights
import Interface
import Kernel
import Measures
import Mode
import Pillar
import Storage
import Testing

@testable import Progress

@Suite("Random actions in two windows") struct RandomTests {
  private func action(_ bench: Bench, _ random: inout Seeded) -> ProgressWindowAction {
    let edits = bench.state.goals.map { GoalFormName.editing($0.id) }
    let form = (Pillar.allCases.map { .new($0) } + edits).randomElement(using: &random) ?? .new(.fitness)
    let route = (ScreenTests.routes + [form.route] + Sample.run.findings.map(\.route)).randomElement(using: &random)
    let goal = bench.state.goals.randomElement(using: &random)
    let finding = Sample.run.findings.randomElement(using: &random)?.id ?? ""
    let texts = [
      "", "7", "8000", "0.5", "words", "2026-11-20", "2026-12-24", "\n", String(repeating: "x", count: 3_000),
    ]
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1: return .appeared(route ?? form.route)
    case 2: return .left(route ?? form.route)
    case 3: return .show(days: [7, 30, 90, 365, 12, -1].randomElement(using: &random) ?? 7)
    case 4: return .choose(form, .pillar(Pillar.allCases.randomElement(using: &random) ?? .fitness))
    case 5: return .choose(form, .measure(Measure.allCases.randomElement(using: &random)))
    case 6: return .choose(form, .way(["daily", "sum", "level", "odd"].randomElement(using: &random) ?? ""))
    case 7: return .choose(form, .measure(nil))
    case 8...10:
      return .fill(
        form, GoalField.allCases.randomElement(using: &random) ?? .name, texts.randomElement(using: &random) ?? "")
    case 11, 12: return .save(form)
    case 13: return goal.map { .delete($0.id) } ?? .another(form)
    case 14: return goal.map { .give($0.id, Goal.Status.allCases.randomElement(using: &random) ?? .active) } ?? .retry
    case 15: return .dismiss(finding)
    case 16: return .bringBack(finding)
    case 17: return .undo(bench.state.windows.all.flatMap(\.undos).first?.what.undoKey ?? "nothing")
    case 18: return .discard(form)
    default: return [.dismissUndos, .dismissProblem, .retry].randomElement(using: &random) ?? .retry
    }
  }

  private func seen(_ state: ProgressState, at window: WindowID) -> [Element] {
    ScreenTests.routes.flatMap { route in
      state.screen(route, in: Surroundings(now: Bench.morning, mode: .deep), at: window).nodes.map(\.element)
    }
  }

  @Test("The screen matches the store, and every goal is one that the server accepts", arguments: 1...4)
  func kept(seed: UInt64) async throws {
    var random = Seeded(seed)
    let bench = try await Bench(finds: Sample.run)
    let windows = [bench.window, bench.context.identifiers.next()]
    await bench.live(Sample.table(Int.random(in: 0...50, using: &random), seed: seed, missing: 3))
    var told: [Milestone] = []
    for step in 0..<90 {
      let state = bench.state
      await bench.do(action(bench, &random), in: windows.randomElement(using: &random))
      let now = bench.state
      if let changed = now.windows(changedSince: state) {
        for other in windows where !changed.contains(other) {
          #expect(seen(now, at: other) == seen(state, at: other))
        }
      }
      if step % 15 == 7 {
        await bench.live(Sample.table(Int.random(in: 0...50, using: &random), seed: seed + UInt64(step), missing: 3))
      }
      await bench.clock.advance(by: .seconds(Int.random(in: 0...4, using: &random)), settling: bench.context.settling)
      let kept = try await ProgressNeeds.shelf(bench.store)
      #expect(kept == bench.state.goals.map(\.goal))
      for goal in kept {
        #expect((1...500).contains(goal.name.unicodeScalars.count) && (1...50).contains(goal.unit?.count ?? 1))
        #expect(goal.target.map { $0 > 0 && $0 <= 1e9 } ?? true && goal.endsOn.map { $0 >= goal.beginsOn } ?? true)
      }
    }
    told = bench.events.compactMap(\.milestone)
    #expect(Set(told).count == told.count)
    let away = Sample.run.findings.filter { bench.state.regards[$0.id]?.isDismissed == true }.map(\.id)
    let after = try await Bench(over: bench, finds: Sample.run)
    #expect(after.state.goals == bench.state.goals && after.state.regards == bench.state.regards)
    #expect(Set(after.state.achievements.map(\.id)) == Set(bench.state.achievements.map(\.id)))
    let shown = after.state.order(on: Bench.today).map(\.id)
    #expect(Set(shown).isDisjoint(with: away) && shown.count + away.count == Sample.run.findings.count)
    for window in windows { await bench.close(window) }
    #expect(bench.state.windows.isEmpty)
  }

  @Test("Every screen can be shown in every state and for any route", arguments: 1...2)
  func shown(seed: UInt64) async throws {
    var random = Seeded(seed)
    let bench = try await Bench(finds: Sample.run)
    await bench.live(Sample.table(30, seed: seed, missing: 2))
    for _ in 0..<20 {
      await bench.do(action(bench, &random))
      for route in ScreenTests.routes + [
        Route([]), Route(["pillars", "odd"]), Route(["insights", "finding"], ["id": "x"]),
      ] {
        for mode in Mode.allCases { #expect(!bench.screen(route, mode: mode).title.isEmpty) }
      }
    }
  }
}
