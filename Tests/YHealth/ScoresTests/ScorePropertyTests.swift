import Days
import Kernel
import Measures
import Pillar
import Testing

@testable import Scores

@Suite("Scores of random days")
struct ScorePropertyTests {
  private static let last = SomeDays.last

  private func exact(_ pillar: Pillar, _ table: DayTable, _ isUnfinished: Bool) -> Double? {
    Scores.exact(pillar, ScoringWindow(Self.last, of: table, isUnfinished: isUnfinished))
  }

  @Test("lie from 0 to 100 for any values, and the weights of their parts add up to 1", arguments: Pillar.allCases)
  func bounded(pillar: Pillar) {
    var random = Seeded(1)
    let rubbish = [-1e300, -5, 0, 1e9, 1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
    for round in 0..<80 {
      var table = SomeDays.table(&random, known: Double.random(in: 0...1, using: &random))
      if round % 2 == 1 {
        for _ in 0..<30 {
          let measure = Measure.allCases.randomElement(using: &random) ?? .steps
          let day = Self.last.following(-Int.random(in: 0..<40, using: &random))
          table = table.with(measure, rubbish.randomElement(using: &random), on: day)
        }
      }
      let score = Scores.score(pillar, on: Self.last, of: table, today: round % 3 == 0 ? Self.last : nil)
      #expect(score.value.map { (0...100).contains($0) } != false)
      #expect(score.parts.allSatisfy { $0.points.map { (0...100).contains($0) } != false && !$0.says.isEmpty })
      #expect(abs(score.parts.reduce(0) { $0 + $1.weight } - 1) < 1e-9)
      #expect((0...7).contains(score.coverage.known) && score.coverage.of == 7)
      #expect(score.levers.count <= 3 && score.levers.allSatisfy { $0.gain > 0 })
      #expect(Scores.recovery(on: Self.last, of: table).value.map { (0...100).contains($0) } != false)
      #expect(Scores.night(on: Self.last, of: table).value.map { (0...100).contains($0) } != false)
    }
  }

  /// More is better, up to that value.
  private static let better: [(Measure, upTo: Double)] = [
    (.steps, .infinity), (.activeMinutes, .infinity), (.workouts, .infinity), (.workoutMinutes, .infinity),
    (.sleepMinutes, 540), (.deepMinutes, .infinity), (.remMinutes, .infinity), (.heartRateVariability, .infinity),
    (.meals, .infinity), (.protein, .infinity), (.fibre, .infinity), (.water, .infinity), (.mood, .infinity),
    (.energy, .infinity), (.habitsDone, .infinity), (.journal, .infinity),
  ]
  /// Less is better.
  private static let worse: [Measure] = [.awakeMinutes, .awakenings, .restingHeartRate, .stress]

  @Test("never fall when a good measure rises, and never rise when a bad one does")
  func monotone() {
    var random = Seeded(2)
    var compared = 0
    for _ in 0..<30 {
      let table = SomeDays.table(&random)
      let isUnfinished = Bool.random(using: &random)
      let before = Pillar.allCases.map { exact($0, table, isUnfinished) }
      for (measure, most) in Self.better + Self.worse.map({ ($0, upTo: .infinity) }) {
        let day = Self.last.following(-Int.random(in: 0..<7, using: &random))
        guard let value = table[day, measure], value < most else { continue }
        let (_, spread) = SomeDays.middling[measure] ?? (0, 0)
        let more = min(most, value + spread * Double.random(in: 0...2, using: &random))
        let changed = table.with(measure, more, on: day)
        for (pillar, before) in zip(Pillar.allCases, before) {
          let after = exact(pillar, changed, isUnfinished)
          #expect((after == nil) == (before == nil))
          guard let after, let before else { continue }
          compared += 1
          let gain = Self.worse.contains(measure) ? before - after : after - before
          #expect(gain > -1e-9, "\(measure) of \(value), then \(more): \(pillar) \(before), then \(after)")
        }
      }
    }
    #expect(compared > 0)
  }

  @Test("never rise with more than nine hours of sleep or a larger deviation from the usual calories")
  func beyond() {
    var random = Seeded(3)
    var compared = 0
    for _ in 0..<40 {
      let table = SomeDays.table(&random)
      let day = Self.last.following(-Int.random(in: 0..<7, using: &random))
      let long = (table.with(.sleepMinutes, 540, on: day), table.with(.sleepMinutes, 640, on: day))
      if let nine = exact(.fitness, long.0, false), let more = exact(.fitness, long.1, false) {
        compared += 1
        #expect(more <= nine + 1e-9)
      }
      let eaten = SomeDays.alike([.calories: 2000, .meals: 3, .water: 1600])
      let bit = Double.random(in: 100...5000, using: &random)
      for sign in [-1.0, 1] {
        let (near, far) = (
          eaten.with(.calories, max(0, 2000 + sign * bit), on: day),
          eaten.with(.calories, max(0, 2000 + sign * 1.5 * bit), on: day)
        )
        if let near = exact(.nutrition, near, false), let far = exact(.nutrition, far, false) {
          compared += 1
          #expect(far <= near + 1e-9)
        }
      }
    }
    #expect(compared > 0)
  }

  @Test("change only a little when a measure does")
  func smooth() {
    var random = Seeded(4)
    for _ in 0..<30 {
      let table = SomeDays.table(&random)
      let before = (
        Pillar.allCases.map { exact($0, table, false) }, Scores.recovery(on: Self.last, of: table).parts.points
      )
      // Counted events change the score in steps.
      for (measure, (_, spread)) in SomeDays.middling where ![.workouts, .journal, .habitsDue].contains(measure) {
        let day = Self.last.following(-Int.random(in: 0..<30, using: &random))
        guard let value = table[day, measure] else { continue }
        let changed = table.with(measure, value + spread * Double.random(in: -0.02...0.02, using: &random), on: day)
        let after = (
          Pillar.allCases.map { exact($0, changed, false) }, Scores.recovery(on: Self.last, of: changed).parts.points
        )
        for (before, after) in zip(before.0 + [before.1], after.0 + [after.1]) {
          #expect((before == nil) == (after == nil))
          if let before, let after { #expect(abs(before - after) < 2, "\(measure) from \(value)") }
        }
      }
    }
  }

  @Test("do not depend on the order of the days, and are deterministic", arguments: Pillar.allCases)
  func order(pillar: Pillar) {
    var random = Seeded(5)
    for _ in 0..<20 {
      let table = SomeDays.table(&random)
      let score = Scores.score(pillar, on: Self.last, of: table)
      let shuffled = DayTable(table.days.shuffled(using: &random))
      #expect(Scores.score(pillar, on: Self.last, of: shuffled) == score)
      #expect(Scores.recovery(on: Self.last, of: shuffled) == Scores.recovery(on: Self.last, of: table))
    }
  }

  @Test("do not change with up to four unknown days, which only lower the coverage", arguments: Pillar.allCases)
  func unknown(pillar: Pillar) {
    var random = Seeded(6)
    let values = SomeDays.middling.mapValues(\.0)
    let whole = SomeDays.alike(values)
    let value = Scores.score(pillar, on: Self.last, of: whole).value
    #expect(value != nil)
    for missing in 1...7 {
      for _ in 0..<5 {
        var fewer = whole
        let gone = (0..<7).shuffled(using: &random).prefix(missing)
        fewer.take(gone.map { DayFigures(Self.last.following(-$0)) })
        let score = Scores.score(pillar, on: Self.last, of: fewer)
        #expect(score.coverage == Coverage(7 - missing, of: 7, "days"))
        #expect(score.value == (missing <= 4 ? value : nil))
      }
    }
  }

  @Test("over a history of 400 days equal the scores of the single days")
  func history() {
    var random = Seeded(7)
    let first = Self.last.following(-399)
    let table = DayTable(
      (0..<10).flatMap { block in
        SomeDays.table(&random).days.map { DayFigures($0.day.following(-40 * block), $0.values) }
      })
    for pillar in Pillar.allCases {
      let history = Scores.history(pillar, first...Self.last, of: table)
      #expect(history.map(\.day) == (0..<400).map { first.following($0) })
      for place in stride(from: 0, to: 400, by: 37) {
        let score = Scores.score(pillar, on: history[place].day, of: table)
        #expect(score.value == history[place].value && score.parts == history[place].parts)
        #expect(history[place].levers.isEmpty)
      }
    }
  }
}
