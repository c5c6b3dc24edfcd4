/// A named sequence of points and its look: a hue, and for recognition without colour a dash and a shape.
public struct Series: Sendable, Hashable {
  public enum Dash: String, Sendable, Hashable, Codable, CaseIterable {
    case solid, dashed, dotted
    case dashDot = "dash-dot"
  }

  public enum Shape: String, Sendable, Hashable, Codable, CaseIterable {
    case circle, square, triangle, diamond, cross, plus
  }

  public var id: String
  public var name: String
  public var unit: String?
  public var hue: Hue
  public var dash: Dash
  public var shape: Shape
  public var points: [Point]

  public init(
    id: String, name: String, unit: String? = nil, hue: Hue = .accent, dash: Dash = .solid, shape: Shape = .circle,
    points: [Point]
  ) {
    self.id = id
    self.name = name
    self.unit = unit
    self.hue = hue
    self.dash = dash
    self.shape = shape
    self.points = points
  }

  /// The values that can be drawn, in order.
  var values: [Double] { points.compactMap(\.y).filter(\.isFinite) }
  var gaps: Int { points.count { $0.y == nil } }
}

extension Series: Codable {
  private enum CodingKeys: String, CodingKey { case id, name, unit, hue, dash, shape, points }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    unit = try container.decodeIfPresent(String.self, forKey: .unit)
    hue = try container.decodeIfPresent(Hue.self, forKey: .hue) ?? .accent
    dash = try container.decodeIfPresent(Dash.self, forKey: .dash) ?? .solid
    shape = try container.decodeIfPresent(Shape.self, forKey: .shape) ?? .circle
    points = try container.decode([Point].self, forKey: .points)
  }
}
