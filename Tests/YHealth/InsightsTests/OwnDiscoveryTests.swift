import Days
import Measures
import Testing
import Units

@testable import Insights

@Suite("Findings about a person's own measures") struct OwnDiscoveryTests {
  private var bounds: CorrelationSearch.Bounds {
    var bounds = CorrelationSearch.Bounds()
    bounds.effort = 0
    return bounds
  }

  private func series(_ id: String, _ values: [Double]) -> OwnSeries {
    OwnSeries(
      id: id,
      values: Dictionary(
        uniqueKeysWithValues: values.enumerated().map { (Synthetic.last.following($0 + 1 - values.count), $1) }))
  }

  @Test("Without correlations, at most one table in twenty has a finding, with five own measures beside the others")
  func nothing() {
    let tables = 120
    var (found, looked) = (0, 0)
    for seed in 0..<tables {
      var person = Synthetic(9_000 + seed, days: [40, 60, 90, 150][seed % 4])
      let table = person.table()
      let own = (0..<5).map { number in series("own-\(number)", person.alone()) }
      let run = Insights.run(table, own: own, to: Synthetic.last, bounds: bounds)
      found += run.findings.isEmpty && run.own.isEmpty ? 0 : 1
      looked += run.looked
    }
    #expect(looked > tables * 100)
    // With a nominal rate of 0.05, at most 10 of 120 occur by chance in 95 of 100 such trials.
    #expect(found <= 10, "\(found) of \(tables)")
  }

  @Test("A planted correlation of an own measure is found in nine of ten, in its direction and at its delay")
  func planted() {
    let tables = 40
    var hits = 0
    var share = 0.0
    for seed in 0..<tables {
      var person = Synthetic(11_000 + seed, days: 120)
      let lag = seed % 2
      let (cause, effect) = person.linked(lag == 0 ? 0.5 : -0.5, lag: lag, persistence: 0.2)
      let table = person.table([.water: cause], isWhole: true)
      let others = (0..<2).map { number in series("other-\(number)", person.alone(isWhole: true)) }
      let run = Insights.run(table, own: others + [series("pain", effect)], to: Synthetic.last, bounds: bounds)
      let right = run.own.count {
        $0.own == "pain" && $0.measure == .water && !$0.isCause && $0.lag == lag && ($0.strength > 0) == (lag == 0)
      }
      let all = run.own.count + run.findings.count
      hits += right
      share += Double(all - right) / Double(max(1, all)) / Double(tables)
    }
    #expect(hits >= 36, "\(hits) of \(tables)")
    #expect(share <= 0.1, "\(share)")
  }

  @Test("Other findings have the same strength and days with own measures as without; only the correction is greater")
  func beside() {
    var person = Synthetic(77, days: 200)
    let (cause, effect) = person.linked(0.6, lag: 0, persistence: 0.2)
    let table = person.table([.water: cause, .mood: effect], isWhole: true)
    let own = [series("pain", person.alone(isWhole: true))]
    let (with, without) = (
      Insights.run(table, own: own, to: Synthetic.last), Insights.run(table, to: Synthetic.last)
    )
    #expect(with.looked > without.looked)
    let pair = (with.findings.first { $0.cause == .water }, without.findings.first { $0.cause == .water })
    #expect(pair.0?.strength == pair.1?.strength && pair.0?.points == pair.1?.points)
    #expect((pair.0?.chance ?? 0) >= (pair.1?.chance ?? 1))
  }

  @Test("a series of too few days is not analysed, and of many the five with the most days are")
  func chosen() {
    let range = Synthetic.last.following(-99)...Synthetic.last
    func days(_ count: Int) -> [Double] { (0..<count).map { Double($0 % 3) } }
    let own = (1...8).map { series("\($0)", days(10 * $0)) }
    #expect(OwnAsking.chosen(own, in: range, leastDays: 28).map(\.id) == ["8", "7", "6", "5", "4"])
    #expect(OwnAsking.chosen([series("x", days(27)), series("y", [])], in: range, leastDays: 28).isEmpty)
    // Days outside the analysis, and numbers that are none, do not count.
    let odd = OwnSeries(id: "z", values: [Synthetic.last.following(9): 1, Synthetic.last: .nan])
    #expect(OwnAsking.chosen([odd], in: range, leastDays: 1).isEmpty)
    #expect(Insights.run(DayTable(), own: own, to: Synthetic.last) == .none)
  }

  @Test("a finding says its measure in the person's own words, and is stored without them")
  func words() throws {
    let points = (0..<30).map { index in
      Finding.Point(day: Synthetic.last.following(-index), cause: Double(400 + index * 4), effect: Double(index % 10))
    }
    let night = OwnFinding(
      own: "id", measure: .sleepMinutes, isCause: false, lag: 0, strength: -0.4, chance: 0.01, points: points)
    let label = OwnLabel(name: "Back pain", unit: " of 10")
    #expect(night.title(label) == "“Back pain” is lower after longer sleep")
    #expect(
      night.says(label, in: .plain).hasPrefix("On the 15 days after at least 7 h 40 min of sleep “Back pain” was "))
    let mood = OwnFinding(
      own: "id", measure: .mood, isCause: true, lag: 1, strength: -0.4, chance: 0.01, points: points)
    #expect(mood.title(label) == "Mood is worse the day after higher “Back pain”")
    #expect(mood.says(label, in: .plain).contains("a day after “Back pain” at 460 of 10 or more your mood was "))
    #expect(mood.certainty == "Found over 30 days. Of findings this clear, about 1 in 100 is a coincidence.")
    for measure in Measure.allCases {
      for (isCause, lag) in [(true, 0), (true, 1), (true, 2), (false, 0), (false, 1), (false, 2)] {
        let finding = OwnFinding(
          own: "id", measure: measure, isCause: isCause, lag: lag, strength: 0.3, chance: 0.04, points: points)
        for words in [finding.title(label), finding.says(label, in: .plain)] {
          #expect(words.contains("“Back pain”") && !words.contains("  "))
        }
      }
    }
    #expect(night.id == "own-id-after-sleep_minutes-0" && night.id != mood.id)
  }
}
