public import Days
internal import Measures

/// The score of the night that ended on a day, with its parts.
public struct SleepScore: Sendable, Hashable, Codable {
  public let day: CalendarDay
  /// From 0 to 100; nil when its duration is not known.
  public let value: Int?
  public let parts: [ScorePart]
  public let coverage: Coverage

  public init(day: CalendarDay, value: Int?, parts: [ScorePart], coverage: Coverage) {
    self.day = day
    self.value = value
    self.parts = parts
    self.coverage = coverage
  }
}

/// The night that ended `back` days before the last day of a window.
struct ScoredNight {
  /// Minutes below which a night counts as short.
  static let short = 360.0
  private static let bedtimes = 14
  private static let leastBedtimes = 5

  let window: ScoringWindow
  let back: Int

  private static let duration = ScoringCurve(
    (0, 0), (180, 5), (240, 20), (300, 50), (360, 80), (420, 100), (540, 100), (660, 50))
  private static let stage = ScoringCurve((0, 0), (90, 100))
  private static let awake = ScoringCurve((20, 100), (90, 0))
  private static let awakenings = ScoringCurve((1, 100), (2, 75), (3, 50), (4, 0))
  private static let late = ScoringCurve((15, 100), (120, 0))
  private static let early = ScoringCurve((15, 100), (120, 80))

  /// From 0 to 100, not rounded; nil when its duration is not known.
  var points: Double? {
    guard let durationPoints else { return nil }
    var (sum, weight) = (0.4 * durationPoints, 0.4)
    for part in [stages, consistency, interruptions] {
      guard let points = part.points else { continue }
      sum += 0.2 * points
      weight += 0.2
    }
    return sum / weight
  }

  var parts: [ScorePart] {
    let length = Part(
      points: durationPoints, known: duration == nil ? 0 : 1, of: 1, counted: "measures",
      says: duration.map { Measure.sleepMinutes.said($0) })
    return [
      length.part("duration", "Duration", 0.4), stages.part("stages", "Stages", 0.2),
      consistency.part("consistency", "Consistency", 0.2), interruptions.part("interruptions", "Interruptions", 0.2),
    ]
  }

  private struct Part {
    let points: Double?
    let known: Int
    let of: Int
    let counted: String
    let says: String?

    func part(_ id: String, _ title: String, _ weight: Double) -> ScorePart {
      ScorePart(
        id: id, title: title, weight: weight, points: points, coverage: Coverage(known, of: of, counted),
        says: says.map { PartText($0) } ?? PartFormula.Found.tooLittle)
    }
  }

  var duration: Double? { window[back, .sleepMinutes] }
  var durationPoints: Double? { duration.map { ScoredNight.duration($0) } }

  /// Deep and REM sleep, with 90 minutes each as the target.
  private var stages: Part {
    let known = [Measure.deepMinutes, .remMinutes].compactMap { measure in
      window[back, measure].map { (measure, $0) }
    }
    return Part(
      points: known.isEmpty ? nil : known.map { ScoredNight.stage($0.1) }.mean, known: known.count, of: 2,
      counted: "measures",
      says: known.isEmpty
        ? nil : known.map { "\($0.0.title.lowercasedFirst) \($0.0.said($0.1))" }.joined(separator: ", "))
  }

  /// The median bedtime of the two weeks before that night.
  private var usualBedtime: Double? {
    let values = window.values(.bedtime, back + 1..<back + 1 + ScoredNight.bedtimes)
    return values.count >= ScoredNight.leastBedtimes ? values.median : nil
  }

  private var consistency: Part {
    let known = window.values(.bedtime, back + 1..<back + 1 + ScoredNight.bedtimes).count
    guard let bedtime = window[back, .bedtime], let usual = usualBedtime else {
      return Part(points: nil, known: known, of: ScoredNight.bedtimes, counted: "nights", says: nil)
    }
    let late = bedtime - usual
    return Part(
      points: late >= 0 ? ScoredNight.late(late) : ScoredNight.early(-late), known: known, of: ScoredNight.bedtimes,
      counted: "nights",
      says: "to bed at \(Measure.bedtime.said(bedtime)), usually \(Measure.bedtime.said(usual))")
  }

  /// Four fifths for the time awake, one fifth for the number of awakenings.
  private var interruptions: Part {
    let awake = window[back, .awakeMinutes]
    let times = window[back, .awakenings]
    let known = (awake == nil ? 0 : 1) + (times == nil ? 0 : 1)
    var says: [String] = []
    if let awake { says.append("awake for \(Measure.awakeMinutes.said(awake))") }
    if let times { says.append(times == 1 ? "woken once" : "woken \(Measure.awakenings.said(times)) times") }
    let (sum, weight) = (
      (awake.map { 0.8 * ScoredNight.awake($0) } ?? 0) + (times.map { 0.2 * ScoredNight.awakenings($0) } ?? 0),
      (awake == nil ? 0 : 0.8) + (times == nil ? 0 : 0.2)
    )
    return Part(
      points: known == 0 ? nil : sum / weight, known: known, of: 2, counted: "measures",
      says: known == 0 ? nil : says.joined(separator: ", "))
  }
}

extension String {
  /// Lowercases the first letter, except in abbreviations.
  fileprivate var lowercasedFirst: String {
    guard let first, dropFirst().first?.isLowercase == true else { return self }
    return first.lowercased() + dropFirst()
  }
}
