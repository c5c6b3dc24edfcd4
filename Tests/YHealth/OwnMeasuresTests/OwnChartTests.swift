import Days
import FeatureTesting
import Forms
import Foundation
import Hours
import Interface
import Kernel
import Plot
import Storage
import Testing

@testable import OwnMeasures

@Suite("The chart of an own measure") struct OwnChartTests {
  private let today = OwnBench.morning.day

  private func measure(_ kind: OwnMeasure.Kind, unit: String? = nil) -> OwnMeasure {
    OwnMeasure(id: ID(UUID()), name: "Own", kind: kind, unit: unit, createdAt: .distantPast)
  }

  /// One reading a day, the last one of today; nil for a day without one.
  private func readings(_ values: [Double?], second: [Double?] = []) -> [OwnReading] {
    values.enumerated().compactMap { index, value in
      let day = today.following(index + 1 - values.count)
      guard let value, let at = day.instant(at: .midnight, in: OwnBench.berlin) else { return nil }
      return OwnReading(
        id: ID(UUID()), measure: UUID(), value: value, second: second.isEmpty ? nil : second[index],
        isTaken: value > 0, measuredAt: at)
    }
  }

  private func spec(_ measure: OwnMeasure, _ readings: [OwnReading], _ period: Period = .days(7)) -> ChartSpec {
    OwnDrawing(measure: measure, today: today, now: OwnBench.morning).spec(of: readings, over: period)
  }

  private func lines(_ spec: ChartSpec) throws -> Lines {
    guard case .line(let lines) = spec.kind else { throw Problem.full }
    return lines
  }

  private func bars(_ spec: ChartSpec) throws -> [Double?] {
    guard case .bar(let bars) = spec.kind else { throw Problem.full }
    return bars.series[0].points.map(\.y)
  }

  @Test("a symptom is a line from 0 to 10 with blank days, and its headline compares it with the week before")
  func symptom() throws {
    let spec = spec(measure(.scale), readings([8, 8, 8, 8, 8, 8, 8, 2, 4, nil, 4, 4, 3, 6]))
    let lines = try lines(spec)
    #expect(lines.y.least == 0 && lines.y.greatest == 10 && lines.y.unit == "of 10")
    #expect(lines.series[0].points.map(\.y) == [2, 4, nil, 4, 4, 3, 6])
    #expect(spec.headline == ChartHeadline("2 to 6 of 10", "", comparison: "4 lower than the week before"))
    #expect(
      spec.summary
        == "Own decreased 4 from 8 of 10 to 4 of 10 over the last 7 days, on average compared with the week before. It was 2 to 6 of 10."
    )
    #expect(try Chart(spec).scene().state == .full)
  }

  @Test("a blood pressure is two lines with the band between them, connected over days without a value")
  func pressure() throws {
    let upper: [Double?] = [120, 122, 124, 126, 128, 130, 130, 120, nil, 130, nil, nil, 140, 130]
    let lower = upper.map { $0.map { $0 - 40 } }
    let spec = spec(measure(.pressure), readings(upper, second: lower))
    let lines = try lines(spec)
    #expect(lines.isBand && lines.series.map(\.name) == ["Upper value", "Lower value"])
    #expect(lines.series[0].points.map(\.y) == [120, 130, 140, 130])
    #expect(lines.series[1].points.map(\.y) == [80, 90, 100, 90])
    #expect(spec.headline?.figure == "Upper value 130 mmHg, lower value 90 mmHg")
    let scene = try Chart(spec).scene()
    #expect(scene.shapes.contains { $0.role == .area }, "the band is drawn")
    #expect(scene.shapes.filter { $0.role == .line }.count == 2)
  }

  @Test("a number has the mean of each day, in its own unit")
  func number() throws {
    let measure = measure(.number, unit: "mmol/l")
    var all = readings([5, 6, 7])
    all.append(
      OwnReading(id: ID(UUID()), measure: UUID(), value: 8, measuredAt: OwnBench.morning.date))
    let spec = spec(measure, all)
    #expect(try lines(spec).series[0].points.compactMap(\.y) == [5, 6, 7.5])
    #expect(spec.headline?.figure == "6.167 mmol/l" && spec.headline?.meaning == "on average")
    #expect(try lines(spec).series[0].unit == "mmol/l")
  }

  @Test("a medicine is the days on which it was taken, and over a long time their number in each week")
  func medicine() throws {
    let week = spec(measure(.medicine), readings([1, 1, 1, 1, 1, 1, 1, 1, 0, nil, 1, 0, 1, 1]))
    #expect(try bars(week) == [1, 0, nil, 1, 0, 1, 1])
    #expect(week.headline?.figure == "4 days" && week.headline?.meaning == "in total")
    #expect(week.headline?.comparison == "3 days less than the week before, without today")
    let season = spec(measure(.medicine), readings(Array(repeating: 1, count: 90)), .days(90))
    #expect(try bars(season) == [6] + Array(repeating: 7, count: 12))
    #expect(season.subtitle == "Days taken per week")
    #expect(try Chart(season).scene().state == .full)
  }

  @Test("periods of 7, 30, 90 and 365 days and one's own have their days, and all of them begins with the first entry")
  func periods() throws {
    let measure = measure(.scale)
    let all = readings(Array(repeating: 5, count: 400))
    for days in Period.presets {
      #expect(try lines(spec(measure, all, .days(days))).series[0].points.count == days)
    }
    #expect(try lines(spec(measure, all, .all)).series[0].points.count == 400)
    let (from, to) = (try #require(Day(number: today.number - 9)), try #require(Day(number: today.number - 5)))
    #expect(try lines(spec(measure, all, .custom(from: to, to: from))).series[0].points.count == 5)
    #expect(try lines(spec(measure, [], .all)).series[0].points.count == 1)
  }

  @Test("without enough entries there is no headline, and the chart says what is missing")
  func thin() throws {
    for kind in [OwnMeasure.Kind.scale, .number, .pressure] {
      let spec = spec(measure(kind), readings([5, 6], second: [3, 4]))
      #expect(spec.headline == nil)
      guard case .lacking = try Chart(spec).scene().state else {
        Issue.record("A chart of two values is drawn.")
        continue
      }
    }
  }

  @Test("a chart reads the entries of its measure alone, from the store")
  func loaded() async throws {
    let bench = try await OwnBench()
    let (one, other) = (try await bench.define("One"), try await bench.define("Other"))
    for (id, value) in [(one, "3"), (other, "9"), (one, "5")] {
      await bench.do(.quick(.entry(of: id), [.value: value]))
      await bench.do(.left(OwnFormName.entry(of: id).route))
    }
    #expect(bench.state.readings.count == 3)
    let spec = try await bench.feature.spec(of: one, over: .days(7), at: bench.clock.now)
    #expect(try lines(spec).series[0].points.last?.y == 4)
    await #expect(throws: Problem.self) {
      try await bench.feature.spec(of: UUID(), over: .days(7), at: bench.clock.now)
    }
    #expect(bench.state.chart(of: one)?.title == "One" && bench.state.chart(of: UUID()) == nil)
  }
}
