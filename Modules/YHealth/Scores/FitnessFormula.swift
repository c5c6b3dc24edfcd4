internal import Measures

/// Fitness: movement, training, sleep and recovery, over a week.
enum FitnessFormula {
  static let parts = [movement, steps, workouts, sleep, heart]
  static let measures: [Measure] = [
    .steps, .activeMinutes, .workouts, .workoutMinutes, .sleepMinutes, .restingHeartRate, .heartRateVariability,
  ]

  /// The World Health Organization recommends 150 to 300 minutes a week: at 150 a score turns green, at 300 it is full.
  private static let movement = PartFormula(id: "movement", title: "Active minutes", weight: 0.25) { window in
    .week(window, isTotal: true) { backs in
      // Without a device, a day with other entries and no workout counts as zero.
      let isByHand = window.values(.steps, 0..<ScoringWindow.week).isEmpty
      let minutes = backs.compactMap { back -> Double? in
        // A workout is active time, whether or not a device recorded it.
        if let minutes = window[back, .activeMinutes] { return max(minutes, window[back, .workoutMinutes] ?? 0) }
        return isByHand && window.isKnown(back) ? window[back, .workoutMinutes] ?? 0 : nil
      }
      let aWeek = minutes.mean * 7
      return PartFormula.Week(
        known: minutes.count, points: ScoringCurve((0, 0), (150, 80), (300, 100))(aWeek),
        says: "\(aWeek, decimals: 0) a week")
    }
  }

  private static let steps = PartFormula(id: "steps", title: "Steps", weight: 0.1) { window in
    .mean(window, .steps, ScoringCurve((0, 0), (7000, 80), (10_000, 100))) {
      "\($0, decimals: 0) a day"
    }
  }

  private static let workouts = PartFormula(id: "workouts", title: "Workouts", weight: 0.2) { window in
    .week(window, isTotal: true) { backs in
      let (known, aWeek) = window.happened(.workouts, backs)
      return PartFormula.Week(
        known: known, points: ScoringCurve((0, 0), (1, 45), (2, 80), (4, 100))(aWeek),
        says: "\(aWeek, decimals: 1) a week")
    }
  }

  private static let sleep = PartFormula(id: "sleep", title: "Sleep", weight: 0.3) { window in
    .week(window, "nights", isTotal: false) { backs in
      let nights = backs.map { ScoredNight(window: window, back: $0) }
      let points = nights.compactMap(\.points)
      return PartFormula.Week(
        known: points.count, points: points.mean,
        says: "\(Measure.sleepMinutes.said(nights.compactMap(\.duration).mean)) a night")
    }
  }

  /// Compares the week's heart measures with the four weeks before it.
  private static let heart = PartFormula(id: "heart", title: "Resting heart", weight: 0.15) { window in
    .week(window, "nights", isTotal: false) { backs in
      let before = ScoringWindow.week..<ScoringWindow.week + ScoringWindow.usual
      var (points, says): ([Double], [PartText]) = ([], [])
      let rates = window.values(.restingHeartRate, backs)
      if rates.count >= ScoringWindow.leastOfAWeek,
        let usual = Usual.restingHeartRate(window.values(.restingHeartRate, before))
      {
        points.append(Usual.points(usual.above(rates.mean)))
        says.append("\(rates.mean, of: .restingHeartRate), usually \(usual.median, of: .restingHeartRate)")
      }
      let variabilities = window.values(.heartRateVariability, backs)
      if variabilities.count >= ScoringWindow.leastOfAWeek,
        let usual = Usual.variability(window.values(.heartRateVariability, before))
      {
        points.append(Usual.points(-usual.above(variabilities.mean)))
        says.append(
          """
          variability \(variabilities.mean, of: .heartRateVariability), \
          usually \(usual.median, of: .heartRateVariability)
          """)
      }
      guard !points.isEmpty else { return nil }
      return PartFormula.Week(
        known: max(rates.count, variabilities.count), points: points.mean, says: says.joined(separator: "; "))
    }
  }
}

/// A weekly frequency.
struct WeeklyFrequency {
  private let aWeek: Double

  init(_ aWeek: Double) { self.aWeek = aWeek }

  /// "1 entry a week", "2.3 entries a week".
  func says(_ one: String, _ several: String) -> PartText {
    "\(aWeek, decimals: 1) \((aWeek * 10).rounded() == 10 ? one : several) a week"
  }
}
