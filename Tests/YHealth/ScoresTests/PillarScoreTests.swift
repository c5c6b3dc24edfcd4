import Days
import Measures
import Pillar
import Testing
import Units

@testable import Scores

@Suite("Pillar scores")
struct PillarScoreTests {
  private let last = SomeDays.last

  private func points(_ score: PillarScore, _ id: String) -> Double? { score.parts.first { $0.id == id }?.points }

  @Test("a curve is linear between its points and constant beyond them")
  func curve() {
    let curve = ScoringCurve((0, 0), (150, 80), (300, 100))
    #expect([-10, 0, 75, 150, 225, 300, 1e300].map { curve($0) } == [0, 0, 40, 80, 90, 100, 100])
  }

  @Test("80 and more is excellent, below 50 a priority focus, and in between needs attention")
  func levels() {
    #expect((80...100).allSatisfy { Level($0) == .excellent } && Level(0) == .priorityFocus)
    #expect((50...79).allSatisfy { Level($0) == .needsAttention } && Level(49) == .priorityFocus)
    #expect(Level.allCases.map(\.title) == ["Excellent", "Needs Attention", "Priority Focus"])
  }

  @Test("Fitness follows its documented formula")
  func fitness() {
    let table = SomeDays.alike([
      .activeMinutes: 20, .workoutMinutes: 30, .steps: 3500, .workouts: 1, .sleepMinutes: 390,
      .restingHeartRate: 60, .heartRateVariability: 50,
    ])
    let score = Scores.score(.fitness, on: last, of: table)
    // 210 minutes a week, since a workout is active time; seven workouts; nights of six and a half hours; a usual heart
    // rate.
    #expect(points(score, "movement") == 88 && points(score, "steps") == 40 && points(score, "workouts") == 100)
    #expect(points(score, "sleep") == 90 && points(score, "heart") == 85)
    #expect(score.value == weighed((0.25, 88), (0.1, 40), (0.2, 100), (0.3, 90), (0.15, 85)))
    #expect(
      score.parts.map { $0.says.text() } == [
        "210 a week", "3,500 a day", "7 a week", "6 h 30 min a night",
        "60 bpm, usually 60 bpm; variability 50 ms, usually 50 ms",
      ])
    #expect(score.parts[3].coverage.sentence == "7 of 7 nights" && score.level == .excellent)
  }

  @Test("Nutrition follows its documented formula, and body weight has no influence")
  func nutrition() {
    let values: [Measure: Double] = [.meals: 2, .protein: 25, .fibre: 30, .water: 1800, .calories: 2100]
    let score = Scores.score(.nutrition, on: last, of: SomeDays.alike(values))
    #expect(score.parts.map(\.points) == [75, 40, 90, 90, 100])
    #expect(score.value == weighed((0.4, 75), (0.15, 40), (0.15, 90), (0.15, 90), (0.15, 100)))
    #expect(score.parts[0].says.text() == "2 a day" && score.parts[3].says.text() == "1.8 l a day")
    #expect(score.parts[3].says.text(in: AmountNotation(of: "en-US")) == "60.9 fl oz a day")
    let heavier = SomeDays.alike(values.merging([.weight: 140]) { $1 })
    #expect(Scores.score(.nutrition, on: last, of: heavier) == score)
  }

  @Test("Wellbeing follows its documented formula")
  func wellbeing() {
    let table = SomeDays.alike([.mood: 7, .energy: 5, .stress: 4, .habitsDue: 4, .habitsDone: 3, .journal: 0])
    let score = Scores.score(.wellbeing, on: last, of: table)
    #expect(score.parts.map(\.points) == [80, 50, 80, 75, 50])
    #expect(score.value == weighed((0.4, 80), (0.2, 50), (0.15, 80), (0.15, 75), (0.1, 50)))
    #expect(
      score.parts.map { $0.says.text() } == ["7 of 10", "5 of 10", "stress 4 of 10", "21 of 28", "0 entries a week"])
  }

  @Test("there is no score for two days, for parts that weigh less than half, or without data")
  func thin() {
    for pillar in Pillar.allCases {
      let empty = Scores.score(pillar, on: last, of: DayTable())
      #expect(empty.value == nil && empty.level == nil && empty.levers.isEmpty)
      #expect(empty.coverage.sentence == "0 of 7 days" && empty.parts.allSatisfy { $0.points == nil })
    }
    let moods = { SomeDays.alike([.mood: 8], days: $0) }
    #expect(Scores.score(.wellbeing, on: last, of: moods(2)).value == nil)
    #expect(Scores.score(.wellbeing, on: last, of: moods(2)).coverage.sentence == "2 of 7 days")
    #expect(Scores.score(.wellbeing, on: last, of: moods(3)).value == 82)
    // An unticked habit on a day without entries does not count against the score.
    let due = { (mood: Double?) in
      DayFigures(self.last, [.habitsDue: 3, .habitsDone: 0].merging(mood.map { [.mood: $0] } ?? [:]) { $1 }).values
    }
    var silent = SomeDays.alike(due(nil))
    #expect(Scores.score(.wellbeing, on: last, of: silent).coverage.sentence == "0 of 7 days")
    silent.take((0..<3).map { DayFigures(last.following(-$0), [.mood: 8, .habitsDue: 2, .habitsDone: 2]) })
    #expect(Scores.score(.wellbeing, on: last, of: silent).parts[3].points == 100)
    #expect(Scores.score(.wellbeing, on: last, of: SomeDays.alike(due(8))).parts[3].points == 0)
    // Two workouts of an hour are two hours a week, not seven.
    let byHand = SomeDays.alike([.sleepMinutes: 450]).with(.activeMinutes, 60, on: last)
      .with(.activeMinutes, 60, on: last.following(-3))
    #expect(Scores.score(.fitness, on: last, of: byHand).parts[0].says.text() == "120 a week")
    // Steps alone weigh a tenth; with the missing workouts, three tenths.
    #expect(Scores.score(.fitness, on: last, of: SomeDays.alike([.steps: 9000])).value == nil)
    #expect(Scores.score(.fitness, on: last, of: SomeDays.alike([.steps: 9000, .sleepMinutes: 450])).value != nil)
    #expect(Scores.score(.nutrition, on: last, of: SomeDays.alike([.meals: 3])).value == nil)
    #expect(Scores.score(.nutrition, on: last, of: SomeDays.alike([.meals: 3, .water: 2000])).value == 100)
  }

  @Test("no part says that more days are known than its pillar, nor anything of a pillar without a day")
  func noContradiction() {
    let moods = SomeDays.alike([.mood: 8])
    let fitness = Scores.score(.fitness, on: last, of: moods)
    #expect(fitness.coverage.known == 0)
    #expect(fitness.parts.allSatisfy { $0.coverage.known == 0 && $0.points == nil })
    let one = Scores.score(.fitness, on: last, of: moods.with(.steps, 6000, on: last))
    #expect(one.coverage.known == 1 && one.parts.allSatisfy { $0.coverage.known <= 1 })
  }

  @Test("applying a suggested change raises the score by the promised gain")
  func levers() throws {
    let values: [Measure: Double] = [
      .activeMinutes: 10, .steps: 4000, .workouts: 0, .sleepMinutes: 350, .bedtime: 690,
    ]
    let table = SomeDays.alike(values)
    let score = Scores.score(.fitness, on: last, of: table)
    let value = try #require(score.value)
    #expect(score.levers.count == 3)
    #expect(score.levers.map(\.gain) == score.levers.map(\.gain).sorted(by: >))
    let sleep = try #require(score.levers.first { $0.measure == .sleepMinutes })
    #expect(sleep.says == "30 minutes more sleep a night" && sleep.gain > 0)
    let longer = SomeDays.alike(values.merging([.sleepMinutes: 380]) { $1 })
    #expect(Scores.score(.fitness, on: last, of: longer).value == value + sleep.gain)
    let moved = try #require(score.levers.first { $0.measure == .activeMinutes })
    let more = SomeDays.alike(values.merging([.activeMinutes: 20]) { $1 })
    #expect(Scores.score(.fitness, on: last, of: more).value == value + moved.gain)
  }

  @Test(
    "a perfect score has no suggestions, and none ever concerns calories, weight, mood, energy, stress or heart rate")
  func noLevers() {
    let best = SomeDays.alike([.meals: 3, .protein: 90, .fibre: 40, .water: 2500, .calories: 2000])
    #expect(Scores.score(.nutrition, on: last, of: best).value == 100)
    #expect(Scores.score(.nutrition, on: last, of: best).levers.isEmpty)
    let offered = Set(Pillar.allCases.flatMap { LeverFormula.all($0).map(\.measure) })
    #expect(offered.isDisjoint(with: [.calories, .weight, .mood, .energy, .stress, .restingHeartRate]))
  }

  @Test("an unfinished day never lowers the score, and counts once it raises it")
  func unfinished() {
    let values: [Measure: Double] = [.meals: 3, .water: 1600, .protein: 50, .fibre: 25]
    let table = SomeDays.alike(values)
    let yesterday = Scores.score(.nutrition, on: last, of: table).value
    let morning = table.with(.meals, 1, on: last).with(.water, 200, on: last).with(.protein, 5, on: last)
      .with(.fibre, 1, on: last)
    #expect(Scores.score(.nutrition, on: last, of: morning, today: last).value == yesterday)
    #expect((Scores.score(.nutrition, on: last, of: morning).value ?? 100) < (yesterday ?? 0))
    let evening = table.with(.water, 3000, on: last)
    #expect((Scores.score(.nutrition, on: last, of: evening, today: last).value ?? 0) > (yesterday ?? 100))
    #expect(
      Scores.history(.nutrition, last.following(-1)...last, of: morning, today: last).map(\.value)
        == [yesterday, yesterday])
  }
}
