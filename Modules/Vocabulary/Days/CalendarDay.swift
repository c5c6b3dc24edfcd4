public import Hours
public import Kernel
public import Platform

/// A day of the Gregorian calendar, without a zone: "2026-11-22".
public struct CalendarDay: Sendable, Hashable, Comparable {
  /// Days since 1 January 1970.
  public let number: Int

  public init(number: Int) { self.number = number }

  public init(_ date: Date, in zone: TimeZone) {
    let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date)
    number = CivilDate.split(seconds).day
  }

  public init(of moment: Moment) { self.init(moment.date, in: moment.zone) }

  /// Parses `yyyy-mm-dd`; nil for a text that is not a day of the calendar.
  public init?(_ text: String) {
    guard let date = CivilDate(text) else { return nil }
    number = date.daysSince1970
  }

  /// Parses what a person typed: `yyyy-mm-dd`, and day, month and year with points in a locale that writes days so.
  public init?(typed text: String, locale: String) {
    if let day = CalendarDay(text) {
      self = day
      return
    }
    let language = locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
    guard CalendarDay.dotted.contains(language), parts.count == 3, parts[2].utf8.count == 4,
      parts.allSatisfy({ (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      let day = Int(parts[0]), let month = Int(parts[1]), let year = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Languages whose short days are written with points, after the Unicode Common Locale Data Repository.
  private static let dotted: Set<String> = [
    "az", "be", "bg", "cs", "da", "de", "et", "fi", "fo", "gsw", "hr", "hy", "is", "ka", "kk", "lv", "mk", "nb", "nn",
    "no", "pl", "ro", "ru", "sk", "sl", "sq", "sr", "tr", "uk",
  ]

  /// Nil for a day that does not exist, such as the 30th of February.
  public init?(year: Int, month: Int, day: Int) {
    guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
    number = date.daysSince1970
  }

  public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }

  // MARK: Components

  private var date: CivilDate { CivilDate(daysSince1970: number) }

  public var year: Int { date.year }
  public var month: Int { date.month }
  public var day: Int { date.day }
  /// Sunday is 0.
  public var weekday: Int { CivilDate.weekday(ofDay: number) }

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
    let date = date
    let components = DateComponents(
      year: date.year, month: date.month, day: date.day, hour: time.minutes / 60, minute: time.minutes % 60, second: 0)
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
    let date = date
    return CalendarDay(year: date.year - years, month: date.month, day: date.day)
      ?? CalendarDay(year: date.year - years, month: 3, day: 1)
  }

  /// Number of whole calendar months from an earlier day to this one. A month after the 31st ends with a shorter one's last
  /// day. Whole years are twelve of them.
  public func months(since other: CalendarDay) -> Int {
    let isShort = day < other.day && following(1).day != 1
    return (year - other.year) * 12 + month - other.month - (isShort ? 1 : 0)
  }

  /// Number of days from the other day to this one.
  public func days(since other: CalendarDay) -> Int { number - other.number }

  // MARK: Text forms

  /// "2026-11-22".
  public var text: String { date.text }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

  /// "22 November 2026".
  public var long: String {
    let date = date
    return "\(date.day) \(CalendarDay.months[(date.month - 1) % 12]) \(date.year)"
  }

  /// "Sunday".
  public var weekdayName: String { CalendarDay.weekdays[weekday % 7] }

  /// "Today, Sunday 22 November 2026".
  public func title(on today: CalendarDay) -> String {
    let named = "\(weekdayName) \(long)"
    if self == today { return "Today, \(named)" }
    return following(1) == today ? "Yesterday, \(named)" : named
  }

  /// "Today", "Yesterday", "Sunday 22 November", and with its year in another year.
  public func brief(on today: CalendarDay) -> String {
    if self == today { return "Today" }
    if following(1) == today { return "Yesterday" }
    let date = date
    let month = CalendarDay.months[(date.month - 1) % 12]
    return "\(weekdayName) \(date.day) \(month)" + (date.year == today.date.year ? "" : " \(date.year)")
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
    return TimeOfDay(minutes: CivilDate.split(seconds).rest / 60) ?? .midnight
  }
}
