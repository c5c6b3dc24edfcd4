/// The result of one question.
public struct Looked: Sendable, Hashable {
  public let question: Question
  /// Number of days with both values.
  public let days: Int
  /// The effective number of independent days.
  public let independent: Double
  /// Spearman's rho after removing weekday and slow-trend effects.
  public let rho: Double
  /// The 95 % confidence interval.
  public let interval: ClosedRange<Double>
  /// The p-value.
  public internal(set) var chance: Double
  /// The p-value corrected for all questions (q-value).
  public internal(set) var corrected: Double
  /// Number of permutations used; 0 when the formula alone ruled the correlation out.
  public internal(set) var shuffles: Int
}
