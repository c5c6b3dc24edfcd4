public import Days
public import Measures
public import Pillar

/// A correlation of two measures over a person's days, with its confidence.
public struct Finding: Sendable, Hashable, Codable, Identifiable {
  /// The values of one day.
  public struct Point: Sendable, Hashable, Codable {
    /// The day of the effect.
    public let day: CalendarDay
    public let cause: Double
    public let effect: Double

    public init(day: CalendarDay, cause: Double, effect: Double) {
      self.day = day
      self.cause = cause
      self.effect = effect
    }
  }

  public let cause: Measure
  public let effect: Measure
  /// Days by which the effect follows the cause: 0 to 2.
  public let lag: Int
  /// Spearman's rho, from -1 to 1.
  public let strength: Double
  /// The 95 % confidence interval.
  public let interval: ClosedRange<Double>
  /// The probability of as strong a correlation by chance, corrected for multiple comparisons.
  public let chance: Double
  public let points: [Point]
  /// From 1, shown first, to 5.
  public let priority: Int

  public init(
    cause: Measure, effect: Measure, lag: Int, strength: Double, interval: ClosedRange<Double>, chance: Double,
    points: [Point], priority: Int
  ) {
    self.cause = cause
    self.effect = effect
    self.lag = lag
    self.strength = strength
    self.interval = interval
    self.chance = chance
    self.points = points
    self.priority = priority
  }

  /// The same for the same measures and lag, so that a dismissed finding stays dismissed.
  public var id: String { "\(cause.rawValue)-\(effect.rawValue)-\(lag)" }
  public var days: Int { points.count }
  public var pillar: Pillar { effect.pillar }
}

/// The result of one analysis of a person's days.
public struct InsightRun: Sendable, Hashable, Codable {
  /// Sorted by priority.
  public let findings: [Finding]
  /// Number of pairs and lags tested.
  public let looked: Int
  /// Number of days analysed.
  public let days: Int
  /// The findings about measures that the person has defined, the strongest first.
  public let own: [OwnFinding]

  public init(findings: [Finding], looked: Int, days: Int, own: [OwnFinding] = []) {
    self.findings = findings
    self.looked = looked
    self.days = days
    self.own = own
  }

  private enum CodingKeys: String, CodingKey { case findings, looked, days, own }

  /// A run of an earlier version has no findings of one's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      findings: try container.decode([Finding].self, forKey: .findings),
      looked: try container.decode(Int.self, forKey: .looked), days: try container.decode(Int.self, forKey: .days),
      own: try container.decodeIfPresent([OwnFinding].self, forKey: .own) ?? [])
  }

  public static let none = InsightRun(findings: [], looked: 0, days: 0)
}
