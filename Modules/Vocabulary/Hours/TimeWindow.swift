/// A daily interval from one time up to another, such as quiet hours; it may pass midnight: 22:00 to 07:00.
public struct TimeWindow: Sendable, Hashable {
  public let start: TimeOfDay
  /// The first minute after the window.
  public let end: TimeOfDay

  /// Nil if start and end are equal, which could mean either no time or a whole day.
  public init?(from start: TimeOfDay, to end: TimeOfDay) {
    guard start != end else { return nil }
    self.start = start
    self.end = end
  }

  private init(_ start: TimeOfDay, _ end: TimeOfDay) {
    self.start = start
    self.end = end
  }

  /// From 22:00 to 07:00.
  public static let night = TimeWindow(.at(22), .at(7))

  public var passesMidnight: Bool { end < start }

  public func contains(_ time: TimeOfDay) -> Bool {
    passesMidnight ? time >= start || time < end : time >= start && time < end
  }

  /// The length in minutes, 1 to 1439.
  public var minutes: Int {
    let length = end.minutes - start.minutes
    return length > 0 ? length : length + TimeOfDay.minutesOfADay
  }
}

extension TimeWindow: Codable {
  private enum CodingKeys: String, CodingKey { case start, end }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let start = try container.decode(TimeOfDay.self, forKey: .start)
    let end = try container.decode(TimeOfDay.self, forKey: .end)
    guard let window = TimeWindow(from: start, to: end) else {
      throw DecodingError.dataCorruptedError(forKey: .end, in: container, debugDescription: "ends where it starts")
    }
    self = window
  }
}
