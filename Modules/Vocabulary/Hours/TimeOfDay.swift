/// A local time of day without a zone: "22:00".
public struct TimeOfDay: Sendable, Hashable, Comparable {
  public static let minutesOfADay = 1440

  /// Minutes since midnight.
  public let minutes: Int

  /// Nil for a number outside one day.
  public init?(minutes: Int) {
    guard (0..<TimeOfDay.minutesOfADay).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  private init(_ minutes: Int) { self.minutes = minutes }

  public static let midnight = TimeOfDay(0)

  /// A full hour, taken modulo 24.
  public static func at(_ hour: Int) -> TimeOfDay {
    let hours = hour % 24
    return TimeOfDay((hours < 0 ? hours + 24 : hours) * 60)
  }

  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }

  /// The canonical form: "07:05".
  public var text: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }

  /// Parses the canonical form only, for stored values.
  public init?(_ text: String) {
    guard let time = TimeOfDay(typed: text), time.text == text else { return nil }
    self = time
  }

  /// Parses user input: "22:00", "7:05", "7.30", "0730", "22", "10pm", "10:30 PM".
  public init?(typed text: String) {
    guard text.utf8.count <= 16 else { return nil }
    var rest = text.lowercased().filter { $0 != " " }[...]
    let half = ["am", "pm"].first { rest.hasSuffix($0) }
    if half != nil { rest = rest.dropLast(2) }
    var parts = rest.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
    // Three or four digits are hours and minutes.
    if parts.count == 1, (3...4).contains(rest.utf8.count) { parts = [rest.dropLast(2), rest.suffix(2)] }
    guard (1...2).contains(parts.count), var hour = TimeOfDay.number(parts[0], 1...2),
      let minute = parts.count == 2 ? TimeOfDay.number(parts[1], 2...2) : 0, minute < 60
    else { return nil }
    if let half {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half == "pm" ? 12 : 0)
    }
    guard hour < 24 else { return nil }
    minutes = hour * 60 + minute
  }

  /// Accepts ASCII digits only: `Int("+7")` is a number too, but not an hour.
  private static func number(_ text: Substring, _ length: ClosedRange<Int>) -> Int? {
    guard length.contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(text)
  }
}

extension TimeOfDay: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let time = TimeOfDay(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time of day")
    }
    self = time
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
