/// A date of the Gregorian calendar, extended to all years, and its arithmetic: every type for days and dates counts
/// with it. Knows no zone and no time of day.
public struct CivilDate: Sendable, Hashable, Comparable {
  public let year: Int
  /// From 1 to 12.
  public let month: Int
  /// From 1 to 31.
  public let day: Int

  /// Nil for a date that does not exist, such as the 30th of February, or outside the years 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, 1...CivilDate.length(ofMonth: month, in: year) ~= day else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The date that many days after 1 January 1970, by Howard Hinnant's `civil_from_days`. Its year may be any.
  public init(daysSince1970 days: Int) {
    // Counts from 1 March of the year 0 in eras of 400 years, so that a leap day is the last of its year.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
  }

  /// Days since 1 January 1970, by Howard Hinnant's `days_from_civil`.
  public var daysSince1970: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // MARK: Days since 1970

  /// The weekday of a day since 1970: 0 is Sunday, 6 is Saturday.
  public static func weekday(ofDay days: Int) -> Int { (days % 7 + 11) % 7 }

  /// Splits a time since 1970 into its day and the time since that day began, which is never negative. `dayLength` is
  /// that of a day in the same unit, by default seconds.
  public static func split(_ time: Int, dayLength: Int = 86_400) -> (day: Int, rest: Int) {
    let (day, rest) = time.quotientAndRemainder(dividingBy: dayLength)
    return rest < 0 ? (day - 1, rest + dayLength) : (day, rest)
  }

  // MARK: Text

  /// Parses `2026-03-12`, in ASCII digits; nil for any other text and for a date that does not exist.
  public init?(_ text: String) {
    guard text.utf8.count == 10 else { return nil }
    var (year, month, day) = (0, 0, 0)
    for (place, byte) in text.utf8.enumerated() {
      if place == 4 || place == 7 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard 0x30...0x39 ~= byte else { return nil }
      let digit = Int(byte - 0x30)
      switch place {
      case ..<4: year = year * 10 + digit
      case ..<7: month = month * 10 + digit
      default: day = day * 10 + digit
      }
    }
    self.init(year: year, month: month, day: day)
  }

  /// ISO 8601, such as `2026-03-12`. Texts of the years 0 to 9999 sort in order of time.
  public var text: String {
    guard 0...9999 ~= year else { return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)" }
    return String(unsafeUninitializedCapacity: 10) { bytes in
      func put(_ number: Int, _ places: Range<Int>) {
        var rest = number
        for place in places.reversed() {
          bytes[place] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
          rest /= 10
        }
      }
      put(year, 0..<4)
      put(month, 5..<7)
      put(day, 8..<10)
      (bytes[4], bytes[7]) = (UInt8(ascii: "-"), UInt8(ascii: "-"))
      return 10
    }
  }
}
