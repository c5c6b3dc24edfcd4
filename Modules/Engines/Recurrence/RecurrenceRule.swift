public import Platform

/// A recurrence rule of RFC 5545: every second Tuesday, the last working day of each month.
public struct RecurrenceRule: Sendable, Hashable {
  public enum Frequency: String, Sendable, Hashable, CaseIterable, Comparable {
    case secondly = "SECONDLY"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"

    private var rank: Int { Frequency.allCases.firstIndex(of: self) ?? 0 }

    public static func < (left: Frequency, right: Frequency) -> Bool { left.rank < right.rank }
  }

  /// A weekday, or the nth one of a month or year; negative from its end. Sunday is 0.
  public struct Weekday: Sendable, Hashable {
    public var weekday: Int
    public var nth: Int?

    public init(_ weekday: Int, nth: Int? = nil) {
      self.weekday = weekday
      self.nth = nth
    }
  }

  /// The end of the repetition, which belongs to it.
  public enum End: Sendable, Hashable {
    case never
    case count(Int)
    /// A day, or a local time of the event's own zone.
    case local(LocalTime)
    case instant(Date)
  }

  public var frequency: Frequency
  public var interval: Int
  public var end: End
  public var seconds: [Int]
  public var minutes: [Int]
  public var hours: [Int]
  public var weekdays: [Weekday]
  public var monthDays: [Int]
  public var yearDays: [Int]
  public var weeks: [Int]
  public var months: [Int]
  public var positions: [Int]
  /// The first day of a week; Monday is 1.
  public var weekStart: Int

  public init(
    _ frequency: Frequency, every interval: Int = 1, end: End = .never, seconds: [Int] = [], minutes: [Int] = [],
    hours: [Int] = [], weekdays: [Weekday] = [], monthDays: [Int] = [], yearDays: [Int] = [], weeks: [Int] = [],
    months: [Int] = [], positions: [Int] = [], weekStart: Int = 1
  ) {
    self.frequency = frequency
    self.interval = interval
    self.end = end
    self.seconds = seconds
    self.minutes = minutes
    self.hours = hours
    self.weekdays = weekdays
    self.monthDays = monthDays
    self.yearDays = yearDays
    self.weeks = weeks
    self.months = months
    self.positions = positions
    self.weekStart = weekStart
  }
}

/// A local date and time, without a zone.
public struct LocalTime: Sendable, Hashable, Comparable {
  /// Days since 1 January 1970.
  public var day: Int
  /// Seconds since midnight.
  public var second: Int
  /// A day as such, without a time.
  public var isDay: Bool

  public init(day: Int, second: Int = 0, isDay: Bool = false) {
    self.day = day
    self.second = second
    self.isDay = isDay
  }

  /// Seconds since the beginning of 1970, as if the local time were GMT.
  var count: Int { day * 86_400 + second }

  public static func < (left: LocalTime, right: LocalTime) -> Bool { left.count < right.count }
}
