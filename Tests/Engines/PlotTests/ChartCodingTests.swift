import Foundation
import Kernel
import Testing

@testable import Plot

@Suite("A chart as JSON")
struct ChartCodingTests {
  @Test("survives a round trip", arguments: Samples.all)
  func again(spec: ChartSpec) throws {
    #expect(try ChartSpec(json: spec.json()) == spec)
  }

  @Test("has the same bytes each time", arguments: Samples.all)
  func stable(spec: ChartSpec) throws {
    #expect(try spec.json() == spec.json())
  }

  @Test("keeps its instant, its zone, its subtitle, its summary and the notes of its points")
  func whole() throws {
    var spec = Samples.line
    spec.subtitle = "Last week"
    spec.summary = "Mood rose."
    spec.asOf = Date(timeIntervalSince1970: 1_773_000_000.25)
    spec.zone = TimeZone(named: "Europe/Berlin")!
    spec.kind = .line(
      Lines(series: [
        Series(
          id: "m", name: "Mood",
          points: [Point(.instant(Date(timeIntervalSince1970: 1_773_000_000.5)), 3, note: "Unusually high value")])
      ]))
    #expect(try ChartSpec(json: spec.json()) == spec)
  }

  @Test("can be written by hand with the required fields only")
  func byHand() throws {
    let json = """
      {"version": 1, "kind": "line", "title": "Mood",
       "series": [{"id": "m", "name": "Mood", "points": [{"day": "2026-03-12", "y": 3}, {"day": "2026-03-13"}]}]}
      """
    let spec = try ChartSpec(json: Data(json.utf8))
    let points = [Point(.day(Day(2026, 3, 12)!), 3), Point(.day(Day(2026, 3, 13)!), nil)]
    #expect(
      spec == ChartSpec(title: "Mood", kind: .line(Lines(series: [Series(id: "m", name: "Mood", points: points)]))))
  }

  @Test("of a sparkline without a trend derives it from the values")
  func trend() throws {
    let json =
      #"{"version":1,"kind":"sparkline","title":"A","series":{"id":"a","name":"A","points":[{"x":1,"y":5},{"x":2,"y":1}]}}"#
    guard case .sparkline(let sparkline) = try ChartSpec(json: Data(json.utf8)).kind else {
      Issue.record("not a sparkline")
      return
    }
    #expect(sparkline.trend == .down)
  }

  @Test("is tested with a sample of every kind")
  func kinds() {
    #expect(Set(Samples.all.map(\.kind.name)) == Set(ChartSpec.Kind.names))
  }

  static let rubbish: [(String, String)] = [
    ("", "The chart is not JSON."),
    ("hello", "The chart is not JSON."),
    ("{", "The chart is not JSON."),
    ("[]", "The chart is not an object in braces."),
    ("{}", "The chart's version is missing."),
    (#"{"version": 2}"#, "The chart's version is 2; only 1 can be read."),
    (#"{"version": "1"}"#, "The chart's version is not a number."),
    (#"{"version": 1, "kind": "line"}"#, "The chart's title is missing."),
    (
      #"{"version": 1, "kind": "pie", "title": "A"}"#,
      "The chart's kind is not one of \(ChartSpec.Kind.names.joined(separator: ", "))."
    ),
    (#"{"version": 1, "kind": "line", "title": "A"}"#, "The chart's series is missing."),
    (
      #"{"version": 1, "kind": "line", "title": null, "series": []}"#,
      "The chart's title is null, and must be text in quotes."
    ),
    (#"{"version": 1, "kind": "line", "title": "A", "series": {}}"#, "The chart's series is not a list."),
    (
      #"{"version": 1, "kind": "line", "title": "A", "zone": "Mars/Crater", "series": []}"#,
      "The chart's zone is not a zone such as Europe/Berlin."
    ),
    (
      #"{"version": 1, "kind": "line", "title": "A", "series": [{"id": "a", "name": "A", "points": [{"y": 1}]}]}"#,
      "The chart's series[0].points[0] needs one of day, at, x or label, and one only."
    ),
    (
      #"{"version": 1, "kind": "line", "title": "A", "series": [{"id": "a", "name": "A", "points": [{"x": 1, "label": "A"}]}]}"#,
      "The chart's series[0].points[0] needs one of day, at, x or label, and one only."
    ),
    (
      #"{"version": 1, "kind": "line", "title": "A", "series": [{"id": "a", "name": "A", "points": [{"day": "2026-02-30", "y": 1}]}]}"#,
      "The chart's series[0].points[0].day is not a day such as 2026-03-12."
    ),
    (
      #"{"version": 1, "kind": "line", "title": "A", "series": [{"id": "a", "name": "A", "points": [{"x": 1, "y": "high"}]}]}"#,
      "The chart's series[0].points[0].y is not a number."
    ),
    (
      #"{"version": 1, "kind": "line", "title": "A", "series": [{"id": "a", "name": "A", "dash": "wavy", "points": []}]}"#,
      "The chart's series[0].dash cannot be read."
    ),
  ]

  @Test("that is invalid is refused with the place and the error", arguments: rubbish)
  func refused(json: String, sentence: String) {
    let problem = #expect(throws: Problem.self) { try ChartSpec(json: Data(json.utf8)) }
    #expect(problem?.what == sentence)
    #expect(problem?.code == "chart-unreadable")
  }

  @Test("that is truncated anywhere is refused without a crash", arguments: Samples.all)
  func cut(spec: ChartSpec) throws {
    let json = try spec.json()
    for end in 0..<json.count { #expect(throws: Problem.self) { try ChartSpec(json: json.prefix(end)) } }
  }

  @Test("that is nested too deeply is refused")
  func deep() {
    let json = String(repeating: "[", count: 100_000)
    #expect(throws: Problem.self) { try ChartSpec(json: Data(json.utf8)) }
  }

  @Test("with a number too large for a double is refused")
  func huge() {
    let json =
      #"{"version": 1, "kind": "line", "title": "A", "series": [{"id": "a", "name": "A", "points": [{"x": 1, "y": 1e999}]}]}"#
    #expect(throws: Problem.self) { try ChartSpec(json: Data(json.utf8)) }
  }

  @Test("that is too large is refused before it is parsed")
  func large() {
    let problem = #expect(throws: Problem.self) { try ChartSpec(json: Data(count: ChartSpec.Limit.json + 1)) }
    #expect(problem?.code == "chart-limit")
  }

  @Test("is not encoded if the spec is invalid")
  func invalid() {
    let problem = #expect(throws: Problem.self) { try ChartSpec(title: " ", kind: .ring(Rings([]))).json() }
    #expect(problem?.what == "The chart's title is empty.")
  }
}
