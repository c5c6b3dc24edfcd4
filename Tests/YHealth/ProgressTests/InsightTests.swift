import Board
import Covers
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
import Plot
import Scores
import Storage
import Testing

@testable import Progress

@Suite("Findings") struct InsightTests {
  @Test("The same days are searched once, in this process and after a restart; changed days are searched again")
  func once() async throws {
    let bench = try await Bench(finds: Sample.run)
    let table = Sample.table(40)
    await bench.live(table)
    await bench.send(.days(table))
    await bench.live(table)
    #expect(bench.looks.withLock { $0 } == 1)
    let after = try await Bench(over: bench, finds: Sample.run)
    await after.live(table)
    #expect(after.looks.withLock { $0 } == 0 && after.state.run?.run == Sample.run)
    await after.live(Sample.table(41))
    #expect(after.looks.withLock { $0 } == 1)
  }

  @Test("Measures of a withheld pillar are not searched, and a change of what is withheld searches the same days again")
  func withheld() async throws {
    let (pillars, searched) = (Locked<Set<Pillar>>([.fitness]), Locked<[DayTable]>([]))
    let bench = try await Bench {
      $0.withheld = { pillars.withLock { $0 } }
      $0.insights = { table, _, _ in
        searched.withLock { $0.append(table) }
        return Sample.run
      }
    }
    let table = Sample.table(40)
    await bench.live(table)
    let first = try #require(searched.withLock { $0.last })
    let measures = Set(first.days.flatMap(\.values.keys))
    #expect(!measures.isEmpty && measures.allSatisfy { $0.pillar != .fitness })
    #expect(table.days.contains { $0.values.keys.contains { $0.pillar == .fitness } })
    pillars.withLock { $0 = [] }
    await bench.send(.withheldChanged)
    await bench.until { !$0.isLooking }
    #expect(searched.withLock { $0.count } == 2 && searched.withLock { $0.last } == table)
    // Nothing has changed since, so the stored findings are used.
    await bench.send(.withheldChanged)
    await bench.until { !$0.isLooking }
    #expect(searched.withLock { $0.count } == 2)
  }

  @Test("Newer days cancel the current search, and its late answer changes nothing")
  func cancelled() async throws {
    let (began, beginning) = AsyncStream.makeStream(of: Void.self)
    let wasCancelled = Locked(false)
    let (old, new) = (Sample.table(40), Sample.table(41))
    let bench = try await Bench {
      $0.insights = { table, _, _ in
        guard table == old else { return Sample.empty }
        beginning.yield()
        // Waits for the cancellation, then answers too late.
        for await _ in AsyncStream<Void>(unfolding: { nil as Void? }) {}
        while !Task.isCancelled { await Task.yield() }
        wasCancelled.withLock { $0 = true }
        return Sample.run
      }
    }
    await bench.progress.send(.days(old))
    for await _ in began { break }
    await bench.live(new)
    #expect(bench.state.run?.run == Sample.empty)
    while !wasCancelled.withLock({ $0 }) { await Task.yield() }
    await bench.context.settling.settled()
    #expect(bench.state.run?.run == Sample.empty)
  }

  @Test("However often the days change, one search runs at a time, and the newest days are searched last")
  func oneAtATime() async throws {
    let busy = Locked((now: 0, most: 0, runs: 0))
    let bench = try await Bench {
      $0.insights = { table, _, _ in
        busy.withLock { busy in
          busy.now += 1
          busy.most = max(busy.most, busy.now)
          busy.runs += 1
        }
        // It takes a while and ignores cancellation.
        for _ in 0..<100 { await Task.yield() }
        busy.withLock { $0.now -= 1 }
        return InsightRun(findings: [], looked: 1, days: table.days.count)
      }
    }
    for days in 30..<50 { await bench.progress.send(.days(Sample.table(days))) }
    await bench.until { $0.run?.run.days == 49 }
    let (_, most, runs) = busy.withLock { $0 }
    #expect(most == 1 && runs <= 20 && !bench.state.isLooking)
  }

  @Test("Scores are available while the search is running")
  func aside() async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let bench = try await Bench {
      $0.insights = { _, _, _ in
        for await _ in gate { break }
        return Sample.run
      }
    }
    await bench.send(.days(Sample.table(20)))
    await bench.until { $0.scores.count == 3 }
    #expect(bench.state.isLooking && bench.state.run == nil)
    #expect(bench.node("Analyzing your data", at: ProgressPlaces.insights)?.role == .skeleton)
    opening.yield()
    await bench.until { $0.run != nil }
    #expect(bench.node("Analyzing your data", at: ProgressPlaces.insights) == nil)
  }

  @Test(
    "The last twenty findings are available at once and offline, with the time of their search",
    .covers("yh-S04.5.1-B15"))
  func kept() async throws {
    let lags = (0..<30).map { Sample.finding(Measure.allCases[$0], .mood, days: 700) }
    let bench = try await Bench(finds: InsightRun(findings: lags, looked: 99, days: 700))
    await bench.live(Sample.table(40))
    await bench.clock.advance(by: .seconds(3_600), settling: bench.context.settling)
    let after = try await Bench(over: bench)
    #expect(after.state.days == .unread && after.state.run?.run.findings.count == 20)
    let cards = after.nodes(ProgressPlaces.insights).filter { $0.role == .card }
    #expect(cards.count == 20)
    #expect(after.words(ProgressPlaces.insights).contains { $0.hasPrefix("Last updated at 08:15.") })
    let first = try #require(after.state.run?.run.findings.first)
    #expect(first.points.count == KeptRun.mostPoints)
    #expect(after.words(first.route).contains(first.says))
  }

  @Test("A dismissed finding stays hidden, even when found again after a restart; Undo and Restore show it again")
  func dismissed() async throws {
    let bench = try await Bench(finds: Sample.run)
    await bench.live(Sample.table(40))
    let finding = Sample.run.findings[1]
    let title = finding.title
    await bench.tap("Dismiss: \(title)", at: ProgressPlaces.insights)
    #expect(bench.node(title, at: ProgressPlaces.insights) == nil)
    #expect(!bench.state.cards(on: Bench.today).map(\.id).contains(finding.id))
    await bench.tap("Undo", at: ProgressPlaces.insights)
    #expect(bench.node(title, at: ProgressPlaces.insights) != nil)
    await bench.do(.dismiss(finding.id))
    await bench.clock.advance(by: .seconds(11), settling: bench.context.settling)
    let after = try await Bench(over: bench, finds: Sample.run)
    await after.live(Sample.table(41))
    #expect(after.node(title, at: ProgressPlaces.insights) == nil)
    #expect(!after.state.cards(on: after.surroundings().now.day).map(\.id).contains(finding.id))
    await after.tap("Restore: \(title)", at: ProgressPlaces.insights, mode: .deep)
    #expect(after.node(title, at: ProgressPlaces.insights) != nil)
  }

  @Test("A dismissal that cannot be stored is reported")
  func unkept() async throws {
    let bench = try await Bench(finds: Sample.run) { $0.keepRegard = { _ throws(Problem) in throw .full } }
    await bench.live(Sample.table(40))
    await bench.do(.appeared(ProgressPlaces.insights))
    await bench.do(.dismiss(Sample.run.findings[0].id))
    #expect(
      bench.words(ProgressPlaces.insights).contains { $0.hasPrefix("This could not be saved. The disk is full.") })
  }

  @Test("New findings are counted as unread until they are opened or the list is left")
  func unread() async throws {
    let bench = try await Bench(finds: Sample.run)
    await bench.live(Sample.table(40))
    #expect(bench.state.unread == 4 && bench.events.contains(.found(4)))
    await bench.do(.appeared(Sample.run.findings[0].route))
    #expect(bench.state.unread == 3)
    await bench.do(.appeared(ProgressPlaces.insights))
    #expect(bench.state.unread == 3)
    await bench.do(.left(ProgressPlaces.insights))
    #expect(bench.state.unread == 0)
    let after = try await Bench(over: bench, finds: Sample.run)
    await after.live(Sample.table(41))
    #expect(after.state.unread == 0 && !after.events.contains(.found(4)))
  }

  @Test("A search without findings says how much was searched; with too few days it says how many are missing")
  func nothing() async throws {
    let bench = try await Bench(finds: Sample.empty)
    await bench.live(Sample.table(61))
    let words = bench.words(ProgressPlaces.insights)
    #expect(words.contains("Nothing found yet."))
    #expect(words.contains { $0.contains("312 pairs of measures over 61 days") })
    let thin = try await Bench(finds: InsightRun(findings: [], looked: 0, days: 10))
    await thin.live(Sample.table(10))
    let few = thin.words(ProgressPlaces.insights)
    #expect(few.contains("Keep logging to unlock personalized insights!"))
    #expect(few.contains { $0.contains("You have 10.") && $0.contains("18 more days to go.") })
  }

  @Test(
    "A finding shows each day as a point, with the trend line and its certainty",
    .covers("yh-S04.3.2-AC2", "yh-S04.3.2-B9", "yh-S04.3.2-B11"))
  func shown() async throws {
    let bench = try await Bench(finds: Sample.run)
    await bench.live(Sample.table(61))
    let finding = Sample.run.findings[1]
    let chart = try #require(bench.nodes(finding.route, mode: .deep).compactMap(\.chart).first)
    guard case .scatter(let scatter) = chart.kind else { throw Problem.full }
    #expect(scatter.series.first?.points.count == finding.days && scatter.trend?.correlation == finding.strength)
    #expect((scatter.trend?.slope ?? 0) > 0 && chart.problems.isEmpty)
    // Each point is a different day.
    #expect(Set(scatter.series.first?.points.compactMap(\.note) ?? []) == Set(finding.points.map(\.day.text)))
    #expect(scatter.series.first?.hue == Hue(.wellbeing))
    let words = bench.words(finding.route)
    #expect(words.contains(Finding.caution))
    #expect(words.contains { $0.contains("about 1 in 200") && $0.contains("60 days") })
    #expect(words.contains { $0.contains("strength 0.5, between 0.3 and 0.7") })
    // Light mode compares days instead.
    let light = bench.nodes(finding.route).compactMap(\.chart)
    #expect(light.contains { if case .bar = $0.kind { true } else { false } })
    #expect(!light.contains { if case .scatter = $0.kind { true } else { false } })
  }

  @Test("Scales from 1 to 10 are drawn on their own scale, sleep in hours and bedtime by the clock")
  func scales() throws {
    let points = (0..<40).map { number in
      Finding.Point(
        day: Bench.today.following(-number), cause: 300 + Double(number * 6), effect: number == 3 ? 10 : 4)
    }
    let finding = Finding(
      cause: .sleepMinutes, effect: .mood, lag: 0, strength: 0.5, interval: 0.3...0.7, chance: 0.005, points: points,
      priority: 2)
    let chart = try #require(FindingCharts.scatter(finding))
    guard case .scatter(let scatter) = chart.kind else { throw Problem.full }
    #expect(scatter.x.unit == "h" && scatter.series.first?.points.first?.x == .number(5))
    #expect(scatter.y.least == 1 && scatter.y.greatest == 10)
    let drawn = try Chart(chart).scene()
    #expect(drawn.ticks.filter { $0.axis == .y }.allSatisfy { (0...10).contains($0.value) })
    #expect(drawn.ticks.contains { $0.axis == .y && $0.value == 10 })
    #expect(Measure.bedtime.drawn(690) == 23.5 && Measure.steps.drawn(690) == 690)
  }

  @Test("A finding of too few days has no chart and says so", .covers("yh-S04.3.2-E1"))
  func tooFew() async throws {
    let few = Sample.finding(days: 2)
    let bench = try await Bench(finds: InsightRun(findings: [few], looked: 1, days: 2))
    await bench.live(Sample.table(10))
    #expect(bench.words(few.route, mode: .deep).contains("Not enough data to show correlations yet."))
  }

  @Test("A finding that no longer holds or never existed says so; any finding has readable texts")
  func gone() async throws {
    let bench = try await Bench(finds: Sample.empty)
    await bench.live(Sample.table(61))
    #expect(bench.words(Sample.finding().route).contains("This insight no longer applies."))
    #expect(bench.words(ProgressPlaces.finding).contains("This insight no longer applies."))
    let other = Finding(
      cause: .bedtime, effect: .stress, lag: 5, strength: -0.31, interval: -0.5...(-0.1), chance: 0, points: [],
      priority: 5)
    let words = FindingWords(other)
    #expect(words.strength.contains("-0.31") && words.lag == "5 days later" && other.halves == nil)
    // Two findings with the same title are told apart.
    let (steps, distance) = (Sample.finding(.mood, .steps), Sample.finding(.mood, .distance))
    #expect(steps.title == distance.title)
    let both = [steps, distance].map { FindingWords($0).title(among: [steps, distance]) }
    #expect(Set(both).count == 2)
    #expect(words.title(among: [other, steps]) == other.title)
    // The chart of Light mode divides the days like the sentence.
    let halves = try #require(steps.halves)
    #expect(steps.says.contains("\(halves.count) day"))
    #expect(FindingWords.hundredths(-0.004) == "0" && FindingWords.hundredths(1.05) == "1.05")
  }
}
