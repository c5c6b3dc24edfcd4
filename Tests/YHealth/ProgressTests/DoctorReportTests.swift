import Audit
import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Measures
import Testing
import Units

@testable import Progress

@Suite("The report for a doctor") struct DoctorReportTests {
  private func table(_ figures: [(String, [Measure: Double])]) throws -> DayTable {
    DayTable(try figures.map { DayFigures(try #require(CalendarDay($0.0)), $0.1) })
  }

  private let today = CalendarDay("2026-11-22")

  @Test("Each measure has its mean, its range and its known days; today and earlier days are left out")
  func figures() throws {
    let today = try #require(today)
    let table = try table([
      ("2026-10-22", [.weight: 200]), ("2026-10-23", [.weight: 80]), ("2026-11-01", [.weight: 83]),
      ("2026-11-21", [.weight: 82, .mood: 7]), ("2026-11-22", [.weight: 10, .mood: 1]),
    ])
    let report = DoctorReport(of: table, to: today, days: 30)
    #expect(report.range.lowerBound.text == "2026-10-23" && report.range.upperBound.text == "2026-11-21")
    #expect(report.lines.map(\.measure) == [.weight, .mood])
    let line = try #require(report.lines.first)
    #expect(abs(line.mean - 245.0 / 3) < 1e-9 && line.least == 80 && line.greatest == 83 && line.known == 3)
    #expect(line.columns(of: 30, in: .plain) == ["Weight", "81.7 kg", "80 kg", "83 kg", "3 of 30"])
    #expect(
      line.columns(of: 30, in: AmountNotation(of: "en-US")) == ["Weight", "180 lb", "176.4 lb", "183 lb", "3 of 30"])
  }

  @Test("The screen names the person and the period, draws what is known, and keeps its period in its window")
  func screen() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(20))
    let nodes = bench.state.report(
      ProgressPlaces.report, of: "Ada", in: Surroundings(now: bench.clock.now), at: bench.window)
    #expect(Audit.findings(of: nodes, theme: .plain) == [])
    let all = nodes.nodes.flatMap(\.all)
    #expect(all.contains { $0.label.hasPrefix("Ada, ") && $0.label.contains(" to ") })
    #expect(all.contains { $0.role == .table } && all.contains { $0.role == .chart })
    await bench.do(.report(days: 90))
    #expect(bench.state.windows[bench.window].reportDays == 90)
    await bench.do(.report(days: 3))
    #expect(bench.state.windows[bench.window].reportDays == 90)
  }

  @Test("Without figures it says so and leads to the log")
  func empty() throws {
    var state = ProgressState()
    state.days = .done
    let surroundings = Surroundings(now: Moment(Date(timeIntervalSince1970: 1_800_000_000)))
    let window: WindowID = FeatureContext().identifiers.next()
    let screen = state.report(ProgressPlaces.report, of: nil, in: surroundings, at: window)
    #expect(Audit.findings(of: screen, theme: .plain) == [])
    #expect(screen.nodes.flatMap(\.all).contains { $0.label == "There is nothing to report for these days." })
  }
}
