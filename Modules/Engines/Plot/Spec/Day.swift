internal import Kernel
public import Platform

/// A calendar day without a zone, for daily values.
public struct Day: Sendable, Hashable, Comparable {
  private let date: CivilDate

  public var year: Int { date.year }
  public var month: Int { date.month }
  public var day: Int { date.day }

  /// Nil for a day that does not exist, or outside the years 1 to 9999.
  public init?(_ year: Int, _ month: Int, _ day: Int) {
    guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
    self.date = date
  }

  /// The day of an instant in a zone; nil outside `instants`.
  public init?(_ date: Date, in zone: TimeZone) {
    guard Day.instants.contains(date) else { return nil }
    let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
    self.init(number: Int((seconds / 86_400).rounded(.down)))
  }

  /// The day that many days after 1 January 1970; nil outside the years 1 to 9999.
  public init?(number: Int) {
    guard -3_999_999...3_999_999 ~= number else { return nil }
    let date = CivilDate(daysSince1970: number)
    guard 1...9999 ~= date.year else { return nil }
    self.date = date
  }

  /// Days since 1 January 1970.
  public var number: Int { date.daysSince1970 }

  public var weekday: Weekday {
    let fromSunday = CivilDate.weekday(ofDay: number)
    return Weekday(rawValue: fromSunday == 0 ? 7 : fromSunday) ?? .monday
  }

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
    guard let date = CivilDate(text) else { return nil }
    self.date = date
  }

  /// ISO 8601, such as `2026-03-12`.
  public var text: String { date.text }

  public static func < (left: Day, right: Day) -> Bool { left.date < right.date }

  /// The supported instants, 2 January of the year 1 to 30 December 9999: a day less at both ends, for the zones.
  static let instants = Date(timeIntervalSince1970: -62_135_510_400)...Date(timeIntervalSince1970: 253_402_128_000)

  static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
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
