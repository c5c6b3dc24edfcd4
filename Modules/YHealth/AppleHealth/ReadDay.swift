public import Days
public import Measures

/// The amount of one measure on one day, as reported by a device.
public struct ReadDay: Sendable, Hashable {
  public let day: CalendarDay
  public let measure: Measure
  public let amount: Double
  /// The source's name in the export; nil for all sources together, with no minute counted twice.
  public let source: String?

  public init(day: CalendarDay, measure: Measure, amount: Double, source: String?) {
    self.day = day
    self.measure = measure
    self.amount = amount
    self.source = source
  }
}
