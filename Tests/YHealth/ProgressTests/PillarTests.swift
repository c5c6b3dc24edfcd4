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
    "A pillar's charts and score have the pillar's hue, and the score's word is coloured by its level",
    .covers("yh-S04.3.1-AC7"))
  func colours() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(20))
    for pillar in Pillar.allCases {
      let charts = bench.nodes(ProgressPlaces.pillar(pillar)).compactMap(\.chart)
      #expect(charts.count >= 3)
      for chart in charts {
        #expect(chart.marks.map(\.hue) == [Hue(pillar)], "\(chart.title)")
        #expect(chart.problems.isEmpty)
      }
      // The ring of the score has the hue of the pillar's icon.
      let score = try #require(bench.nodes(ProgressPlaces.pillar(pillar)).first { $0.role == .meter })
      #expect(
        score.state.icon?.rawValue == pillar.rawValue && score.state.tone == bench.state.scores[pillar]?.level?.tone)
    }
  }

  @Test("A score lists its factors with points and measured value, and in Deep mode with weight and coverage")
  func parts() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(20))
    let route = ProgressPlaces.pillar(.fitness)
    let part = try #require(bench.state.scores[.fitness]?.parts.first)
    let points = try #require(part.points)
    for mode in [Mode.light, .deep] {
      let list = try #require(bench.node("Score factors", at: route, mode: mode))
      #expect(list.children.map(\.label) == ["Steps", "Regularity"])
      #expect(list.children[0].value == (mode == .deep ? "60 % of the score, 7 of 7 days" : nil))
      let figure = try #require(list.children[0].children.first)
      #expect(figure.label == part.says.text() && figure.value == "\(Int(points.rounded())) of 100")
      // A factor without a chart leads nowhere.
      #expect(list.children.map(\.destination?.text) == ["/pillars/fitness/steps", nil])
    }
  }

  @Test("Every factor of every score leads to a chart of its pillar", arguments: Pillar.allCases)
  func led(_ pillar: Pillar) {
    let parts = Scores.score(pillar, on: Bench.today, of: DayTable()).parts
    #expect(parts.count == 5)
    for part in parts {
      let chart = part.chart(of: pillar)
      #expect(chart?.pillar == pillar && ProgressChart.all.contains { $0 == chart }, "\(part.id)")
    }
  }

  @Test("The score is said once, with its threshold, the difference from last week, and one next step")
  func head() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(20))
    for pillar in Pillar.allCases {
      let route = ProgressPlaces.pillar(pillar)
      let score = try #require(bench.state.scores[pillar])
      let value = try #require(score.value)
      let before = try #require(Sample.score(pillar, Bench.today.following(-7), Sample.table(20)).value)
      let nodes = bench.nodes(route)
      let said = nodes.filter { $0.value?.hasPrefix("\(value), ") == true }
      let level = try #require(score.level)
      #expect(said.map(\.role) == [.meter] && said.first?.value == "\(value), \(level.title)")
      let threshold = value < 50 ? "Needs Attention from 50" : "Excellent from 80"
      #expect(said.first?.hint == threshold)
      let difference = value - before
      let words =
        difference == 0 ? "Same as last week" : "\(abs(difference)) \(difference > 0 ? "more" : "less") than last week"
      let trend = try #require(nodes.first { $0.label == words })
      #expect(trend.role == .note && trend.state.tone == .neutral)
      let lever = try #require(score.levers.first)
      #expect(nodes.count { $0.label == lever.sentence } == 1)
    }
    #expect(bench.node("Log water", at: ProgressPlaces.pillar(.nutrition))?.destination?.text == "/log/water")
    #expect(
      bench.node("Set a goal", at: ProgressPlaces.pillar(.fitness))?.destination?.text
        == "/pillars/goal?pillar=fitness")
    #expect(bench.node("Log something", at: ProgressPlaces.pillar(.fitness)) == nil)
  }

  @Test("Without a score of a week before, nothing is compared")
  func incomparable() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(5))
    #expect(bench.state.scores[.fitness]?.value != nil && bench.state.lastWeek.isEmpty)
    #expect(bench.words(ProgressPlaces.pillar(.fitness)).allSatisfy { !$0.contains("last week") })
  }

  @Test("Only the open tab is on the screen, and each window keeps its own for each pillar")
  func tabs() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(20))
    let (fitness, nutrition) = (ProgressPlaces.pillar(.fitness), ProgressPlaces.pillar(.nutrition))
    func open(_ route: Route) -> [String] { bench.nodes(route).filter { $0.role == .tabpanel }.map(\.label) }
    func titles(_ route: Route) -> [String] { bench.nodes(route).filter { $0.role == .tab }.map(\.label) }
    #expect(titles(fitness) == ["Charts", "Entries", "Goals", "Recovery"])
    #expect(titles(nutrition) == ["Charts", "Entries", "Goals"] && open(fitness) == ["Charts"])
    await bench.tap("Goals", at: fitness)
    #expect(open(fitness) == ["Goals"] && open(nutrition) == ["Charts"])
    #expect(bench.nodes(fitness).allSatisfy { $0.chart == nil })
    #expect(bench.node("Set a goal for Fitness", at: fitness) != nil)
    await bench.tap("Recovery", at: fitness)
    #expect(open(fitness) == ["Recovery"] && bench.node("Set a goal for Fitness", at: fitness) == nil)
    #expect(bench.words(fitness).contains { $0.hasPrefix("A moderate workout suits today.") })
    #expect(bench.nodes(fitness).first { $0.label == "Recovery" && $0.role == .tab }?.state.isSelected == true)
    let other: WindowID = bench.context.identifiers.next()
    await bench.do(.appeared(fitness), in: other)
    let elsewhere = bench.state.screen(fitness, in: bench.surroundings(), at: other)
    #expect(elsewhere.all.filter { $0.role == .tabpanel }.map(\.label) == ["Charts"])
    // No other pillar has a tab for recovery.
    await bench.do(.turn(to: .recovery, of: .nutrition))
    #expect(open(nutrition) == ["Charts"])
  }

  @Test("A recovery alert is shown whichever tab is open, and only on Fitness")
  func alert() async throws {
    let bench = try await Bench()
    await bench.live(DayTable([DayFigures(Bench.today, [.steps: 8_000, .sleepMinutes: 200])]))
    let words = "You slept little. Take it easy today."
    for tab in PillarTab.allCases {
      await bench.do(.turn(to: tab, of: .fitness))
      #expect(bench.nodes(ProgressPlaces.pillar(.fitness)).filter { $0.label == words }.map(\.role) == [.status])
    }
    #expect(bench.node(words, at: ProgressPlaces.pillar(.nutrition)) == nil)
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
    let nothing = empty.words(ProgressPlaces.pillar(.fitness))
    #expect(nothing.contains("No data yet.") && nothing.contains("Fitness is scored from steps and regularity."))
    #expect(
      nothing.allSatisfy { !$0.hasPrefix("No score yet") }
        && empty.node("Log something", at: ProgressPlaces.pillar(.fitness)) != nil)
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
    .covers("yh-S04.3.1-B2", "yh-S04.3.3-AC1", "yh-S04.3.3-AC3", "yh-S04.3.3-B1", "yh-S04.3.3-B6"))
  func ranges() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(400))
    let route = ProgressPlaces.pillar(.fitness)
    await bench.do(.appeared(route))
    func course(_ mode: Mode) -> [Point] {
      let node = bench.nodes(route, mode: mode).first { $0.id.hasSuffix("score-course") }
      guard case .line(let lines) = node?.chart?.kind else { return [] }
      #expect(lines.smooth)
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
    #expect(said.contains("7 h 11 min"))
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

  @Test("Nodes of other features are placed below the score and in the open tab, and keep their actions")
  func added() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(20))
    enum Both: Sendable, Equatable { case own(ProgressWindowAction), other }
    func screen(_ route: Route) -> (shown: Screen<Both>, asked: Set<PillarSlot>) {
      var asked: Set<PillarSlot> = []
      let shown = bench.state.screen(
        route, in: bench.surroundings(), at: bench.window,
        with: { slot in
          asked.insert(slot)
          return slot == .notices ? [.text("Deleted.")] : [.button("Delete entry", does: Both.other)]
        }
      ) { .own($0) }
      return (shown, asked)
    }
    #expect(screen(ProgressPlaces.pillars).asked.isEmpty)
    await bench.tap("Entries", at: ProgressPlaces.pillar(.fitness))
    let (shown, asked) = screen(ProgressPlaces.pillar(.fitness))
    #expect(asked == [.notices, .tab(.entries)])
    #expect(shown.nodes.map(\.role) == [.group, .paragraph, .list, .tablist, .tabpanel])
    let button = try #require(shown.nodes.last?.children.first)
    #expect(shown.nodes.last?.label == "Entries" && button.offer(.activate)?.action(.none) == .other)
    #expect(shown.refresh == .own(.retry))
  }
}
