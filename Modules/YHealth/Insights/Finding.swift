public import Days
public import Measures
public import Pillar

/// Two measures of a person that went together over their days, and how sure that is.
public struct Finding: Sendable, Hashable, Codable, Identifiable {
  /// One day of the two.
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
  /// How many days the effect came later: 0 to 2.
  public let lag: Int
  /// Spearman's rho, from -1 to 1.
  public let strength: Double
  /// Where it lies with 95 % certainty.
  public let interval: ClosedRange<Double>
  /// The chance of as strong a finding when there is nothing, corrected for all that were looked at.
  public let chance: Double
  public let points: [Point]
  /// 1 is shown first, 5 last.
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

  /// The same for the same two and the same lag, so that one who dismissed it is not told again.
  public var id: String { "\(cause.rawValue)-\(effect.rawValue)-\(lag)" }
  public var days: Int { points.count }
  public var pillar: Pillar { effect.pillar }
}

/// What came of looking through a person's days.
public struct InsightRun: Sendable, Hashable, Codable {
  /// In the order of their priority.
  public let findings: [Finding]
  /// How many pairs and lags were looked at.
  public let looked: Int
  /// How many days there were.
  public let days: Int

  public init(findings: [Finding], looked: Int, days: Int) {
    self.findings = findings
    self.looked = looked
    self.days = days
  }

  public static let none = InsightRun(findings: [], looked: 0, days: 0)
}
