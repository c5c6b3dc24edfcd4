internal import FoundationEssentials
internal import Kernel

/// Formats an instant for mail: `Thu, 15 Jan 2026 12:00:00 +0000`.
enum MailDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  /// The instants with a year of four digits.
  private static let instants = -62_135_596_800.0..<253_402_300_799.9995

  static func text(_ date: Date) -> String {
    guard instants.contains(date.timeIntervalSince1970) else { return "" }
    // The second of the nearest millisecond, as a moment is written.
    let (day, second) = CivilDate.split(Int((date.timeIntervalSince1970 + 0.000_5).rounded(.down)))
    let parts = CivilDate(daysSince1970: day)
    let time = [second / 3600, second / 60 % 60, second % 60].map(two).joined(separator: ":")
    let weekday = days[CivilDate.weekday(ofDay: day)]
    return "\(weekday), \(two(parts.day)) \(months[parts.month - 1]) \(parts.year) \(time) +0000"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
