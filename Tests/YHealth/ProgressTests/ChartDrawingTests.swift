import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Measures
import Mode
import Pillar
import Plot
import Testing

@testable import Progress

@Suite("Pillar charts over any period") struct ChartDrawingTests {
  private let steps = ProgressChart.of(.steps)

  private func day(_ back: Int) throws -> Day { try #require(Day(number: Bench.today.number - back)) }

  private func values(_ spec: ChartSpec) -> [Double] {
    let series: [Series] =
      switch spec.kind {
      case .line(let lines): lines.series
      case .bar(let bars), .groupedBar(let bars): bars.series
      default: []
      }
    return series.flatMap(\.points).compactMap(\.y)
  }

  @Test("Each chart has a unique route below its pillar, a unique title and a kind that can be drawn")
  func addresses() {
    let all = ProgressChart.all
    #expect(Set(all.map(\.route)).count == all.count && Set(all.map(\.title)).count == all.count)
    #expect(steps?.route.text == "/pillars/fitness/steps")
    #expect(ProgressChart.of(.restingHeartRate)?.route.text == "/pillars/fitness/resting-heart-rate")
    #expect(ProgressChart(score: .nutrition).route.text == "/pillars/nutrition/score")
    #expect(all.contains { $0.route.text == "/pillars/wellbeing/mood-energy-and-stress" })
    for chart in all {
      #expect(chart.place.pattern.matches(chart.route) && ChartSpec.Kind.names.contains(chart.kind))
      #expect(!ProgressPlaces.all.contains { $0.pattern.matches(chart.route) })
    }
  }

  @Test("A chart contains the days of the requested period, and has the promised kind")
  func periods() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(40))
    let now = Bench.morning
    let chart = try #require(steps)
    #expect(values(try await bench.progress.spec(of: chart, over: .days(7), at: now)).count == 7)
    let own = try await bench.progress.spec(of: chart, over: .custom(from: day(9), to: day(5)), at: now)
    #expect(values(own).count == 5 && values(own).first == bench.state.table?[Bench.today.following(-9), .steps])
    for chart in ProgressChart.all {
      for period in [Period.days(7), .days(365), .custom(from: try day(3_652), to: try day(0)), .all] {
        let spec = try await bench.progress.spec(of: chart, over: period, at: now)
        #expect(spec.kind.name == chart.kind && spec.title == chart.title && spec.problems.isEmpty, "\(chart.title)")
        #expect(throws: Never.self) { try Chart(spec) }
      }
    }
  }

  @Test("The score of a past day is the same in every range")
  func scores() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(40))
    let chart = ProgressChart(score: .fitness)
    let week = try await bench.progress.spec(of: chart, over: .days(7), at: Bench.morning)
    let own = try await bench.progress.spec(of: chart, over: .custom(from: day(6), to: day(2)), at: Bench.morning)
    #expect(values(own).count == 5 && values(own) == Array(values(week).prefix(5)))
  }

  @Test("A period without measurements gives a chart that says so")
  func nothing() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(20))
    for chart in ProgressChart.all {
      let spec = try await bench.progress.spec(
        of: chart, over: .custom(from: day(900), to: day(890)), at: Bench.morning)
      #expect(values(spec).isEmpty)
      let scene = try Chart(spec).scene(in: ChartView { $0.isDeep = true }.viewport(PillarCharts.size))
      guard case .lacking = scene.state else {
        Issue.record("\(chart.title) is not empty")
        continue
      }
    }
  }

  @Test("A chart waits for days that are loading, and fails if they cannot be read")
  func waiting() async throws {
    let bench = try await Bench()
    let chart = try #require(steps)
    async let spec = bench.progress.spec(of: chart, over: .days(7), at: Bench.morning)
    await bench.live(Sample.table(20))
    #expect(values(try await spec).count == 7)
    let broken = try await Bench()
    await broken.send(.noDays(.full))
    await #expect(throws: Problem.full) { try await broken.progress.spec(of: chart, over: .days(7), at: Bench.morning) }
  }

  @Test("In Deep mode each chart links to its own screen; in Light mode none does")
  func links() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(20))
    for pillar in Pillar.allCases {
      let deep = bench.nodes(ProgressPlaces.pillar(pillar), mode: .deep).filter { $0.chart?.kind.name != "ring" }
        .filter { $0.chart != nil }
      #expect(!deep.isEmpty)
      for chart in deep {
        let link = chart.children.first { $0.role == .link }
        #expect(
          ProgressChart.all.contains { $0.route == link?.destination && $0.title == chart.label }, "\(chart.label)")
      }
      let light = bench.nodes(ProgressPlaces.pillar(pillar)).filter { $0.chart != nil }
      #expect(light.allSatisfy { $0.children.isEmpty })
    }
  }
}
