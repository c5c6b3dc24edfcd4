import Chance
import Days
import Foundation
import Kernel
import Testing

@testable import Runners

@Suite("Reading of free text") struct RunnerReadingTests {
  static let today = CalendarDay("2026-11-22") ?? CalendarDay(number: 0)

  @Test(
    "common wordings are read",
    arguments: [
      ("I run about 20 km a week, 3 times a week.", [RunnerField.volume: "20000", .frequency: "3"]),
      ("40km per week", [.volume: "40000"]), ("ten miles every week", [.volume: "16093"]),
      (
        "I want to run a sub-3 marathon in 8 weeks",
        [.goalType: "race", .raceDistance: "42195", .targetTime: "10800", .raceDate: "2027-01-17"]
      ),
      (
        "Half marathon on 2027-04-11, under 1:45",
        [.goalType: "race", .raceDistance: "21097.5", .raceDate: "2027-04-11", .targetTime: "6300"]
      ),
      ("I'm a beginner and 42 years old", [.experience: "beginner", .age: "42"]),
      ("Coming back after knee pain", [.experience: "returning", .pastInjuries: "knee"]),
      ("I can't run on Mondays and Fridays", [.blockedDays: "1,5"]),
      ("My easy pace is 6:15 min/km", [.easyPace: "6:15"]), ("No injuries so far, no race", [.pastInjuries: "none"]),
      ("I raced 10 km in 48:20 last month", [.recentRace: "10000/2900"]),
      (
        "My last half marathon was 1:45:30, and I want to run a marathon under 4",
        [.recentRace: "21097.5/6330"]
      ),
      ("I tend to push through", [.recoveryStyle: "push through"]),
      (
        "5 km on 21 June next year",
        [.goalType: "race", .raceDistance: "5000", .raceDate: "2027-06-21"]
      ), ("10 km in march", [:]), ("a race on 3 March 2025", [.goalType: "race"]),
    ] as [(String, [RunnerField: String])])
  func wordings(_ text: String, _ values: [RunnerField: String]) {
    #expect(RunnerReading(text, on: Self.today).values == values)
  }

  @Test(
    "a day is read in words, and one without a year is the next",
    arguments: [
      ("5 km on 21 June next year", "2027-06-21"), ("move it to 1 January 2025", "2025-01-01"),
      ("on June 21st, 2027", "2027-06-21"), ("the 3rd of december", "2026-12-03"), ("1 Nov", "2027-11-01"),
      ("2027-04-11", "2027-04-11"), ("I may run 5 km in march", nil), ("30 February 2027", nil), ("3/4", nil),
    ] as [(String, String?)])
  func days(_ text: String, _ day: String?) { #expect(SaidDay.date(in: text, on: Self.today)?.text == day) }

  @Test(
    "texts without a fact give none",
    arguments: ["", "No, I think that covers it", "I ran 5 km today", "I ran 5 km in 40:00 today", "🏃", "7"])
  func nothing(_ text: String) { #expect(RunnerReading(text, on: Self.today).values == [:]) }

  @Test("whatever is written, only values that the fields accept are read")
  func rubbish() throws {
    let words = [
      "in", "8", "weeks", "sub", "99999999999999999999", "km", "a week", "marathon", "-", ":", "6:30", "/", "race", "…",
      "1e308", "monday", "can't", "knee", "pain", "\u{0}", "٣", "20km", "years", "old", ".",
    ]
    var random = Seeded(7)
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0..<14, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: " ")
      for (field, value) in RunnerReading(text, on: Self.today).values {
        #expect(field.accepts(value) == value, "\(text)")
      }
    }
  }
}
