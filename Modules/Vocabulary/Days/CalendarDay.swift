public import FoundationEssentials
public import Hours
public import Kernel

/// A day of the Gregorian calendar, without a zone: "2026-11-22".
public struct CalendarDay: Sendable, Hashable, Comparable {
  /// Days since 1 January 1970.
  public let number: Int

  public init(number: Int) { self.number = number }

  public init(_ date: Date, in zone: TimeZone) {
    let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date)
    number = seconds.flooredBy(86_400)
  }

  public init(of moment: Moment) { self.init(moment.date, in: moment.zone) }

  /// Parses `yyyy-mm-dd`; nil for a text that is not a day of the calendar.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isPlain = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
    guard isPlain, parts.map(\.count) == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2]), let found = CalendarDay(year: year, month: month, day: day)
    else { return nil }
    self = found
  }

  /// Nil for a day that does not exist, such as the 30th of February.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    // Years start in March, so that the leap day is the last day of its year.
    let shifted = month > 2 ? year : year - 1
    let era = shifted.flooredBy(400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = era * 146_097 + dayOfEra - 719_468
    guard parts == (year, month, day) else { return nil }
  }

  public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }

  // MARK: Components

  private var parts: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = shifted.flooredBy(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      yearOfEra + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  public var year: Int { parts.year }
  public var month: Int { parts.month }
  public var day: Int { parts.day }
  /// Sunday is 0.
  public var weekday: Int { (number + 4) - (number + 4).flooredBy(7) * 7 }

  // MARK: Time zones

  private static func calendar(_ zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }

  public func start(in zone: TimeZone) -> Date? { instant(at: .midnight, in: zone) }

  /// The instant at which this time occurs in that zone. A time skipped when clocks are set forward maps to the same
  /// time after the change.
  public func instant(at time: TimeOfDay, in zone: TimeZone) -> Date? {
    let (year, month, day) = parts
    let components = DateComponents(
      year: year, month: month, day: day, hour: time.minutes / 60, minute: time.minutes % 60, second: 0)
    return CalendarDay.calendar(zone).date(from: components)
  }

  /// The whole day in that zone: 23 to 25 hours.
  public func range(in zone: TimeZone) -> Range<Date>? {
    guard let start = start(in: zone), let end = following(1).start(in: zone), start < end else { return nil }
    return start..<end
  }

  // MARK: Calendar arithmetic

  /// The day that many days later; earlier if negative.
  public func following(_ days: Int) -> CalendarDay { CalendarDay(number: number + days) }

  /// The same day that many years earlier; the 29th of February becomes the 1st of March.
  public func earlier(years: Int) -> CalendarDay? {
    let (year, month, day) = parts
    return CalendarDay(year: year - years, month: month, day: day)
      ?? CalendarDay(year: year - years, month: 3, day: 1)
  }

  /// Number of days from the other day to this one.
  public func days(since other: CalendarDay) -> Int { number - other.number }

  // MARK: Text forms

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  public var text: String {
    let (year, month, day) = parts
    let digits = String(year)
    return
      "\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)-\(CalendarDay.two(month))-\(CalendarDay.two(day))"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

  /// "22 November 2026".
  public var long: String {
    let (year, month, day) = parts
    return "\(day) \(CalendarDay.months[(month - 1) % 12]) \(year)"
  }

  /// "Sunday".
  public var weekdayName: String { CalendarDay.weekdays[weekday % 7] }

  /// "Today, Sunday 22 November 2026".
  public func title(on today: CalendarDay) -> String {
    let named = "\(weekdayName) \(long)"
    if self == today { return "Today, \(named)" }
    return following(1) == today ? "Yesterday, \(named)" : named
  }
}

extension CalendarDay: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = CalendarDay(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no day of the calendar")
    }
    self = day
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Moment {
  public var day: CalendarDay { CalendarDay(of: self) }

  /// The local time of day in the moment's zone.
  public var clock: TimeOfDay {
    let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date)
    return TimeOfDay(minutes: (seconds - seconds.flooredBy(86_400) * 86_400) / 60) ?? .midnight
  }
}

extension Int {
  /// Floor division: -1 by 7 is -1.
  fileprivate func flooredBy(_ other: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: other)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
