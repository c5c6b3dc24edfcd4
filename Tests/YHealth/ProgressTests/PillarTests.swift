import Covers
import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Measures
import Mode
import Pillar
import Plot
import Scores
import Testing

@testable import Progress

@Suite("Pillar screens") struct PillarTests {
  @Test("Every place is unique and has its own screen")
  func places() {
    let routes = ProgressPlaces.all.flatMap(\.pattern.examples)
    #expect(
      routes.map(\.text) == [
        "/pillars", "/pillars/fitness", "/pillars/nutrition", "/pillars/wellbeing", "/pillars/goals", "/pillars/goal",
        "/insights", "/insights/finding",
      ])
    for route in routes + [GoalFormName.new(.wellbeing).route, Sample.finding().route] {
      #expect(ProgressPlaces.all.count { $0.pattern.matches(route) } == 1)
    }
    #expect(GoalFormName(Route(["pillars", "goal"], ["pillar": "nutrition"])) == .new(.nutrition))
    #expect(GoalFormName(Route(["pillars", "goals"])) == nil)
  }

  @Test("The three pillars are listed side by side with the same content")
  func alike() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(20))
    let sections = bench.screen(ProgressPlaces.pillars).nodes.filter { $0.role == .region }
    #expect(sections.map(\.label) == ["Fitness", "Nutrition", "Wellbeing"])
    #expect(Set(sections.map { $0.all.map(\.role) }).count == 1)
    for (section, pillar) in zip(sections, Pillar.allCases) {
      let meter = try #require(section.all.first { $0.role == .meter })
      let score = try #require(bench.state.scores[pillar])
      #expect(meter.value?.hasSuffix(score.level?.title ?? "?") == true && meter.state.icon != nil)
      #expect(section.all.contains { $0.label == "From 7 of 7 days" })
      #expect(meter.destination == ProgressPlaces.pillar(pillar))
    }
  }

  @Test(
    "A pillar's charts have the pillar's hue, and its score is coloured by its level",
    .covers("yh-S04.3.1-AC7"))
  func colours() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(20))
    for pillar in Pillar.allCases {
      let charts = bench.nodes(ProgressPlaces.pillar(pillar)).compactMap(\.chart)
      #expect(charts.count >= 3)
      for chart in charts {
        switch chart.kind {
        case .ring: #expect(chart.marks.map(\.hue) == [.score])
        default: #expect(chart.marks.map(\.hue) == [Hue(pillar)], "\(chart.title)")
        }
        #expect(chart.problems.isEmpty)
      }
    }
  }

  @Test("A score lists its parts with weight, points and coverage, and what would change it")
  func parts() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(20))
    let route = ProgressPlaces.pillar(.fitness)
    let table = try #require(bench.nodes(route, mode: .deep).first { $0.role == .table })
    #expect(table.children.map(\.label) == ["Columns", "Steps", "Regularity"])
    #expect(table.children[1].children.map(\.label) == ["Factor", "Points", "Weight", "Measured", "Known"])
    #expect(table.children[1].children[2].value == "60 %" && table.children[1].children[4].value == "7 of 7 days")
    let light = bench.words(route)
    #expect(light.contains { $0.hasPrefix("Steps: ") && $0.contains("of 100 points") })
    #expect(light.contains("A little more steps a day: +4"))
    #expect(light.contains { $0.hasPrefix("A moderate workout suits today.") })
    #expect(bench.words(ProgressPlaces.pillar(.nutrition)).allSatisfy { !$0.contains("workout suits") })
  }

  @Test("A score from too few days has no value, and says what is missing")
  func thin() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(2))
    let words = bench.words(ProgressPlaces.pillar(.fitness))
    #expect(words.contains("No score yet: 2 of 7 days are known."))
    #expect(words.contains { $0.hasPrefix("Not enough data: steps (2 of 7 days)") })
    #expect(bench.nodes(ProgressPlaces.pillar(.nutrition)).allSatisfy { $0.role != .meter })
    let empty = try await Bench()
    await empty.live(DayTable())
    #expect(empty.words(ProgressPlaces.pillars).contains("No data yet."))
  }

  @Test(
    "While the days are loading, skeletons are shown; a read failure is reported and can be retried")
  func loading() async throws {
    let bench = try await Bench()
    #expect(bench.nodes(ProgressPlaces.pillar(.fitness)).count { $0.role == .skeleton } == 2)
    await bench.send(.noDays(.full))
    #expect(bench.nodes(ProgressPlaces.pillar(.fitness)).allSatisfy { $0.role != .skeleton })
    #expect(bench.words(ProgressPlaces.pillars).contains { $0.hasPrefix("The disk is full.") })
    await bench.tap("Reload", at: ProgressPlaces.pillars)
    #expect(bench.events.contains { if case .daysWanted = $0 { true } else { false } })
    var state = bench.state
    let retry = state.receive(.retry, from: bench.window, at: bench.clock.now)
    #expect(retry.first == .tell(.daysWanted(nil), bench.window))
    await bench.live(Sample.table(20))
    #expect(bench.state.days == .done && bench.nodes(ProgressPlaces.pillars).count { $0.role == .meter } == 3)
    // A later read failure does not discard the known days.
    await bench.send(.noDays(.full))
    #expect(bench.state.days == .done)
  }

  @Test(
    "Light mode shows the last seven days without a choice; Deep mode offers ranges and shows all charts",
    .covers("yh-S04.3.3-AC1", "yh-S04.3.3-AC3", "yh-S04.3.3-B1", "yh-S04.3.3-B6"))
  func ranges() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(400))
    let route = ProgressPlaces.pillar(.fitness)
    await bench.do(.appeared(route))
    func course(_ mode: Mode) -> [Point] {
      let node = bench.nodes(route, mode: mode).first { $0.id.hasSuffix("score-course") }
      guard case .line(let lines) = node?.chart?.kind else { return [] }
      return lines.series.first?.points ?? []
    }
    #expect(bench.node("Time range", at: route) == nil && course(.light).count == 7)
    let few = bench.nodes(route).count { $0.chart != nil }
    #expect(bench.nodes(route, mode: .deep).count { $0.chart != nil } > few)
    for days in [30, 90, 365] {
      let range = try #require(bench.node("Time range", at: route, mode: .deep))
      let action = try #require(range.offer(.choose)?.action(.text("\(days)")))
      await bench.do(action)
      #expect(course(.deep).count == days)
      #expect(course(.light).count == 7)
      #expect(bench.node("Time range", at: route, mode: .deep)?.value == "\(days) days")
    }
    let steps = bench.nodes(route, mode: .deep).first { $0.label == "Steps" && $0.chart != nil }?.chart
    guard case .bar(let bars) = steps?.kind else { throw Problem.full }
    // Bars of a year stand for weeks, the first one for the rest of a week.
    #expect(bars.series.first?.points.count == 53 && steps?.subtitle != nil)
    await bench.do(.show(days: 11))
    #expect(course(.deep).count == 365)
  }

  @Test(
    "While more days are being scored, a skeleton is shown in place of the chart",
    .covers("yh-S04.3.1-AC6", "yh-S04.3.1-B20", "yh-S04.3.1-B21", "yh-S04.3.1-B28"))
  func skeleton() async throws {
    var state = ProgressState()
    let now = Bench.morning
    let table = Sample.table(100)
    let window = WindowID(UUID())
    _ = state.receive(.days(table), at: now)
    let weigh = ProgressNeeds.Weighing.sample
    _ = state.receive(.scored(await weigh.standing(table, on: now.day)), at: now)
    let route = ProgressPlaces.pillar(.fitness)
    _ = state.receive(.appeared(route), from: window, at: now)
    let steps = state.receive(.show(days: 90), from: window, at: now)
    #expect(steps == [.run(.trace(table, now.day, days: 90), .latest("trace"))])
    func course() -> Node<ProgressWindowAction>? {
      let screen = state.screen(route, in: Surroundings(now: now, mode: .deep), at: window)
      return screen.nodes.flatMap(\.all).first { $0.id.hasSuffix("score-course") }
    }
    #expect(course()?.role == .skeleton && course()?.view?.skeleton == "line")
    _ = state.receive(.traced(await weigh.trace(table, to: now.day, days: 90)), at: now)
    #expect(course()?.role == .chart)
  }

  @Test("Shares and weekly means have at most one decimal, and the axis of a share ends at 100")
  func rounded() async throws {
    let bench = try await Bench()
    await bench.live(
      DayTable(
        (0..<400).map { back in
          DayFigures(
            Bench.today.following(-back),
            [.habitsDone: Double((back + 1) % 3), .habitsDue: 3, .steps: 8_000 + Double(back % 5), .sleepMinutes: 431])
        }))
    let charts = [Pillar.fitness, .wellbeing].flatMap { pillar in
      bench.nodes(ProgressPlaces.pillar(pillar)).filter { $0.chart != nil }
    }
    let habits = try #require(charts.first { $0.label == "Habits kept" }?.chart)
    guard case .bar(let bars) = habits.kind else { throw Problem.full }
    #expect(Set(bars.series[0].points.compactMap(\.y)) == [0, 33.3, 66.7] && bars.y.greatest == 100)
    await bench.do(.appeared(ProgressPlaces.pillar(.fitness)))
    await bench.do(.show(days: 365))
    let deep = bench.nodes(ProgressPlaces.pillar(.fitness), mode: .deep).filter { $0.chart != nil }
    let said = (charts + deep).map { "\($0.value ?? "") \($0.hint ?? "") \($0.chart?.text ?? "")" }.joined(
      separator: "\n")
    #expect(said.contains("33.3") && said.contains("7.2"))
    #expect(said.firstMatch(of: /\d\.\d\d/) == nil, "\(said)")
  }

  @Test("Measures without values are listed, and have no chart")
  func lacking() async throws {
    let bench = try await Bench()
    await bench.live(DayTable((0..<7).map { DayFigures(Bench.today.following(-$0), [.steps: 8_000]) }))
    #expect(bench.words(ProgressPlaces.pillar(.fitness)).contains("No data in the last 7 days: sleep."))
    let deep = bench.words(ProgressPlaces.pillar(.wellbeing), mode: .deep)
    #expect(deep.contains("No data in the last 7 days: mood, energy and stress, habits, journal entries."))
  }

  @Test("At midnight the scores change to the new day by themselves")
  func midnight() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(20))
    #expect(bench.state.day == Bench.today)
    await bench.clock.advance(by: .seconds(16 * 3_600), settling: bench.context.settling)
    await bench.until { $0.scores[.fitness]?.day == Bench.today.following(1) }
    #expect(bench.state.day == Bench.today.following(1))
    #expect(bench.state.scores[.fitness]?.coverage.known == 6)
    await bench.clock.advance(by: .seconds(86_400), settling: bench.context.settling)
    await bench.until { $0.scores[.fitness]?.coverage.known == 5 }
  }

  @Test("Sections of other features are placed between the score and the charts, and keep their actions")
  func added() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(20))
    enum Both: Sendable, Equatable { case own(ProgressWindowAction), other }
    let screen = bench.state.screen(
      ProgressPlaces.pillar(.fitness), in: bench.surroundings(), at: bench.window,
      with: [.section("Recent entries", [.button("Log a workout", does: Both.other)])]
    ) { .own($0) }
    let titles = screen.nodes.filter { $0.role == .region }.map(\.label)
    #expect(titles == ["Score", "Recovery", "What would change it", "Recent entries", "Charts", "Goals"])
    let button = screen.nodes.flatMap(\.all).first { $0.label == "Log a workout" }
    #expect(button?.offer(.activate)?.action(.none) == .other)
    #expect(screen.refresh == .own(.retry))
  }
}
