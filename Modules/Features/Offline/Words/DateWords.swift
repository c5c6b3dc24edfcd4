internal import FoundationEssentials
internal import Interface
internal import Kernel

/// Formats instants in the given zone and locale.
struct DateWords {
  let now: Moment
  /// "November 22, 2026, 3:05 PM" rather than "22 November 2026, 15:05".
  let isAmerican: Bool

  init(_ now: Moment, locale: String) {
    self.now = now
    isAmerican = locale.hasSuffix("-US") || locale.hasSuffix("_US")
  }

  init(_ surroundings: Surroundings) { self.init(surroundings.now, locale: surroundings.locale) }

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// "22 November 2026".
  func day(_ date: Date) -> String {
    guard let parts = parts(date) else { return "an unknown day" }
    let month = DateWords.months[parts.month - 1]
    return isAmerican ? "\(month) \(parts.day), \(parts.year)" : "\(parts.day) \(month) \(parts.year)"
  }

  /// "15:05".
  func time(_ date: Date) -> String {
    guard let parts = parts(date) else { return "an unknown time" }
    let minute = (parts.minute < 10 ? "0" : "") + String(parts.minute)
    guard isAmerican else { return (parts.hour < 10 ? "0" : "") + "\(parts.hour):\(minute)" }
    let hour = parts.hour % 12 == 0 ? 12 : parts.hour % 12
    return "\(hour):\(minute) \(parts.hour < 12 ? "AM" : "PM")"
  }

  func instant(_ date: Date) -> String { "\(day(date)), \(time(date))" }

  /// The time alone for today, the day and time for other days.
  func brief(_ date: Date) -> String { day(date) == day(now.date) ? time(date) : instant(date) }

  /// "5 minutes ago".
  func ago(_ date: Date) -> String {
    let seconds = now.date.timeIntervalSince(date)
    // A time in the future, as after the clock was set back, reads as now.
    guard seconds.isFinite, seconds >= 60 else { return "just now" }
    func words(_ count: Double, _ unit: String) -> String {
      let whole = Int(min(count, 1_000_000))
      return "\(whole) \(unit)\(whole == 1 ? "" : "s") ago"
    }
    switch seconds {
    case ..<3600: return words(seconds / 60, "minute")
    case ..<86_400: return words(seconds / 3600, "hour")
    default: return words(seconds / 86_400, "day")
    }
  }

  private struct Parts {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
  }

  private func parts(_ date: Date) -> Parts? {
    // Beyond these years there are no entries, and calendar arithmetic fails.
    guard abs(date.timeIntervalSince1970) < 250_000_000_000 else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = now.zone
    let found = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    guard let year = found.year, let month = found.month, (1...12).contains(month), let day = found.day,
      let hour = found.hour, let minute = found.minute
    else { return nil }
    return Parts(year: year, month: month, day: day, hour: hour, minute: minute)
  }
}
