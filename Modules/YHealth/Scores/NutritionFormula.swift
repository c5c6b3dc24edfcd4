internal import Measures

/// Nutrition: regular meals, enough of common deficits, and consistency with what is usual. Body weight is part of no
/// score, and food intake is compared only with the person's own usual amount.
enum NutritionFormula {
  static let parts = [meals, protein, fibre, water, energy]
  static let measures: [Measure] = [.meals, .protein, .fibre, .water, .calories]

  private static let meals = PartFormula(id: "meals", title: "Regular meals", weight: 0.4) { window in
    .week(window, isTotal: true) { backs in
      let meals = window.values(.meals, backs)
      // Each day is scored by itself: six meals on one day do not make up for a day with none.
      let points = meals.map(ScoringCurve((0, 0), (1, 40), (2, 75), (3, 100)).callAsFunction)
      return PartFormula.Week(
        known: meals.count, points: points.mean, says: "\(meals.mean, decimals: 1) a day")
    }
  }

  private static let protein = PartFormula(id: "protein", title: "Protein", weight: 0.15) { window in
    .mean(window, .protein, ScoringCurve((0, 0), (50, 80), (75, 100))) { "\($0, of: .protein) a day" }
  }

  private static let fibre = PartFormula(id: "fibre", title: "Fibre", weight: 0.15) { window in
    .mean(window, .fibre, ScoringCurve((0, 0), (25, 80), (35, 100))) { "\($0, of: .fibre) a day" }
  }

  private static let water = PartFormula(id: "water", title: "Water", weight: 0.15) { window in
    .mean(window, .water, ScoringCurve((0, 0), (1600, 80), (2000, 100))) { "\($0, of: .water) a day" }
  }

  /// A deviation of up to about a sixth counts as usual.
  private static let energy = PartFormula(id: "energy", title: "Eating as usual", weight: 0.15) { window in
    .week(window, isTotal: true) { backs in
      let calories = window.values(.calories, backs)
      let before = window.values(.calories, ScoringWindow.week..<ScoringWindow.week + ScoringWindow.usual)
      guard before.count >= ScoringWindow.leastOfUsual else { return nil }
      // A lower median means incomplete logging.
      let usual = max(500, before.median)
      return PartFormula.Week(
        known: calories.count, points: ScoringCurve((0.15, 100), (0.6, 0))(abs(calories.mean / usual - 1)),
        says: "\(calories.mean, of: .calories) a day, usually \(before.median, of: .calories)")
    }
  }
}
