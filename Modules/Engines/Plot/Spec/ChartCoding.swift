public import Kernel
public import Platform

/// The JSON form is one flat object: `{"version": 1, "kind": "line", "title": "Mood", "series": [...]}`. The fields of
/// the kind are beside the title, so that a spec is easy to write by hand.
extension ChartSpec: Codable {
  private enum CodingKeys: String, CodingKey { case version, kind, title, subtitle, summary, headline, asOf, zone }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version == ChartSpec.version else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container, debugDescription: "is \(version); only \(ChartSpec.version) can be read")
    }
    title = try container.decode(String.self, forKey: .title)
    subtitle = try container.decodeIfPresent(String.self, forKey: .subtitle)
    summary = try container.decodeIfPresent(String.self, forKey: .summary)
    headline = try container.decodeIfPresent(ChartHeadline.self, forKey: .headline)
    asOf = try container.decodeIfPresent(String.self, forKey: .asOf).map { text in
      guard let date = Moment.date(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .asOf, in: container, debugDescription: "is not an instant such as 2026-03-12T08:00:00Z")
      }
      return date
    }
    zone =
      try container.decodeIfPresent(String.self, forKey: .zone).map { name in
        guard let zone = TimeZone(named: name) else {
          throw DecodingError.dataCorruptedError(
            forKey: .zone, in: container, debugDescription: "is not a zone such as Europe/Berlin")
        }
        return zone
      } ?? .gmt
    let name = try container.decode(String.self, forKey: .kind)
    guard let kind = try Kind(name, from: decoder) else {
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container, debugDescription: "is not one of \(Kind.names.joined(separator: ", "))")
    }
    self.kind = kind
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ChartSpec.version, forKey: .version)
    try container.encode(kind.name, forKey: .kind)
    try container.encode(title, forKey: .title)
    try container.encodeIfPresent(subtitle, forKey: .subtitle)
    try container.encodeIfPresent(summary, forKey: .summary)
    try container.encodeIfPresent(headline, forKey: .headline)
    try container.encodeIfPresent(asOf.map { Moment($0).text }, forKey: .asOf)
    if zone != .gmt { try container.encode(zone.identifier, forKey: .zone) }
    try kind.content.encode(to: encoder)
  }
}

extension ChartSpec.Kind {
  fileprivate init?(_ name: String, from decoder: any Decoder) throws {
    switch name {
    case "line": self = .line(try Lines(from: decoder))
    case "bar": self = .bar(try Bars(from: decoder))
    case "grouped-bar": self = .groupedBar(try Bars(from: decoder))
    case "ring": self = .ring(try Rings(from: decoder))
    case "sparkline": self = .sparkline(try Sparkline(from: decoder))
    case "heatmap": self = .heatmap(try Heatmap(from: decoder))
    case "scatter": self = .scatter(try Scatter(from: decoder))
    case "radar": self = .radar(try Radar(from: decoder))
    case "volume": self = .volume(try VolumeAndIntensity(from: decoder))
    case "week": self = .week(try WeekCalendar(from: decoder))
    default: return nil
    }
  }
}

// MARK: - JSON files

extension ChartSpec {
  /// Reads an untrusted spec: bounds its size, validates it, and reports errors with their place.
  public init(json: Data) throws(Problem) {
    guard json.count <= Limit.json else {
      throw Problem(
        "chart-limit", "The chart is \(json.count >> 20) MB as JSON; more than \(Limit.json >> 20) MB are refused.",
        remedy: "Show a shorter time, or averages.")
    }
    if let (rest, lists) = PointReader.split(json), let spec = try? JSONDecoder().decode(ChartSpec.self, from: rest),
      let kind = spec.kind.filled(lists)
    {
      var whole = spec
      whole.kind = kind
      self = try whole.validated()
      return
    }
    let spec: ChartSpec
    do { spec = try JSONDecoder().decode(ChartSpec.self, from: json) } catch { throw Problem(unreadable: error) }
    self = try spec.validated()
  }

  /// Deterministic: the same spec always gives the same bytes.
  public func json() throws(Problem) -> Data {
    try validated()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return try encoder.encode(self) } catch {
      throw Problem("chart-unwritable", "The chart could not be written as JSON.", remedy: "Report this, please.")
    }
  }
}

extension Problem {
  fileprivate init(unreadable error: any Error) {
    let (path, what) =
      switch error as? DecodingError {
      case .typeMismatch(let type, let context): (context.codingPath, "is not \(Problem.words(for: type))")
      case .valueNotFound(let type, let context):
        (context.codingPath, "is null, and must be \(Problem.words(for: type))")
      case .keyNotFound(let key, let context): (context.codingPath + [key], "is missing")
      case .dataCorrupted(let context): (context.codingPath, Problem.words(of: context))
      default: ([], "")
      }
    guard !what.isEmpty else {
      self.init("chart-unreadable", "The chart is not JSON.", remedy: "Give one JSON object, as the help shows it.")
      return
    }
    let place = path.reduce(into: "") { text, key in
      if let index = key.intValue { text += "[\(index)]" } else { text += (text.isEmpty ? "" : ".") + key.stringValue }
    }
    self.init(
      "chart-unreadable", "The chart\(place.isEmpty ? "" : "'s \(place)") \(what).",
      remedy: "Correct it there and try again.")
  }

  /// Messages thrown by this module continue the sentence after the path; the decoder's own messages may quote the
  /// file.
  private static func words(of context: DecodingError.Context) -> String {
    guard !context.codingPath.isEmpty else { return "" }
    let own = context.debugDescription
    return own.hasPrefix("is ") || own.hasPrefix("needs ") ? own : "cannot be read"
  }

  private static func words(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text in quotes"
    case is Double.Type, is Int.Type: "a number"
    case is Bool.Type: "true or false"
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object in braces"
    default: "what belongs there"
    }
  }
}
