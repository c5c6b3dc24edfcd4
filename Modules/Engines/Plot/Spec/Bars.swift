internal import Platform

/// A bar chart: one bar per point, or with several series a group of bars at each position.
public struct Bars: ChartContent {
  public var series: [Series]
  public var x: Axis
  public var y: Axis
  /// Writes the value on each bar.
  public var showsValues: Bool
  public var references: [Reference]

  public init(
    series: [Series], x: Axis = Axis(), y: Axis = Axis(), showsValues: Bool = false,
    references: [Reference] = []
  ) {
    self.series = series
    self.x = x
    self.y = y
    self.showsValues = showsValues
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
    SeriesSummary.each(series) { one in
      let unit = one.unit ?? y.unit
      guard let least = SeriesSummary.least(one), let greatest = SeriesSummary.greatest(one) else { return nil }
      let count = NumberFormat.count(one.points.count, "bar")
      guard one.values.count > 1 else {
        return "\(count): \(writing.plain(greatest.y, unit)) at \(greatest.x.text(in: zone, writing))"
          + SeriesSummary.gaps(one.gaps)
      }
      return "\(count): greatest \(writing.plain(greatest.y, unit)) at \(greatest.x.text(in: zone, writing)), "
        + "least \(writing.plain(least.y, unit)) at \(least.x.text(in: zone, writing))" + SeriesSummary.gaps(one.gaps)
    }
  }

  private enum CodingKeys: String, CodingKey { case series, x, y, showsValues, references }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    series = try container.decode([Series].self, forKey: .series)
    x = try container.decodeIfPresent(Axis.self, forKey: .x) ?? Axis()
    y = try container.decodeIfPresent(Axis.self, forKey: .y) ?? Axis()
    showsValues = try container.decodeIfPresent(Bool.self, forKey: .showsValues) ?? false
    references = try container.decodeIfPresent([Reference].self, forKey: .references) ?? []
  }
}
