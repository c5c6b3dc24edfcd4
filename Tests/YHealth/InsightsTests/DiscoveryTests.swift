import Days
import Insights
import Measures
import Testing

/// The guarantees of the search: without a correlation, at most one run in twenty finds one; with one, it is found.
@Suite("Reliability of findings") struct DiscoveryTests {
  /// Only the decision matters here, not the precision of the chance.
  private var bounds: CorrelationSearch.Bounds {
    var bounds = CorrelationSearch.Bounds()
    bounds.effort = 0
    return bounds
  }

  @Test("Without correlations, at most one table in twenty has a finding")
  func nothing() {
    let tables = 200
    var found = 0
    var looked = 0
    for seed in 0..<tables {
      var person = Synthetic(seed, days: [40, 60, 90, 150][seed % 4])
      let run = Insights.run(person.table(), to: Synthetic.last, bounds: bounds)
      found += run.findings.isEmpty ? 0 : 1
      looked += run.looked
    }
    #expect(looked > tables * 80)
    // With a nominal rate of 0.05, at most 15 of 200 occur by chance in 95 of 100 such trials.
    #expect(found <= 15, "\(found) of \(tables)")
  }

  struct Planted: CustomTestStringConvertible {
    let rho: Double
    let days: Int
    let tables: Int
    let power: Double
    var testDescription: String { "rho \(rho) over \(days) days" }
  }

  @Test(
    "A planted correlation is found as often as promised, and at most one finding in twenty is false",
    arguments: [
      Planted(rho: 0.5, days: 120, tables: 80, power: 0.9), Planted(rho: 0.3, days: 365, tables: 40, power: 0.8),
    ])
  func planted(_ planted: Planted) {
    let tables = planted.tables
    var hits = 0
    var share = 0.0
    for seed in 0..<tables {
      var person = Synthetic(1_000 + seed, days: planted.days)
      // Half of them positive on the same day, half negative on the next.
      let lag = seed % 2
      let rho = lag == 0 ? planted.rho : -planted.rho
      let to: Measure = lag == 0 ? .mood : .sleepMinutes
      let (cause, effect) = person.linked(rho, lag: lag, persistence: 0.2)
      let run = Insights.run(
        person.table([.water: cause, to: effect], isWhole: true), to: Synthetic.last, bounds: bounds)
      let right = run.findings.count {
        $0.cause == .water && $0.effect == to && $0.lag == lag && $0.strength * rho > 0
      }
      hits += right
      share += Double(run.findings.count - right) / Double(max(1, run.findings.count)) / Double(tables)
    }
    #expect(Double(hits) >= planted.power * Double(tables), "\(hits) of \(tables)")
    #expect(share <= 0.085, "\(share)")
  }

  @Test("Common trends, common weekdays and persistence alone are not findings")
  func lookalikes() {
    for seed in 0..<20 {
      var person = Synthetic(5_000 + seed, days: 120)
      let rising = person.persistent(0.2).enumerated().map { $1 + Double($0) / 12 }
      let also = person.persistent(0.2).enumerated().map { $1 + Double($0) / 12 }
      let trends = person.table([.water: rising, .mood: also], measures: [.water, .mood])
      #expect(Insights.run(trends, to: Synthetic.last, bounds: bounds).findings.isEmpty)
      let weekly = person.persistent(0.2).enumerated().map { $1 + ($0 % 7 < 2 ? 4 : 0) }
      let too = person.persistent(0.2).enumerated().map { $1 + ($0 % 7 < 2 ? 4 : 0) }
      let weeks = person.table([.water: weekly, .mood: too], measures: [.water, .mood])
      #expect(Insights.run(weeks, to: Synthetic.last, bounds: bounds).findings.isEmpty)
    }
    var found = 0
    for seed in 0..<60 {
      var person = Synthetic(6_000 + seed, days: 120)
      let slow = [Measure.water: person.persistent(0.97), .mood: person.persistent(0.97)]
      found +=
        Insights.run(person.table(slow, measures: [.water, .mood]), to: Synthetic.last, bounds: bounds).findings.isEmpty
        ? 0 : 1
    }
    #expect(found <= 6, "\(found) of 60")
  }
}
