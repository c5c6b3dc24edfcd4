import Audit
import Board
import Days
import FeatureTesting
import FoundationEssentials
import Insights
import Interface
import Kernel
import Measures
import Mode
import Testing

@testable import Progress

@Suite("Findings about a person's own measures on screen") struct OwnInsightTests {
  private let label = OwnLabel(name: "Back pain", unit: " of 10")
  private let series = OwnSeries(id: "pain", values: [Bench.today: 3])

  private static let finding: OwnFinding = {
    let points = Sample.finding().points
    return OwnFinding(
      own: "pain", measure: .sleepMinutes, isCause: false, lag: 0, strength: 0.5, chance: 0.005, points: points)
  }()

  private static func run(besides other: InsightRun = .none) -> InsightRun {
    InsightRun(findings: other.findings, looked: 312, days: 61, own: [finding])
  }

  private func labels(_ bench: Bench) -> [String] {
    bench.screen(ProgressPlaces.insights).all.flatMap { [$0.label, $0.value ?? ""] }
  }

  @Test("a finding is shown in the name that the measure has now, without another search, and without one not at all")
  func named() async throws {
    let bench = try await Bench(finds: OwnInsightTests.run())
    await bench.live(Sample.table(40))
    #expect(!labels(bench).contains { $0.contains("pain") })
    await bench.send(.own([], ["pain": label]))
    #expect(labels(bench).contains("“Back pain” is higher after longer sleep"))
    #expect(labels(bench).contains("1 reliable link in 312 pairs of measures over 61 days."))
    await bench.send(.own([], ["pain": OwnLabel(name: "Back", unit: " of 10")]))
    #expect(labels(bench).contains("“Back” is higher after longer sleep"))
    #expect(bench.looks.withLock { $0 } == 1)
    for mode in [Mode.light, .deep] {
      #expect(Audit.findings(of: bench.screen(ProgressPlaces.insights, mode: mode), theme: .plain) == [])
    }
  }

  @Test("other values are searched once, also after a restart")
  func searched() async throws {
    let bench = try await Bench(finds: OwnInsightTests.run(besides: Sample.run))
    let table = Sample.table(40)
    await bench.live(table)
    await bench.send(.own([series], ["pain": label]))
    await bench.until { !$0.isLooking }
    #expect(bench.looks.withLock { $0 } == 2)
    await bench.send(.own([series], ["pain": label]))
    #expect(bench.looks.withLock { $0 } == 2)
    let after = try await Bench(over: bench, finds: OwnInsightTests.run())
    await after.send(.own([series], ["pain": label]))
    await after.live(table)
    #expect(after.looks.withLock { $0 } == 0 && after.state.run?.run.own == [OwnInsightTests.finding])
  }

  @Test("a finding is dismissed and restored, and no card of another screen names a measure of one's own")
  func dismissed() async throws {
    let bench = try await Bench(finds: OwnInsightTests.run(besides: Sample.run))
    await bench.send(.own([series], ["pain": label]))
    await bench.live(Sample.table(40))
    let title = "“Back pain” is higher after longer sleep"
    #expect(!bench.state.cards(on: Bench.today).contains { $0.title.contains("pain") || $0.text.contains("pain") })
    await bench.do(.dismiss(OwnInsightTests.finding.id))
    let deep = bench.screen(ProgressPlaces.insights, mode: .deep)
    #expect(deep.all.contains { $0.label == "Restore: \(title)" })
    #expect(Audit.findings(of: deep, theme: .plain) == [])
    #expect(!bench.screen(ProgressPlaces.insights).all.contains { $0.role == .card && $0.label == title })
    await bench.do(.bringBack(OwnInsightTests.finding.id))
    #expect(bench.screen(ProgressPlaces.insights).all.contains { $0.role == .card && $0.label == title })
  }
}
