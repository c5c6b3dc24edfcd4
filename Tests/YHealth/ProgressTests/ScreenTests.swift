import Audit
import Days
import FeatureTesting
import Forms
import Insights
import Interface
import Kernel
import Measures
import Mode
import Pillar
import Testing

@testable import Progress

@Suite("Progress screens") struct ScreenTests {
  static let routes =
    ProgressPlaces.all.flatMap(\.pattern.examples) + Pillar.allCases.map { GoalFormName.new($0).route }

  /// Audit findings of all screens in both modes, and in every tab.
  private func findings(_ bench: Bench, also routes: [Route] = []) -> [String] {
    PillarTab.allCases.flatMap { tab in
      var state = bench.state
      for pillar in Pillar.allCases {
        _ = state.receive(.turn(to: tab, of: pillar), from: bench.window, at: bench.clock.now)
      }
      return (ScreenTests.routes + routes).flatMap { route in
        [Mode.light, .deep].flatMap { mode in
          let screen = state.screen(route, in: bench.surroundings(mode), at: bench.window)
          return Audit.findings(of: screen, theme: .plain).map { "\(route.text) \(tab) \($0)" }
        }
      }
    }
  }

  @Test("All screens pass the audit: new, empty, with few days and with failures")
  func little() async throws {
    let new = try await Bench()
    let missing = [GoalFormName.editing(new.context.identifiers.next()).route, Sample.finding().route]
    #expect(findings(new, also: missing) == [])
    await new.live(DayTable())
    #expect(findings(new, also: missing) == [])
    await new.live(Sample.table(2))
    #expect(findings(new, also: missing) == [])
    let failing = try await Bench {
      $0.goals = { () throws(Problem) in throw .full }
      $0.recall = { () throws(Problem) in throw .full }
    }
    await failing.send(.noDays(.full))
    #expect(failing.words(ProgressPlaces.pillars).count { $0.hasPrefix("The disk is full.") } == 2)
    #expect(findings(failing, also: missing) == [])
  }

  @Test("All screens pass the audit with scores, charts, goals, milestones and findings")
  func much() async throws {
    let bench = try await Bench(finds: Sample.run)
    await bench.live(Sample.table(400, missing: 5))
    for measure in [Measure.steps, .workouts, .weight, .water, .mood, .journal] {
      for target in ["70", "71"] { await bench.goal(measure, target, from: Bench.today.following(-20)) }
    }
    let own = GoalFormName.new(.fitness)
    for name in ["Run far", "Run far", String(repeating: "long ", count: 90)] {
      await bench.do(.appeared(own.route))
      await bench.do(.choose(own, .measure(nil)))
      await bench.fill(own, [.name: name, .target: "3", .unit: "times\nand"])
      await bench.do(.save(own))
      await bench.do(.left(own.route))
    }
    #expect(bench.state.goals.count == 15)
    for kept in bench.state.goals.prefix(2) { await bench.do(.give(kept.id, .givenUp)) }
    let edits = bench.state.goals.enumerated().filter { $0.offset % 3 == 0 }.map { GoalFormName.editing($0.element.id) }
    let routes = Sample.run.findings.suffix(2).map(\.route) + edits.map(\.route)
    for route in routes { await bench.do(.appeared(route)) }
    for days in ProgressState.ranges {
      await bench.do(.appeared(ProgressPlaces.pillar(.nutrition)))
      await bench.do(.show(days: days))
      for pillar in Pillar.allCases {
        let screen = bench.screen(ProgressPlaces.pillar(pillar), mode: .deep)
        #expect(Audit.findings(of: screen, theme: .plain).isEmpty)
      }
    }
    #expect(findings(bench, also: routes) == [])
    for finding in Sample.run.findings { await bench.do(.dismiss(finding.id)) }
    for kept in bench.state.goals.prefix(3) { await bench.do(.delete(kept.id)) }
    #expect(findings(bench, also: routes) == [])
  }

  @Test("All screens pass the audit while a goal is entered, invalid, saved, not saved and changed elsewhere")
  func entering() async throws {
    let bench = try await Bench { needs in
      needs.save = { _, _ throws(Problem) in throw .full }
    }
    for pillar in Pillar.allCases {
      let form = GoalFormName.new(pillar)
      await bench.do(.appeared(form.route))
      await bench.do(.save(form))
      #expect(findings(bench) == [])
      if pillar == .wellbeing { await bench.do(.choose(form, .measure(nil))) }
      await bench.fill(form, Dictionary(uniqueKeysWithValues: GoalField.allCases.map { ($0, "rubbish") }))
      #expect(findings(bench) == [])
      await bench.fill(form, [.target: "5", .begins: "2026-11-22", .ends: ""])
      await bench.do(.save(form))
      #expect(bench.state.windows[bench.window].forms[form]?.problem != nil || pillar == .wellbeing)
      #expect(findings(bench) == [])
    }
    let good = try await Bench()
    let kept = try #require(await good.goal(.steps, "5"))
    let edit = GoalFormName.editing(kept.id)
    await good.do(.appeared(edit.route))
    await good.fill(edit, [.target: "6"])
    var goal = kept.goal
    goal.target = 7
    let order = GoalOrder(id: kept.id, goal: goal, version: kept.version, form: nil, window: nil)
    _ = try await ProgressNeeds(good.store, caching: .sample, weigh: .sample, insights: { _, _, _ in .none }).save(
      order, kept.id)
    await good.do(.save(edit))
    #expect(findings(good, also: [edit.route]) == [])
    await good.do(.save(edit))
    guard case .done = good.state.windows[good.window].forms[edit]?.phase else { throw Problem.full }
    #expect(findings(good, also: [edit.route]) == [])
  }

  @Test("Controls are focused in reading order")
  func keyboard() async throws {
    let bench = try await Bench(finds: Sample.run)
    await bench.live(Sample.table(20))
    func stops(_ route: Route, _ mode: Mode = .light) -> [String] {
      bench.nodes(route, mode: mode).filter {
        !$0.state.isDisabled && (!$0.offers.isEmpty || $0.destination != nil)
      }
      .map(\.label)
    }
    #expect(
      stops(ProgressPlaces.pillars) == [
        "Fitness score", "See Fitness", "Nutrition score", "See Nutrition", "Wellbeing score", "See Wellbeing",
        "Goals (0 active)",
      ])
    #expect(
      stops(ProgressPlaces.pillar(.fitness), .deep) == [
        "Set a goal", "Steps", "Charts", "Entries", "Goals", "Recovery", "Time range", "7 days", "30 days", "90 days",
        "365 days", "Explore Fitness score",
        "Explore Steps", "Explore Active minutes", "Explore Sleep",
        "Explore Resting heart rate", "Explore Heart rate variability", "Explore Workout time",
        "Explore Weight",
      ])
    #expect(
      stops(GoalFormName.new(.wellbeing).route).filter { !["Fitness", "Nutrition", "Wellbeing"].contains($0) } == [
        "Pillar", "Measure", "Mood", "Energy", "Stress", "Journal entries", "Habits kept", "Custom",
        "Target", "First day", "Last day", "Save", "All goals",
      ])
  }

  @Test("Light mode shows less than Deep mode, in the same sections")
  func modes() async throws {
    let bench = try await Bench(finds: Sample.run)
    await bench.live(Sample.table(100))
    for pillar in Pillar.allCases {
      let route = ProgressPlaces.pillar(pillar)
      let (light, deep) = (bench.nodes(route), bench.nodes(route, mode: .deep))
      #expect(light.count < deep.count)
      let titles = { (nodes: [Node<ProgressWindowAction>]) in nodes.filter { $0.role == .region }.map(\.label) }
      #expect(titles(light) == titles(deep))
    }
  }
}
