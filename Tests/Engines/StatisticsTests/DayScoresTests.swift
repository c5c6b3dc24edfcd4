import Statistics
import Testing

@Suite("Days without weekday and trend") struct DayScoresTests {
  private func scores(_ series: [Double]) -> DayScores? {
    DayScores(series, pattern: DayPattern(known: DayMask(known: series)))
  }

  /// An autocorrelated series: each day depends on the one before it.
  private func persistent(_ days: Int, _ share: Double, _ dice: inout Dice) -> [Double] {
    var last = 0.0
    return (0..<days + 50).map { _ in
      last = share * last + (1 - share * share).squareRoot() * normal(&dice)
      return last
    }.suffix(days)
  }

  /// Approximately normal: the sum of twelve uniform numbers.
  private func normal(_ dice: inout Dice) -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &dice) }
  }

  @Test("Nothing remains of a straight line and a weekly pattern")
  func pattern() {
    let pattern = DayPattern(known: DayMask(known: [Double](repeating: 1, count: 140)))
    #expect(pattern.fitted == 12)
    let series = (0..<140).map { Double($0 % 7 == 3 ? 40 : 0) + 2 * Double($0) + 5 }
    #expect(pattern.rest(of: series).allSatisfy { abs($0) < 1e-9 })
    #expect(pattern.rest(of: [1, 2]) == [])
  }

  @Test("The residuals have no weekday effect and no slope, whatever days are missing")
  func rest() throws {
    var dice = Dice(5)
    var series = persistent(200, 0.6, &dice).enumerated().map { $1 + Double($0 % 7) + Double($0) / 20 }
    for day in series.indices where Int.random(in: 0..<4, using: &dice) == 0 { series[day] = .nan }
    let scores = try #require(self.scores(series))
    for weekday in 0..<7 {
      let sum = series.indices.filter { $0 % 7 == weekday }.reduce(0) { $0 + scores.values[$1] }
      #expect(abs(sum) < 1e-8)
    }
    let slope = series.indices.reduce(0) { $0 + Double($1) * scores.values[$1] }
    #expect(abs(slope) < 1e-6)
    #expect(series.indices.allSatisfy { series[$0].isFinite || scores.values[$0] == 0 })
    #expect(scores.kept > 0.8 && scores.kept < 1)
  }

  @Test("Mondays only or a single month are enough; too few days or constant values give nil")
  func thin() throws {
    let mondays = (0..<400).map { $0 % 7 == 1 ? Double($0 * 31 % 17) : .nan }
    #expect(try #require(scores(mondays)).count == 57)
    let month = (0..<400).map { $0 > 371 ? Double($0 * 31 % 17) : .nan }
    #expect(try #require(scores(month)).count == 28)
    #expect(scores((0..<100).map { _ in 4 }) == nil)
    #expect(scores((0..<100).map { $0 % 20 == 0 ? 1 : .nan }) == nil)
    #expect(scores([]) == nil && scores([.nan, .nan]) == nil)
  }

  @Test("The effective number of days is reduced for autocorrelated series only, as in theory")
  func worth() throws {
    var dice = Dice(11)
    func share(_ persistence: Double) throws -> Double {
      var sum = 0.0
      for _ in 0..<20 {
        let one = try #require(scores(persistent(365, persistence, &dice)))
        let other = try #require(scores(persistent(365, persistence, &dice)))
        sum += DayScores.independent(one.known, one, other) / 365 / 20
      }
      return sum
    }
    #expect(try share(0) > 0.9)
    // (1 - 0.25) / (1 + 0.25) is 0.6.
    #expect(abs(try share(0.5) - 0.6) < 0.12)
    #expect(try share(0.9) < 0.3)
  }

  @Test("The lag is from cause to effect, and an invalid pair is nil")
  func lags() throws {
    var dice = Dice(21)
    let cause = persistent(150, 0, &dice)
    let effect = [.nan, .nan] + cause.dropLast(2)
    let (one, other) = (try #require(scores(cause)), try #require(scores(effect)))
    let rhos = try (0...2).map { try #require(DayPair(cause: one, effect: other, lag: $0)).rho }
    #expect(rhos[2] > 0.9 && abs(rhos[0]) < 0.3 && abs(rhos[1]) < 0.3)
    #expect(try #require(DayPair(cause: one, effect: other, lag: 2)).expected < 1e-20)
    #expect(DayPair(cause: one, effect: other, lag: -1) == nil)
    #expect(DayPair(cause: one, effect: other, lag: 0, least: 149) == nil)
    #expect(try #require(DayPair(cause: one, effect: other, lag: 0, least: 148)).days == 148)
    let shorter = try #require(scores(Array(cause.prefix(100))))
    #expect(DayPair(cause: shorter, effect: other, lag: 0) == nil)
  }
}
