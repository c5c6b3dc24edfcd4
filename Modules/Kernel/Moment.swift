public import FoundationEssentials
internal import FoundationInternationalization

/// An instant together with the zone in which the person lives through it.
public struct Moment: Sendable, Hashable {
  public var date: Date
  public var zone: TimeZone

  public init(_ date: Date, in zone: TimeZone = .gmt) {
    self.date = date
    self.zone = zone
  }

  public func advanced(by duration: Duration) -> Moment { Moment(date.addingTimeInterval(duration.seconds), in: zone) }
}

extension Duration {
  public var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1_000_000_000_000_000_000
  }
}

extension TimeZone {
  /// The zone of that name in the world's zone table, or nil.
  ///
  /// FoundationEssentials alone knows no name but GMT and its offsets; the table lies in FoundationInternationalization.
  /// A shared build loads that for its import. A static one takes from an archive only what is called, so the version
  /// of the table is asked for: it stands in the same object file as the table's way in.
  public init?(named name: String) {
    guard name.utf8.count <= 64, !TimeZone.timeZoneDataVersion.isEmpty, let zone = TimeZone(identifier: name)
    else { return nil }
    self = zone
  }
}

extension Moment: Codable {
  private enum CodingKeys: String, CodingKey { case at, zone }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let text = try container.decode(String.self, forKey: .at)
    let name = try container.decode(String.self, forKey: .zone)
    guard let date = Moment.date(text) else {
      throw DecodingError.dataCorruptedError(forKey: .at, in: container, debugDescription: "not an ISO 8601 instant")
    }
    guard let zone = TimeZone(named: name) else {
      throw DecodingError.dataCorruptedError(forKey: .zone, in: container, debugDescription: "no zone of that name")
    }
    self.init(date, in: zone)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .at)
    try container.encode(zone.identifier, forKey: .zone)
  }

  /// The instant as ISO 8601 in UTC, to the nearest millisecond.
  public var text: String {
    // The style cuts off, and most milliseconds have no exact Double: what is written and read would lose one each time.
    date.addingTimeInterval(0.000_5).formatted(Moment.style)
  }

  /// The instant that an ISO 8601 text names, with or without fractions of a second; nil for any other text.
  public static func date(_ text: String) -> Date? { InstantText.seconds(text).map(Date.init(timeIntervalSince1970:)) }

  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
