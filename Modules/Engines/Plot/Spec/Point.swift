internal import Kernel
public import Platform

/// One value of a series and its position. Without a value it is a gap, which is drawn and counted as such.
public struct Point: Sendable, Hashable {
  public var x: Position
  public var y: Double?
  /// A note on this point alone, such as that it is unusually high.
  public var note: String?

  public init(_ x: Position, _ y: Double?, note: String? = nil) {
    self.x = x
    self.y = y
    self.note = note
  }
}

/// A position along the x axis of a chart.
public enum Position: Sendable, Hashable {
  case day(Day)
  case instant(Date)
  case number(Double)
  case label(String)

  enum Sort { case time, number, label }

  var sort: Sort {
    switch self {
    case .day, .instant: .time
    case .number: .number
    case .label: .label
    }
  }

  /// Nil off the axis of time.
  func day(in zone: TimeZone) -> Day? {
    switch self {
    case .day(let day): day
    case .instant(let date): Day(date, in: zone)
    case .number, .label: nil
    }
  }

  func text(in zone: TimeZone, _ writing: Writing = .english) -> String {
    switch self {
    case .day(let day): return day.text
    case .number(let number): return writing.plain(number)
    case .label(let label): return label
    case .instant(let date):
      guard let day = Day(date, in: zone) else { return "an unknown day" }
      let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
      let minutes = Int((seconds / 60).rounded(.down)) % 1_440
      let ofDay = minutes < 0 ? minutes + 1_440 : minutes
      return "\(day.text) \(Day.padded(ofDay / 60, to: 2)):\(Day.padded(ofDay % 60, to: 2))"
    }
  }
}

/// In JSON the key determines the kind of `x`: `{"day": "2026-03-12", "y": 3}`, or `at` (an instant, to the
/// millisecond), `x` (a number) or `label`.
extension Point: Codable {
  private enum CodingKeys: String, CodingKey { case day, at, x, label, y, note }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    y = try container.decodeIfPresent(Double.self, forKey: .y)
    note = try container.decodeIfPresent(String.self, forKey: .note)
    let keys = [CodingKeys.day, .at, .x, .label].filter { container.contains($0) }
    guard keys.count == 1, let key = keys.first else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "needs one of day, at, x or label, and one only"))
    }
    switch key {
    case .day: x = .day(try container.decode(Day.self, forKey: key))
    case .x: x = .number(try container.decode(Double.self, forKey: key))
    case .label: x = .label(try container.decode(String.self, forKey: key))
    default:
      guard let date = Moment.date(try container.decode(String.self, forKey: key)) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "is not an instant such as 2026-03-12T08:00:00Z")
      }
      x = .instant(date)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch x {
    case .day(let day): try container.encode(day, forKey: .day)
    case .instant(let date): try container.encode(Moment(date).text, forKey: .at)
    case .number(let number): try container.encode(number, forKey: .x)
    case .label(let label): try container.encode(label, forKey: .label)
    }
    // Written as null rather than omitted, so that a reader of the file sees the gap.
    try container.encode(y, forKey: .y)
    try container.encodeIfPresent(note, forKey: .note)
  }
}
