/// The role of a colour in a chart, by name. A `Palette` maps it to a colour, so one spec suits every theme.
public struct Hue: Sendable, Hashable {
  public let name: String

  public init(_ name: String) { self.name = name }

  public static let accent = Hue("accent")
  /// For background items: last month beside this one, a flat trend.
  public static let neutral = Hue("neutral")

  public static let excellent = Hue("excellent")
  public static let attention = Hue("attention")
  public static let priority = Hue("priority")

  /// For series without a meaning of their own, ordered so that the first ones are easiest to distinguish.
  public static let series = ["first", "second", "third", "fourth", "fifth", "sixth"].map { Hue($0) }

  /// For a ring coloured by the reached share of its goal.
  public static let progress = Hue("progress")

  /// For a ring that shows a score of 100 and is coloured by it.
  public static let score = Hue("score")

  /// Excellent from 80, attention from 50, priority below. The score itself is always shown as well.
  public init(score: Double) { self = score >= 80 ? .excellent : score >= 50 ? .attention : .priority }

  /// Excellent above 75 %, attention from 50 %, priority below. The percentage is always shown as well.
  public init(reached share: Double) { self = share > 0.75 ? .excellent : share >= 0.5 ? .attention : .priority }

  var isNamed: Bool { !name.isEmpty && name.utf8.count <= 40 }
}

extension Hue: Codable, CodingKeyRepresentable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
  public var codingKey: any CodingKey { name.codingKey }
}
