import Audit
import Covers
import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Mode
import Storage
import Testing

@testable import Health

@Suite("Today's summary") struct TodayTests {
  private func today(_ bench: Bench, mode: Mode = .light) -> [Node<HealthAction>] {
    bench.state.today(in: Surroundings(now: bench.clock.now, mode: mode)).flatMap(\.all)
  }

  private func figures(_ bench: Bench) -> [String] {
    today(bench).filter { $0.role == .listitem }.map { "\($0.label): \($0.value ?? "")" }
  }

  private func eventful() async throws -> Bench {
    let bench = try await Bench()
    await bench.log(.mood, [.mood: "3", .time: "06:00"])
    await bench.open(.mood)
    await bench.do(.fill(.mood, .mood, "8"))
    await bench.do(.save(.mood))
    await bench.log(.meal, [.description: "Porridge", .calories: "400"])
    await bench.open(.meal)
    await bench.do(.fill(.meal, .description, "Coffee"))
    await bench.do(.save(.meal))
    await bench.log(.activity, [.minutes: "25"])
    await bench.log(.journal, [.body: "Up early"])
    // From another day.
    await bench.open(.journal)
    await bench.log(.journal, [.body: "Before", .date: "2026-11-21", .time: "23:59"])
    return bench
  }

  @Test("Daily summaries of the last week are kept on the device, and older ones are removed", .covers("yh-S04.5.1-B5"))
  func week() async throws {
    let bench = try await Bench()
    let needs = HealthNeeds(bench.store, caching: .dashboard)
    let moments = (0..<12).map { Bench.morning.advanced(by: .seconds(-86_400 * $0)) }
    for moment in moments {
      let summary = DaySummary(of: [], on: CalendarDay(of: moment), at: moment)
      try await needs.keepDays(DaysToKeep(summary: summary, days: []))
    }
    _ = try await bench.store.tidy()
    var kept: [Int] = []
    for (age, moment) in moments.enumerated() {
      if try await needs.summary(CalendarDay(of: moment).text) != nil { kept.append(age) }
    }
    #expect(kept == Array(0...7))
  }

  @Test("The summary covers this day only, in the user's zone, with links to log more")
  func summed() async throws {
    let bench = try await eventful()
    #expect(
      figures(bench) == [
        "Mood: 8 of 10, very good", "Meals: 2 logged, 400 kcal", "Activity: 25 min, 1 activity", "Journal: 1 entry",
      ])
    let ways = today(bench).filter { $0.role == .link }
    #expect(ways.map(\.label) == LogKind.allCases.map(\.invitation))
    #expect(ways.map(\.destination?.text) == LogKind.allCases.map { "/log/\($0.rawValue)" })
    #expect(bench.state.freshness == .fresh && bench.state.asOf == Bench.morning.date)
  }

  @Test("The stored summary is shown before anything is read, with its time")
  func cached() async throws {
    let bench = try await eventful()
    let made = bench.clock.now.date
    await bench.clock.advance(by: .seconds(3600), settling: bench.context.settling)
    let (gate, door) = AsyncStream.makeStream(of: Void.self)
    let after = Health(
      on: FeatureContext(time: bench.clock.time),
      needs: {
        var needs = HealthNeeds(bench.store, caching: .dashboard)
        let read = needs.read
        needs.read = { newest throws(Problem) in
          for await _ in gate {}
          return try await read(newest)
        }
        return needs
      }())
    await after.send(.begin)
    for await state in after.states.listen() where state.freshness != .unknown {
      #expect(state.freshness == .cached(at: made) && state.asOf == made && state.entries.isEmpty)
      let nodes = state.today(in: Surroundings(now: bench.clock.now)).flatMap(\.all)
      #expect(nodes.filter { $0.role == .listitem }.map(\.value).contains("2 logged, 400 kcal"))
      #expect(nodes.contains { $0.label == "As of 08:15" })
      break
    }
    door.finish()
    for await state in after.states.listen() where state.freshness == .fresh {
      let nodes = state.today(in: Surroundings(now: bench.clock.now)).flatMap(\.all)
      #expect(!nodes.contains { $0.label.hasPrefix("As of") })
      break
    }
  }

  @Test("The next day begins empty, whatever is in the cache")
  func nextDay() async throws {
    let bench = try await eventful()
    await bench.clock.advance(by: .seconds(86_400), settling: bench.context.settling)
    #expect(figures(bench).isEmpty)
    #expect(today(bench).contains { $0.label == "Nothing logged yet today. How do you feel?" })
    let after = try await Bench(over: bench)
    #expect(after.state.summary?.day == "2026-11-23" && after.state.summary?.meals == 0)
  }

  @Test("Before anything is known a skeleton is shown, and a failure says why")
  func unknown() async throws {
    let empty = HealthState().today(in: Surroundings(now: Bench.morning)).flatMap(\.all)
    #expect(empty.contains { $0.role == .skeleton } && empty.contains { $0.label == "Log mood" })
    let bench = try await Bench { $0.read = { _ throws(Problem) in throw .full } }
    #expect(today(bench).contains { $0.label == Problem.full.sentence })
  }

  @Test("A summary is stored again only when its figures change")
  func kept() async throws {
    let count = Locked(0)
    let bench = try await Bench { needs in
      let keep = needs.keepDays
      needs.keepDays = { kept throws(Problem) in
        count.withLock { $0 += kept.summary == nil ? 0 : 1 }
        try await keep(kept)
      }
    }
    #expect(count.withLock { $0 } == 1)
    for _ in 0..<5 { await bench.send(.refresh) }
    #expect(count.withLock { $0 } == 1)
    await bench.log(.mood, [:])
    #expect(count.withLock { $0 } == 2)
  }

  @Test("The summary passes the audit when empty, full, loading and failed")
  func sound() async throws {
    let failing = try await Bench { $0.read = { _ throws(Problem) in throw .full } }
    for state in [HealthState(), try await Bench().state, try await eventful().state, failing.state] {
      for mode in Mode.allCases {
        let nodes = state.today(in: Surroundings(now: Bench.morning, mode: mode))
        let screen = Screen(Route(["today"]), title: "Today", nodes: [.heading("Dashboard", level: 1)] + nodes)
        #expect(Audit.findings(of: screen, theme: .plain) == [])
      }
    }
  }
}
