public import Days
public import Measures

/// What a device says of one day in one measure.
public struct ReadDay: Sendable, Hashable {
  public let day: CalendarDay
  public let measure: Measure
  public let amount: Double
  /// As the export calls it; nil for what all sources together come to, with no minute counted twice.
  public let source: String?

  public init(day: CalendarDay, measure: Measure, amount: Double, source: String?) {
    self.day = day
    self.measure = measure
    self.amount = amount
    self.source = source
  }
}
