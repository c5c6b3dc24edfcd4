import Chance
import Days
import Foundation
import Testing

@testable import Measures

@Suite("Measures")
struct MeasureTests {
  @Test("every measure has a unique title and formats its values")
  func words() {
    #expect(Set(Measure.allCases.map(\.title)).count == Measure.allCases.count)
    #expect(Measure.sleepMinutes.said(440) == "7 h 20 min" && Measure.sleepMinutes.said(480) == "8 h")
    #expect(Measure.steps.said(8412) == "8,412 steps" && Measure.steps.said(1_234_567) == "1,234,567 steps")
    #expect(Measure.bedtime.said(690) == "23:30" && Measure.bedtime.said(725) == "00:05")
    #expect(Measure.mood.said(6.5) == "6.5 of 10" && Measure.mood.said(6) == "6 of 10")
    #expect(Measure.weight.said(-0.5) == "-0.5 kg" && Measure.water.said(1500) == "1.5 l")
    #expect(Measure.steps.said(.infinity) == "1,000,000,000,000,000 steps")
  }

  @Test("beside its title, no value repeats a word of the title", arguments: Measure.allCases)
  func besideTitle(measure: Measure) {
    let said = measure.saidBesideTitle(3259).split(separator: " ")
    let title = measure.title.lowercased().split(separator: " ")
    #expect(!said.contains { word in title.contains { $0.hasPrefix(word) } }, "\(measure.title): \(said)")
    #expect(Measure.steps.saidBesideTitle(8412) == "8,412" && Measure.activeMinutes.saidBesideTitle(94) == "94")
    #expect(Measure.sleepMinutes.saidBesideTitle(440) == "7 h 20 min" && Measure.mood.saidBesideTitle(7) == "7 of 10")
  }
}

@Suite("A table of days")
struct DayTableTests {
  @Test("is sorted in any order of insertion, and has no empty days")
  func order() throws {
    var random = try FuzzPlan.generator(for: "DayTableTests.order")
    let days = (0..<50).map { DayFigures(CalendarDay(number: $0), [.steps: Double($0)]) }
    var table = DayTable(days.shuffled(using: &random))
    #expect(table.days == days)
    table.take([DayFigures(CalendarDay(number: 7)), DayFigures(CalendarDay(number: -3), [.mood: 5])])
    #expect(table.days.map(\.day.number) == [-3] + (0..<50).filter { $0 != 7 })
    #expect(table[CalendarDay(number: 7)] == nil && table[CalendarDay(number: -3), .mood] == 5)
    #expect(table.series(.steps, CalendarDay(number: 6)...CalendarDay(number: 8)) == [6, nil, 8])
    #expect(table.last(3, to: CalendarDay(number: 8)).map(\.day.number) == [6, 8])
  }

  @Test("replaces days after a removed one in the same change, and keeps each day once")
  func removedBefore() {
    var table = DayTable((0..<5).map { DayFigures(CalendarDay(number: $0), [.steps: 1]) })
    table.take([
      DayFigures(CalendarDay(number: 0)), DayFigures(CalendarDay(number: 3), [.steps: 2]),
      DayFigures(CalendarDay(number: 4)), DayFigures(CalendarDay(number: 4), [.steps: 3]),
      DayFigures(CalendarDay(number: 9), [.steps: 4]), DayFigures(CalendarDay(number: 9)),
    ])
    #expect(table.days.map(\.day.number) == [1, 2, 3, 4])
    #expect(table.days.map { $0[.steps] } == [1, 1, 2, 3])
  }

  @Test("drops values that are not finite, and survives a round trip through JSON")
  func coding() throws {
    var figures = DayFigures(CalendarDay(number: 1), [.steps: .nan, .mood: 7])
    figures[.water] = .infinity
    #expect(figures.values == [.mood: 7])
    let again = try JSONDecoder().decode(DayFigures.self, from: JSONEncoder().encode(figures))
    #expect(again == figures)
    let newer = Data(#"{"day": "1970-01-02", "values": {"mood": 7, "aura": 3}}"#.utf8)
    #expect(try JSONDecoder().decode(DayFigures.self, from: newer) == figures)
  }
}
