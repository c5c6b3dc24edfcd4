import Days
import Measures
import Statistics

/// Days of a made-up person: independent series, unless they are linked.
struct Synthetic {
  var dice: Dice
  let days: Int

  init(_ seed: Int, days: Int) {
    dice = Dice(0x7A6E_11, seed)
    self.days = days
  }

  static let last = CalendarDay(number: 20_000)
  static let measures: [Measure] = [
    .sleepMinutes, .sleepQuality, .bedtime, .steps, .workoutMinutes, .water, .calories, .protein, .mood, .energy,
    .stress,
    .restingHeartRate, .heartRateVariability, .habitsDone,
  ]

  mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += Double(dice.next() >> 11) / 9_007_199_254_740_992 }
    return sum
  }

  /// A series with autocorrelation `share` and spread 1.
  mutating func persistent(_ share: Double) -> [Double] {
    var last = normal()
    return (0..<days).map { _ in
      last = share * last + (1 - share * share).squareRoot() * normal()
      return last
    }
  }

  /// An independent series with some persistence, weekday pattern and trend, and with missing or rounded values.
  mutating func alone(isWhole: Bool = false) -> [Double] {
    var series = persistent(Double.random(in: 0...0.9, using: &dice))
    let week = (0..<7).map { _ in normal() }
    let weight = Double.random(in: 0...1, using: &dice)
    let slope = 3 * normal()
    let bend = 2 * normal()
    for day in series.indices {
      let time = Double(day) / Double(days)
      series[day] += weight * week[day % 7] + slope * time + bend * time * time
    }
    let steps: [Double] = [0, 0, 0.5, 1]
    let step = steps.randomElement(using: &dice) ?? 0
    if step > 0 { series = series.map { ($0 / step).rounded() * step } }
    if isWhole { return series }
    let missing = Double.random(in: 0...0.3, using: &dice)
    return series.map { Double.random(in: 0...1, using: &dice) < missing ? .nan : $0 }
  }

  /// Two persistent series; `effect` follows `cause` after `lag` days with Spearman's `rho`.
  mutating func linked(_ rho: Double, lag: Int, persistence: Double) -> (cause: [Double], effect: [Double]) {
    // The Pearson correlation of two normal series that gives the requested Spearman's rho.
    let correlation = 2 * sine(rho * .pi / 6)
    let cause = persistent(persistence)
    let noise = persistent(persistence)
    let effect = (0..<days).map { day -> Double in
      guard day >= lag else { return .nan }
      return correlation * cause[day - lag] + (1 - correlation * correlation).squareRoot() * noise[day]
    }
    return (cause, effect)
  }

  private func sine(_ x: Double) -> Double { x - x * x * x / 6 + x * x * x * x * x / 120 }

  /// A table of all measures: the given series, and independent ones for the rest.
  mutating func table(
    _ given: [Measure: [Double]] = [:], measures: [Measure] = Synthetic.measures, isWhole: Bool = false
  )
    -> DayTable
  {
    var figures = (0..<days).map { DayFigures(Synthetic.last.following($0 + 1 - days)) }
    for measure in measures {
      let series = given[measure] ?? alone(isWhole: isWhole)
      for (day, value) in series.enumerated() where value.isFinite {
        figures[day][measure] = Synthetic.middle(measure) + value * Synthetic.spread(measure)
      }
    }
    return DayTable(figures)
  }

  private static func middle(_ measure: Measure) -> Double {
    switch measure {
    case .sleepMinutes: 440
    case .steps: 8_000
    case .water: 1_800
    case .calories: 2_200
    case .bedtime: 690
    case .protein, .heartRateVariability, .restingHeartRate: 60
    default: 6
    }
  }

  private static func spread(_ measure: Measure) -> Double {
    switch measure {
    case .sleepMinutes, .bedtime: 45
    case .steps: 2_500
    case .water, .calories: 400
    case .protein, .heartRateVariability, .restingHeartRate: 8
    default: 1
    }
  }
}
