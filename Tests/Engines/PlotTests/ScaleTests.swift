import Foundation
import Testing

@testable import Plot

@Suite("The steps of an axis")
struct ScaleTests {
  @Test(
    "are round, and cover both ends",
    arguments: [
      (0.0, 100.0, ["0", "20", "40", "60", "80", "100"]), (72, 80, ["72", "74", "76", "78", "80"]),
      (-3, 7, ["−4", "−2", "0", "2", "4", "6", "8"]),
      (0, 0.3, ["0.00", "0.05", "0.10", "0.15", "0.20", "0.25", "0.30"]),
      (0, 13_450, ["0", "5,000", "10,000", "15,000"]), (0, 4.2e7, ["0", "10M", "20M", "30M", "40M", "50M"]),
    ])
  func round(least: Double, greatest: Double, texts: [String]) {
    #expect(RoundSteps(least, greatest, most: 6).texts(.english) == texts)
  }

  @Test("are in order and cover any range, however large, small or flat")
  func any() {
    var dice = Dice(11)
    for _ in 0..<2_000 {
      let size = power(10, Double.random(in: -300...300, using: &dice))
      let one = Double.random(in: -1...1, using: &dice) * size, two = Double.random(in: -1...1, using: &dice) * size
      let steps = RoundSteps(min(one, two), max(one, two), most: Int.random(in: 1...12, using: &dice))
      #expect(steps.values.count >= 2 && steps.values.count < 30)
      #expect(zip(steps.values, steps.values.dropFirst()).allSatisfy { $0 < $1 })
      #expect(steps.from <= min(one, two) * (min(one, two) < 0 ? 0.999_999 : 1.000_001))
      #expect(Set(steps.texts(.english)).count == steps.values.count)
    }
    for value in [0, 5, -7, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude] {
      #expect(RoundSteps(value, value, most: 5).values.count >= 2)
    }
    #expect(RoundSteps(-.greatestFiniteMagnitude, .greatestFiniteMagnitude, most: 5).values.allSatisfy { $0.isFinite })
  }

  @Test("of days fall on days, weeks, months or years, and show the year where it begins")
  func days() throws {
    func texts(_ from: Day, _ to: Day, _ width: Double = 600) -> [String] {
      let scale = ValueScale(from: Double(from.number), to: Double(to.number), start: 0, end: width)
      return Stepping(along: .days, scale: scale, size: 12, writing: .english).steps().map(\.text)
    }
    #expect(texts(Day(2026, 3, 12)!, Day(2026, 3, 15)!) == ["12 Mar", "13 Mar", "14 Mar", "15 Mar"])
    #expect(texts(Day(2026, 1, 1)!, Day(2026, 2, 28)!).first == "5 Jan")  // a Monday
    #expect(texts(Day(2025, 11, 1)!, Day(2026, 4, 30)!) == ["Nov 2025", "Dec", "Jan 2026", "Feb", "Mar", "Apr"])
    #expect(texts(Day(1990, 1, 1)!, Day(2026, 1, 1)!, 300) == ["1990", "2000", "2010", "2020"])
    #expect(texts(Day(1, 1, 1)!, Day(9_999, 12, 31)!).count > 2)
  }

  @Test(
    "of a night with a clock change are local times that exist, each shown once")
  func clocks() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    for (day, missing) in [(Day(2026, 3, 29)!, "02:00"), (Day(2026, 10, 25)!, "")] {
      let start = day.start(in: zone).timeIntervalSince1970
      let scale = ValueScale(from: start, to: start + 6 * 3_600, start: 0, end: 900)
      let steps = Stepping(along: .time(zone), scale: scale, size: 12, writing: .english).steps()
      #expect(steps.count >= 5)
      #expect(!steps.map(\.text).contains(missing))
      #expect(Set(steps.map(\.text)).count == steps.count)
      for step in steps.dropFirst() { #expect(Along.clock(step.value, zone) == step.text) }
    }
  }

  @Test(
    "a day begins at its first instant, also where midnight is skipped",
    arguments: [
      "Europe/Berlin", "America/Sao_Paulo", "Asia/Beirut", "Pacific/Apia", "Australia/Lord_Howe", "GMT",
    ])
  func starts(name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    for number in stride(from: Day(2005, 1, 1)!.number, to: Day(2026, 12, 31)!.number, by: 1) {
      let day = Day(number: number)!
      #expect(day.number == number)
      let start = day.start(in: zone)
      // A day that the zone skipped altogether begins with the next.
      guard Day(start, in: zone) == day else {
        #expect(name == "Pacific/Apia")
        continue
      }
      #expect(start == calendar.startOfDay(for: start), "\(day.text)")
    }
  }
}
