import Measures
import Testing

@testable import Insights

@Suite("Questions of the search") struct AskingTests {
  private let built: [Set<Measure>] = [
    [.sleepMinutes, .deepMinutes, .remMinutes, .awakeMinutes, .awakenings], [.sleepMinutes, .bedtime],
    [.calories, .fat, .protein, .carbohydrate, .fibre, .meals], [.steps, .distance, .activeMinutes, .activeEnergy],
    [.workouts, .workoutMinutes, .effort], [.habitsDone, .habitsDue],
  ]

  @Test("No pair is related by construction, repeated or of a measure with itself")
  func pairs() {
    for pair in Asking.pairs {
      #expect(pair.cause != pair.effect)
      #expect(!built.contains { $0.isSuperset(of: [pair.cause, pair.effect]) }, "\(pair)")
    }
    let named = Asking.pairs.map { "\($0.cause)-\($0.effect)" }
    #expect(Set(named).count == named.count)
  }

  @Test("A daytime measure is not asked about the night before, and each same-day pair is asked once")
  func lags() {
    #expect(Asking.lags(.sleepMinutes, .mood) == 0...2)
    #expect(Asking.lags(.mood, .sleepMinutes) == 1...2)
    #expect(Asking.lags(.stress, .heartRateVariability) == 1...2)
    let sameDay = Asking.pairs.filter { $0.lags.contains(0) }.map { Set([$0.cause, $0.effect]) }
    #expect(Set(sameDay).count == sameDay.count)
  }

  @Test("Findings about changeable causes rank first, strong and certain ones before weak ones")
  func priorities() {
    #expect(Insights.priority(.water, strength: 0.5, chance: 0.001) == 1)
    #expect(Insights.priority(.water, strength: -0.2, chance: 0.04) == 3)
    #expect(Insights.priority(.stress, strength: -0.4, chance: 0.04) == 3)
    #expect(Insights.priority(.awakenings, strength: 0.2, chance: 0.04) == 5)
  }
}
