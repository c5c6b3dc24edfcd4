/// What came of one question.
public struct Looked: Sendable, Hashable {
  public let question: Question
  /// How many days were known of both.
  public let days: Int
  /// How many independent days they were worth.
  public let independent: Double
  /// Spearman's rho of what weekday and slow trend do not explain.
  public let rho: Double
  /// Where it lies with 95 % certainty.
  public let interval: ClosedRange<Double>
  /// How often chance alone does as well (p).
  public internal(set) var chance: Double
  /// The same, corrected for all that was looked at (q).
  public internal(set) var corrected: Double
  /// How many shuffles say so; with none, it was plain from the formula that nothing was to be found.
  public internal(set) var shuffles: Int
}
