public import Days
public import Measures

extension Scores {
  /// The recovery on the morning of a day: from the last night's sleep, the heart compared with the four weeks before,
  /// and yesterday's training load.
  public static func recovery(on day: CalendarDay, of table: DayTable) -> Recovery {
    let morning = Morning(window: ScoringWindow(day, of: table))
    let parts = morning.signs.map(\.part)
    let value = parts.points.map { Int($0.rounded()) }
    let warnings = morning.warnings
    // The specified sentence for a recovery below half.
    let low = value.map { $0 < 50 } == true ? ["Low recovery today. Consider light activity."] : []
    let alert = low + warnings
    let known = parts.count { $0.points != nil }
    let lack = Recovery.lack(value, parts)
    let weakest = morning.signs.filter { $0.part.points != nil }.min {
      ($0.part.points ?? 100) < ($1.part.points ?? 100)
    }
    return Recovery(
      day: day, value: value, parts: parts, coverage: Coverage(known, of: parts.count, "signs"),
      alert: alert.isEmpty ? nil : alert.joined(separator: " "),
      advice: Recovery.workout(value, isAlert: !alert.isEmpty).map { $0.advice(weakest?.reason) }
        ?? WorkoutAdvice.unknown(lack))
  }
}

/// The kind of workout that suits a day.
public enum WorkoutAdvice: String, Sendable, Hashable, Codable, CaseIterable {
  case rest, easy, moderate, hard

  static func unknown(_ lack: Recovery.Lack?) -> PartText {
    let words =
      switch lack {
      case .lastNight, nil: "Log last night’s sleep, or wear a device at night."
      case .comparison: "Last night is there; a few more recent days to compare it with are not."
      }
    return "Too little is known to recommend a workout. \(words)"
  }

  func advice(_ reason: PartText?) -> PartText {
    let because: PartText = reason.map { ": \($0)." } ?? "."
    return switch self {
    case .rest: "Rest today, or take a gentle walk\(because)"
    case .easy: "Keep it easy today\(because)"
    case .moderate: "A moderate workout suits today\(because)"
    case .hard: "A hard workout suits today: you have recovered well."
    }
  }
}

extension Recovery {
  /// The reason for a missing score.
  public enum Lack: Sendable, Hashable {
    /// Last night's sleep is not known.
    case lastNight
    /// Last night is known, and too few recent days to compare with are.
    case comparison
  }

  /// Nil when there is a score.
  public var lack: Lack? { Recovery.lack(value, parts) }

  static func lack(_ value: Int?, _ parts: [ScorePart]) -> Lack? {
    guard value == nil else { return nil }
    // The coverage of the night counts the parts that are known of it.
    let night = parts.first { $0.id == "sleep" }?.coverage.known ?? 0
    return night > 0 ? .comparison : .lastNight
  }

  /// The suitable workout; nil when too little is known. After a warning it is at most easy.
  public var workout: WorkoutAdvice? { Recovery.workout(value, isAlert: alert != nil) }

  static func workout(_ value: Int?, isAlert: Bool) -> WorkoutAdvice? {
    guard let value else { return nil }
    if value < 35 { return .rest }
    if value < 65 || isAlert { return .easy }
    return value < 80 ? .moderate : .hard
  }
}

/// The morning's data on the night, the heart and the day before.
private struct Morning {
  struct Sign {
    let part: ScorePart
    /// The reason, as a part of a sentence.
    let reason: PartText
  }

  private static let before = 1..<1 + ScoringWindow.usual
  private static let load = ScoringCurve((1, 100), (2, 75), (4, 20))
  /// Half an hour at medium effort, so that a first short workout after a long break gives no warning.
  private static let leastLoad = 150.0

  let window: ScoringWindow

  var signs: [Sign] { [sleep, restingHeartRate, variability, yesterday] }

  private var sleep: Sign {
    let night = ScoredNight(window: window, back: 0)
    let parts = night.parts
    let slept = night.duration.map { Measure.sleepMinutes.said($0) }
    return Sign(
      part: ScorePart(
        id: "sleep", title: "Last night’s sleep", weight: 0.4,
        // The quality of a night does not make up for too little sleep.
        points: night.points.map { min($0, night.durationPoints ?? 100) },
        coverage: Coverage(parts.count { $0.points != nil }, of: parts.count, "parts"),
        says: slept.map { PartText($0) } ?? PartFormula.Found.tooLittle),
      // A night can be long enough and yet poor.
      reason: (420...540).contains(night.duration ?? 0)
        ? "your night was restless, or not at its usual time" : "you slept \(slept ?? "little")")
  }

  private var heart: (now: Double, usual: Usual)? {
    guard let now = window[0, .restingHeartRate],
      let usual = Usual.restingHeartRate(window.values(.restingHeartRate, Morning.before))
    else { return nil }
    return (now, usual)
  }

  private var rhythm: (now: Double, usual: Usual)? {
    guard let now = window[0, .heartRateVariability],
      let usual = Usual.variability(window.values(.heartRateVariability, Morning.before))
    else { return nil }
    return (now, usual)
  }

  private var restingHeartRate: Sign {
    sign(.restingHeartRate, "Resting heart rate", heart, isWorseAbove: true)
  }

  private var variability: Sign {
    sign(.heartRateVariability, "Heart rate variability", rhythm, isWorseAbove: false)
  }

  private func sign(
    _ measure: Measure, _ title: String, _ found: (now: Double, usual: Usual)?, isWorseAbove: Bool
  ) -> Sign {
    let known = window.values(measure, Morning.before).count
    let says = found.map { "\($0.now, of: measure), usually \($0.usual.median, of: measure)" as PartText }
    let points = found.map { Usual.points(isWorseAbove ? $0.usual.above($0.now) : -$0.usual.above($0.now)) }
    return Sign(
      part: ScorePart(
        id: isWorseAbove ? "heart" : "variability", title: title, weight: 0.25, points: points,
        coverage: Coverage(known, of: ScoringWindow.usual, "days"),
        says: says ?? PartFormula.Found.tooLittle),
      reason: "your \(title.lowercased()) is \(says ?? "not known")")
  }

  /// The training load: minutes times effort. A day with other data and no workout had none.
  private func load(_ back: Int) -> Double? {
    guard window.isKnown(back) else { return nil }
    return (window[back, .workoutMinutes] ?? 0) * (window[back, .effort] ?? 5)
  }

  private var yesterday: Sign {
    let loads = (2..<2 + ScoringWindow.usual).compactMap(load)
    let now = loads.count >= ScoringWindow.leastOfUsual ? load(1) : nil
    let ratio = now.map { $0 / max(Morning.leastLoad, loads.mean) }
    return Sign(
      part: ScorePart(
        id: "load", title: "Yesterday’s load", weight: 0.1, points: ratio.map { Morning.load($0) },
        coverage: Coverage(loads.count, of: ScoringWindow.usual, "days"),
        says: ratio.map { $0 > 1 ? "more than usual" : "no more than usual" } ?? PartFormula.Found.tooLittle),
      reason: "yesterday’s workout was more than usual")
  }

  /// Warnings for two signs of the heart together, or three short nights. They state facts and sensible advice, and
  /// name no illness.
  var warnings: [String] {
    var warnings: [String] = []
    if let heart, let rhythm, heart.usual.above(heart.now) >= Usual.wellOff,
      rhythm.usual.above(rhythm.now) <= -Usual.wellOff
    {
      warnings.append(
        "Your resting heart rate is well above your usual, and your heart rate variability well below. Take it easy today."
      )
    }
    let nights = (0..<3).compactMap { window[$0, .sleepMinutes] }
    if nights.count == 3, nights.allSatisfy({ $0 < ScoredNight.short }) {
      warnings.append("Your last three nights were shorter than 6 hours. An early night would do you good.")
    }
    return warnings
  }
}
