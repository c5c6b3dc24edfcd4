internal import Kernel
public import Platform

/// Parses an instant in the format of HTTP (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`. The two older forms are
/// not supported.
public enum HTTPInstant {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  public static func date(_ text: String) -> Date? {
    guard text.utf8.count == 29, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].count == 4, parts[0].last == ",", parts[1].count == 2, parts[5] == "GMT",
      let month = months.firstIndex(of: String(parts[2]))
    else { return nil }
    return Moment.date("\(parts[3])-\(month < 9 ? "0" : "")\(month + 1)-\(parts[1])T\(parts[4])Z")
  }

  /// Parses a `Retry-After` value: seconds, or an instant by the server's clock. One hour at most.
  public static func wait(_ text: String?, at now: Date) -> Duration? {
    guard let text, text.utf8.count <= 40 else { return nil }
    let most = 3600.0
    if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      return .seconds(min(most, Double(text) ?? most))
    }
    guard let date = date(text) else { return nil }
    return .seconds(min(most, max(0, date.timeIntervalSince(now))))
  }
}
