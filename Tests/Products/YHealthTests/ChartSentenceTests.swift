import Covers
import Foundation
import Interface
import Kernel
import Plot
import ShellTesting
import Testing

@testable import Shell
@testable import YHealth

@Suite("The sentence of each chart")
struct ChartSentenceTests {
  /// "[Metric] [trend] from [X] to [Y] over [period]", or at the same value, or one value alone.
  nonisolated(unsafe) private static let course =
    /^(.+: )?.+? (increased|decreased|stayed about the same)( .+?)? from .+? to .+? (over .+|between .+ and .+)$/
  nonisolated(unsafe) private static let steady = /^.+ (stayed at .+|(was|were) .+|: .+ today so far)/

  /// Charts whose values follow one another in time.
  private static func hasCourse(_ kind: ChartSpec.Kind) -> Bool {
    switch kind {
    case .line, .sparkline, .volume: true
    case .bar(let bars), .groupedBar(let bars):
      bars.series.allSatisfy { $0.points.allSatisfy { if case .day = $0.x { true } else { false } } }
    case .ring, .heatmap, .scatter, .radar, .week: false
    }
  }

  @Test(
    "names the metric, its trend, the first and the last value and the period, on every screen that shows a course",
    .covers("yh-S04.7.1-B16", "yh-S04.7.1-AC5"))
  func sentences() async throws {
    let person = try await Person.test()
    let window = await person.window()
    try await window.perform(.open(Route(["connect"])))
    try await window.perform(.tap(.label("Add the simulated device")))
    try await window.perform(.open(Route(["settings", "goals-coaching"])))
    try await window.perform(.choose(.label("Flexibility mode"), .text("Deep")))
    var trends: Set<String> = []
    for route in person.product.places.flatMap(\.pattern.examples) {
      let frame = try await window.perform(.open(route))
      for chart in frame.nodes.flatMap(\.all) where chart.role == .chart {
        guard let spec = chart.chart else { continue }
        let text = try #require(chart.value)
        #expect(text.hasSuffix("."), "\(route.text): \(text)")
        guard Self.hasCourse(spec.kind) else { continue }
        let sentence = text.split(separator: ". ").first.map(String.init) ?? text
        let isCourse = (try? Self.course.firstMatch(in: sentence)) != nil
        let isSteady = (try? Self.steady.firstMatch(in: sentence)) != nil
        #expect(isCourse || isSteady, "\(route.text): \(text)")
        if isCourse { trends.insert(text) }
      }
    }
    #expect(trends.count > 5, "\(trends)")
  }
}
