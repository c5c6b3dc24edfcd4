internal import Platform

/// A line chart over time or any other axis: one line per series.
public struct Lines: ChartContent {
  public var series: [Series]
  /// Draws curves through the points instead of straight lines.
  public var smooth: Bool
  /// Fills the space between the first two series, such as the two values of a blood pressure. The lines are straight
  /// then.
  public var isBand: Bool
  public var x: Axis
  public var y: Axis
  public var references: [Reference]

  public init(
    series: [Series], smooth: Bool = false, isBand: Bool = false, x: Axis = Axis(), y: Axis = Axis(),
    references: [Reference] = []
  ) {
    self.series = series
    self.smooth = smooth
    self.isBand = isBand
    self.x = x
    self.y = y
    self.references = references
  }

  var seriesCount: Int { series.count }
  var pointCount: Int { series.reduce(0) { $0 + $1.points.count } }

  func check(_ findings: inout Findings) {
    findings.series(series)
    x.check("x", &findings)
    y.check("y", &findings)
    findings.references(references)
  }

  func reading(in zone: TimeZone, _ writing: Writing) -> String? {
    SeriesSummary.each(series, separator: " ") { one in
      SeriesSummary.course(one, unit: one.unit ?? y.unit, in: zone, writing)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case series, smooth, x, y, references
    case isBand = "band"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    series = try container.decode([Series].self, forKey: .series)
    smooth = try container.decodeIfPresent(Bool.self, forKey: .smooth) ?? false
    isBand = try container.decodeIfPresent(Bool.self, forKey: .isBand) ?? false
    x = try container.decodeIfPresent(Axis.self, forKey: .x) ?? Axis()
    y = try container.decodeIfPresent(Axis.self, forKey: .y) ?? Axis()
    references = try container.decodeIfPresent([Reference].self, forKey: .references) ?? []
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(series, forKey: .series)
    try container.encode(smooth, forKey: .smooth)
    // Left out where it says nothing, so that other charts keep their form.
    if isBand { try container.encode(isBand, forKey: .isBand) }
    try container.encode(x, forKey: .x)
    try container.encode(y, forKey: .y)
    try container.encode(references, forKey: .references)
  }
}
