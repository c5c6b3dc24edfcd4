internal import Days
internal import Insights
internal import Kernel

extension Benchmark {
  /// Tests all pairs of 40 columns over two years for correlations, on one core.
  static let healthInsights = healthInsights(columns: 40, days: 730)

  static func healthInsights(columns: Int, days: Int) -> Benchmark {
    Benchmark(
      name: "health-insights", summary: "the insight run over 40 measures and two years, against a second",
      measure: { () throws(Problem) in
        let csv: DayCSV
        do throws(DayCSV.Unreadable) {
          csv = try DayCSV(table(columns: columns, days: days))
        } catch {
          throw Problem("misread", "Line \(error.line): \(error.sentence).", remedy: "Mend the table.")
        }
        var looked: [Looked] = []
        var times: [Double] = []
        for _ in 0..<3 { times.append(timedNow { looked = csv.answers() }) }
        // Each pair is tested once for the same day, and in both directions for the next two days.
        guard looked.count == columns * (columns - 1) / 2 * 5, looked.contains(where: { $0.corrected <= 0.05 }) else {
          throw Problem(
            "wrong-measure", "\(looked.count) looks were not what was asked for.", remedy: "Run the tests of Insights.")
        }
        return [
          Figure(
            "health-insights", here: Times(times).median / 1000, peer: 1000, peerName: "the limit", unit: "ms", limit: 1
          )
        ]
      })
  }

  /// Returns a table of autocorrelated columns in which one day in ten is missing; every fifth column depends on the
  /// one before it.
  private static func table(columns: Int, days: Int) -> [UInt8] {
    var dice = Seeded(7)
    func chance() -> Double { Double(dice.next() >> 11) / 9_007_199_254_740_992 }
    func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + chance() } }
    var last = (0..<columns).map { _ in normal() }
    var lines = [(["day"] + (0..<columns).map { "column\($0)" }).joined(separator: ",")]
    for day in 0..<days {
      for column in 0..<columns {
        let link = column % 5 == 4 ? 0.4 * last[column - 1] : 0
        last[column] = 0.4 * last[column] + 0.8 * normal() + link
      }
      let fields = last.map { chance() < 0.1 ? "" : "\(($0 * 100).rounded() / 100)" }
      lines.append(([CalendarDay(number: 20_000 + day).text] + fields).joined(separator: ","))
    }
    return Array(lines.joined(separator: "\n").utf8)
  }
}
