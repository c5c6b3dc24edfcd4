import Days
import Foundation
import Measures
import Testing

@testable import Insights

@Suite("Texts of a finding") struct WordsTests {
  private func finding(
    _ cause: Measure, _ effect: Measure, lag: Int = 0, strength: Double = 0.4, chance: Double = 0.005,
    _ points: [(Double, Double)] = [(1, 1), (2, 2), (3, 3), (4, 4)]
  ) -> Finding {
    Finding(
      cause: cause, effect: effect, lag: lag, strength: strength, interval: 0.1...0.6, chance: chance,
      points: points.enumerated().map {
        .init(day: CalendarDay(number: 20_000 + $0), cause: $1.0, effect: $1.1)
      }, priority: 1)
  }

  @Test("A title states the direction and the delay")
  func titles() {
    #expect(finding(.sleepMinutes, .mood).title == "Mood is better after longer sleep")
    #expect(finding(.sleepMinutes, .stress, strength: -0.4).title == "Stress is lower after longer sleep")
    #expect(finding(.steps, .mood).title == "Mood is better on days with more steps")
    #expect(finding(.steps, .sleepMinutes, lag: 1).title == "Sleep is longer after days with more steps")
    #expect(finding(.workouts, .mood, lag: 1).title == "Mood is better the day after more workouts")
    #expect(finding(.bedtime, .energy, lag: 2, strength: -1).title == "Energy is lower two days after a later bedtime")
    #expect(finding(.sleepMinutes, .heartRateVariability).title == "Heart rate variability is higher with longer sleep")
    #expect(finding(.stress, .calories).title == "You eat more on days with more stress")
  }

  @Test("The effect is stated in familiar units")
  func says() {
    let nights = finding(.sleepMinutes, .mood, [(400, 6), (420, 6.4), (450, 6.2), (480, 7.2), (500, 7)])
    #expect(nights.says == "On the 2 days after more than 7 h 30 min of sleep your mood was 7.1 of 10, else 6.2.")
    let workouts = finding(.workouts, .sleepMinutes, lag: 1, [(0, 420), (0, 420), (0, 430), (1, 450), (1, 450)])
    #expect(
      workouts.says
        == "On the 2 nights after a day with any workouts your sleep was 7 h 30 min, else 7 h 3 min.")
    let most = finding(.habitsDone, .mood, [(2, 5), (3, 6), (3, 7), (3, 8)])
    #expect(most.says == "On the 3 days with at least 3 habits kept your mood was 7 of 10, else 5.")
    let one = finding(.workouts, .mood, [(0, 5), (1, 6), (1, 7), (1, 8)])
    #expect(one.says == "On the 3 days with at least 1 workout your mood was 7 of 10, else 5.")
    let late = finding(.bedtime, .energy, lag: 0, [(690, 6), (700, 6), (700, 6), (700, 4)])
    #expect(late.says == "On the 3 days after a bedtime of 23:40 or later your energy was 5.3 of 10, else 6.")
  }

  @Test("A finding states both means, or none if there are too few values")
  func halves() throws {
    let halves = try #require(finding(.water, .mood).halves)
    #expect(halves.count == 2 || halves.isAtLeast)
    #expect(finding(.water, .mood, [(1, 5), (1, 6), (1, 7)]).halves == nil)
    #expect(finding(.water, .mood, []).halves == nil)
    #expect(finding(.water, .mood, []).says == "Water and mood were correlated.")
  }

  @Test("Certainty is stated as rounded odds, and never as certain")
  func certainty() {
    #expect(
      finding(.water, .mood).certainty == "Found over 4 days. Of findings this clear, about 1 in 200 is a coincidence.")
    #expect(Finding.odds(0.05) == "20" && Finding.odds(0.0069) == "140" && Finding.odds(0.00049) == "2,000")
    #expect(Finding.odds(0) == "10,000" && Finding.odds(1) == "1" && Finding.odds(0.034) == "29")
  }

  @Test("Every measure has texts as a cause and as an effect", arguments: Measure.allCases)
  func all(_ measure: Measure) {
    let cause = finding(measure, .mood, [(10, 5), (20, 6), (30, 7), (40, 8)])
    let effect = finding(.water, measure, strength: -0.3, [(1, 50), (2, 40), (3, 30), (4, 20)])
    for text in [cause.title, cause.says, effect.title, effect.says] {
      #expect(!text.contains("  ") && text.first?.isUppercase == true, "\(text)")
    }
    #expect(cause.says.hasSuffix(".") && cause.title != effect.title)
  }

  @Test("A run survives a round trip through JSON")
  func coded() throws {
    let run = InsightRun(findings: [finding(.water, .mood)], looked: 3, days: 4)
    #expect(try JSONDecoder().decode(InsightRun.self, from: JSONEncoder().encode(run)) == run)
  }
}
