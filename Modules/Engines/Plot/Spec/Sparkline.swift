internal import FoundationEssentials

/// A small line without axes beside a number: the course of the last days.
public struct Sparkline: ChartContent {
  public enum Trend: String, Sendable, Hashable, Codable, CaseIterable {
    case up, down, flat

    /// Compares the first and last value. Flat if they differ by less than 2 % of the larger magnitude, or if there are
    /// fewer than two values.
    public init(of values: [Double?]) {
      let known = values.compactMap(\.self).filter(\.isFinite)
      guard known.count > 1, let first = known.first, let last = known.last else {
        self = .flat
        return
      }
      let isFlat = abs(last - first) < max(abs(first), abs(last)) / 50 || first == last
      self = isFlat ? .flat : last > first ? .up : .down
    }
  }

  public var series: Series
  public var trend: Trend

  public init(_ series: Series, trend: Trend? = nil) {
    self.series = series
    self.trend = trend ?? Trend(of: series.points.map(\.y))
  }

  var seriesCount: Int { 1 }
  var pointCount: Int { series.points.count }

  func check(_ findings: inout Findings) { findings.series([series]) }

  func reading(in zone: TimeZone) -> String? {
    guard let course = SeriesSummary.course(series, unit: series.unit, in: zone) else { return nil }
    return "\(trend.rawValue), \(course)"
  }

  private enum CodingKeys: String, CodingKey { case series, trend }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Series.self, forKey: .series),
      trend: try container.decodeIfPresent(Trend.self, forKey: .trend))
  }
}
