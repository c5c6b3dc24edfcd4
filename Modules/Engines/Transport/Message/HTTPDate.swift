internal import Glibc
internal import Kernel

/// Formats an instant for HTTP (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  static func text(_ seconds: Int) -> String {
    let day = Int((Double(seconds) / 86_400).rounded(.down))
    let rest = seconds - day * 86_400
    // Counts years from March 1, so that the leap day comes last.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marched = (5 * dayOfYear + 2) / 153
    let date = dayOfYear - (153 * marched + 2) / 5 + 1
    let month = marched < 10 ? marched + 2 : marched - 10
    let year = yearOfEra + era * 400 + (month < 2 ? 1 : 0)
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map(two).joined(separator: ":")
    return "\(days[(day % 7 + 7) % 7]), \(two(date)) \(months[month]) \(year) \(time) GMT"
  }

  private static let latest = Locked((second: 0, line: [UInt8]()))

  /// The `date` header field, formatted once a second. It uses the system's clock rather than an injected one, since
  /// caches compare it with their own clocks.
  static var line: [UInt8] {
    let now = time(nil)
    return latest.withLock { latest in
      if latest.second != now { latest = (now, Array("date: \(text(now))\r\n".utf8)) }
      return latest.line
    }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
