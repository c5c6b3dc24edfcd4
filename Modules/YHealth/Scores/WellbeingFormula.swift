internal import Measures

/// Wellbeing: mood, habits and journal over a week.
enum WellbeingFormula {
  static let parts = [mood, energy, stress, habits, journal]
  static let measures: [Measure] = [.mood, .energy, .stress, .habitsDone, .habitsDue, .journal]

  private static let feeling = ScoringCurve((1, 0), (5, 50), (7, 80), (9, 100))

  private static let mood = PartFormula(id: "mood", title: "Mood", weight: 0.4) { window in
    .mean(window, .mood, feeling) { "\($0, of: .mood)" }
  }

  private static let energy = PartFormula(id: "energy", title: "Energy", weight: 0.2) { window in
    .mean(window, .energy, feeling) { "\($0, of: .energy)" }
  }

  private static let stress = PartFormula(id: "stress", title: "Calm", weight: 0.15) { window in
    .mean(window, .stress, ScoringCurve((2, 100), (4, 80), (6, 50), (10, 0))) { "stress \($0, of: .stress)" }
  }

  /// The share of due habits that were kept, on days with data.
  private static let habits = PartFormula(id: "habits", title: "Habits kept", weight: 0.15) { window in
    .week(window, isTotal: true) { backs in
      var (days, done, due) = (0, 0.0, 0.0)
      for back in backs {
        guard window.isKnown(back), let expected = window[back, .habitsDue], expected > 0 else { continue }
        days += 1
        due += expected
        done += min(expected, window[back, .habitsDone] ?? 0)
      }
      guard due > 0 else { return nil }
      return PartFormula.Week(
        known: days, points: 100 * done / due, says: "\(Int(done.rounded())) of \(Int(due.rounded()))")
    }
  }

  /// The journal only adds points: none gives half.
  private static let journal = PartFormula(id: "journal", title: "Journal", weight: 0.1) { window in
    .week(window, isTotal: true) { backs in
      let (known, aWeek) = window.happened(.journal, backs)
      return PartFormula.Week(
        known: known, points: ScoringCurve((0, 50), (4, 100))(aWeek),
        says: WeeklyFrequency(aWeek).says("entry", "entries"))
    }
  }
}
