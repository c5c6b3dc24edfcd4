public import FoundationEssentials

/// A calendar day without a zone, for daily values.
public struct Day: Sendable, Hashable, Comparable {
  public let year: Int
  public let month: Int
  public let day: Int

  /// Nil for a day that does not exist, or outside the years 1 to 9999.
  public init?(_ year: Int, _ month: Int, _ day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...Day.length(of: month, in: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day of an instant in a zone; nil outside `instants`.
  public init?(_ date: Date, in zone: TimeZone) {
    guard Day.instants.contains(date) else { return nil }
    let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
    self.init(number: Int((seconds / 86_400).rounded(.down)))
  }

  /// The day that many days after 1 January 1970.
  public init?(number: Int) {
    guard abs(number) < 4_000_000 else { return nil }
    // Counted from 1 March of the year 0 in eras of 400 years, so that a leap day is the last of its year.
    let days = number + 719_468
    let era = days >= 0 ? days / 146_097 : (days - 146_096) / 146_097
    let ofEra = days - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * ofYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    self.init(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// Days since 1 January 1970.
  public var number: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
  }

  public var weekday: Weekday { Weekday(rawValue: ((number + 3) % 7 + 7) % 7 + 1) ?? .monday }

  /// The first moment of the day in that zone, which is not always midnight.
  public func start(in zone: TimeZone) -> Date {
    let midnight = Double(number) * 86_400
    func moment(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
    let before = midnight - Double(zone.secondsFromGMT(for: moment(midnight - 86_400)))
    let after = midnight - Double(zone.secondsFromGMT(for: moment(midnight + 86_400)))
    let (early, late) = (min(before, after), max(before, after))
    return Day(moment(early), in: zone).map { $0 >= self } ?? true ? moment(early) : moment(late)
  }

  /// Parses `2026-03-12`; nil for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8.prefix(11))
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
    func number(_ part: ArraySlice<UInt8>) -> Int? {
      part.reduce(0 as Int?) { sum, byte in
        guard let sum, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        return sum * 10 + Int(byte - UInt8(ascii: "0"))
      }
    }
    guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10])
    else { return nil }
    self.init(year, month, day)
  }

  /// ISO 8601, such as `2026-03-12`.
  public var text: String { "\(Day.padded(year, to: 4))-\(Day.padded(month, to: 2))-\(Day.padded(day, to: 2))" }

  public static func < (left: Day, right: Day) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// The supported instants, 2 January of the year 1 to 30 December 9999: a day less at both ends, for the zones.
  static let instants = Date(timeIntervalSince1970: -62_135_510_400)...Date(timeIntervalSince1970: 253_402_128_000)

  static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Day: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = Day(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "is not a day such as 2026-03-12")
    }
    self = day
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
