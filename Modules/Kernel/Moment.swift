internal import FoundationInternationalization
public import Platform

/// An instant together with the time zone and locale in which the person experiences it.
public struct Moment: Sendable, Hashable {
  public var date: Date
  public var zone: TimeZone
  /// A BCP 47 tag such as "en-GB". It is not stored with the moment.
  public var locale: String

  public static let usualLocale = "en-GB"

  public init(_ date: Date, in zone: TimeZone = .gmt, locale: String = usualLocale) {
    self.date = date
    self.zone = zone
    self.locale = locale
  }

  public func advanced(by duration: Duration) -> Moment {
    Moment(date.addingTimeInterval(duration.seconds), in: zone, locale: locale)
  }
}

extension Duration {
  public var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1_000_000_000_000_000_000
  }
}

extension TimeZone {
  /// The zone with that name in the IANA table, or nil.
  ///
  /// FoundationEssentials alone knows only GMT and its offsets; the table is part of FoundationInternationalization. A
  /// dynamic build loads that library because it is imported. A static build links from an archive only what is called,
  /// so this asks for the version of the table: it is in the same object file as the table's entry point.
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
    // The style truncates, and most milliseconds have no exact Double: each round trip would lose one.
    date.addingTimeInterval(0.000_5).formatted(Moment.style)
  }

  /// Parses an ISO 8601 instant, with or without fractions of a second; nil for any other text.
  public static func date(_ text: String) -> Date? { InstantText.seconds(text).map(Date.init(timeIntervalSince1970:)) }

  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
