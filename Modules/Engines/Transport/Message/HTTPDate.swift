internal import Glibc
internal import Kernel

/// Formats an instant for HTTP (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
public enum HTTPDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// `seconds` are since 1970.
  public static func text(_ seconds: Int) -> String {
    let (day, rest) = CivilDate.split(seconds)
    let date = CivilDate(daysSince1970: day)
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map(two).joined(separator: ":")
    let weekday = days[CivilDate.weekday(ofDay: day)]
    return "\(weekday), \(two(date.day)) \(months[date.month - 1]) \(date.year) \(time) GMT"
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
