import Foundation
import Kernel
import Testing

@testable import Plot

@Suite("A day")
struct DayTests {
  @Test(
    "is read and written as ISO 8601",
    arguments: ["2026-03-12", "2024-02-29", "0001-01-01", "9999-12-31", "2000-02-29"])
  func text(text: String) {
    #expect(Day(text)?.text == text)
  }

  @Test(
    "that does not exist, or is in another format, is refused",
    arguments: [
      "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-3-12", "12.03.2026", "",
      "2026-03-12T", "0000-01-01", "２０２６-03-12",
    ])
  func refused(text: String) {
    #expect(Day(text) == nil)
  }

  @Test(
    "of an instant agrees with Foundation's calendar, in any zone",
    arguments: ["GMT", "Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
  func calendar(name: String) throws {
    let zone = try #require(TimeZone(named: name))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    // From 1900 to 2100, at an odd step, so that every time of the day and every month occurs.
    for step in 0..<4_000 {
      let date = Date(timeIntervalSince1970: -2_208_988_800 + Double(step) * 1_577_917.0)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      #expect(Day(date, in: zone) == Day(parts.year ?? 0, parts.month ?? 0, parts.day ?? 0))
    }
  }

  @Test("comes before the day after it")
  func order() {
    #expect(Day(2025, 12, 31)! < Day(2026, 1, 1)!)
    #expect(Day(2026, 3, 31)! < Day(2026, 4, 1)!)
    #expect(!(Day(2026, 4, 1)! < Day(2026, 4, 1)!))
  }
}

@Suite("A trend")
struct TrendTests {
  @Test("is up, down or flat, from the first value to the last")
  func words() {
    #expect(Sparkline.Trend(of: [80, 70, 75]) == .down)
    #expect(Sparkline.Trend(of: [nil, 3, 2, 5, nil]) == .up)
    #expect(Sparkline.Trend(of: [100, 50, 101]) == .flat)
    #expect(Sparkline.Trend(of: [0, 0]) == .flat)
    // A change within the noise of the figure is none.
    #expect(Sparkline.Trend(of: [98, 96]) == .down && Sparkline.Trend(of: [98, 96], noise: 3) == .flat)
    #expect(Sparkline.Trend(of: [98, 95], noise: 3) == .down)
    #expect(Sparkline.Trend(of: [0, 1]) == .up)
    #expect(Sparkline.Trend(of: [-1, -3]) == .down)
    #expect(Sparkline.Trend(of: [7]) == .flat)
    #expect(Sparkline.Trend(of: []) == .flat)
    #expect(Sparkline.Trend.allCases.map(\.rawValue) == ["up", "down", "flat"])
  }

  @Test("line passes through points that lie on a line")
  func exact() throws {
    let points = [0.0, 1, 2, 3].map { Point(.number($0), 2 * $0 + 1) }
    let line = try #require(TrendLine(through: points))
    #expect(abs(line.slope - 2) < 1e-9 && abs(line.intercept - 1) < 1e-9)
    #expect(abs((line.correlation ?? 0) - 1) < 1e-9)
  }

  @Test("line is nil for too few points, equal x and overflow; a flat one has no correlation")
  func none() {
    #expect(TrendLine(through: []) == nil)
    #expect(TrendLine(through: [Point(.number(1), 1), Point(.number(2), 2)]) == nil)
    #expect(TrendLine(through: [1.0, 2, 3].map { Point(.number(5), $0) }) == nil)
    #expect(TrendLine(through: [1.0, 2, 3].map { Point(.number($0), 4) })?.correlation == nil)
    #expect(TrendLine(through: [1e308, -1e308, 1e308].map { Point(.number($0), $0) }) == nil)
  }

  @Test("line describes the strength and direction of the correlation in words")
  func strength() {
    func words(_ r: Double?) -> String { TrendLine(slope: 1, intercept: 0, correlation: r).words }
    #expect(words(0.1) == "no clear link")
    #expect(words(-0.3) == "a weak link, one falls as the other rises")
    #expect(words(0.5) == "a clear link, rising together")
    #expect(words(-0.9) == "a strong link, one falls as the other rises")
    #expect(words(nil) == "rising")
  }
}
