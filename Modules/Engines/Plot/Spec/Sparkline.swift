internal import Platform

/// A small line without axes beside a number: the course of the last days.
public struct Sparkline: ChartContent {
  public enum Trend: String, Sendable, Hashable, Codable, CaseIterable {
    case up, down, flat

    /// Compares the first and last value. Flat if they differ by less than 2 % of the larger magnitude or by less than
    /// `noise`, or if there are fewer than two values.
    public init(of values: [Double?], noise: Double = 0) {
      let known = values.compactMap(\.self).filter(\.isFinite)
      guard known.count > 1, let first = known.first, let last = known.last else {
        self = .flat
        return
      }
      let isFlat = abs(last - first) < max(max(abs(first), abs(last)) / 50, noise) || first == last
      self = isFlat ? .flat : last > first ? .up : .down
    }
  }

  public var series: Series
  public var trend: Trend
  /// The least difference that counts as a change, in the unit of the series; nil when every difference does.
  public var noise: Double?

  public init(_ series: Series, trend: Trend? = nil, noise: Double? = nil) {
    self.series = series
    self.noise = noise
    self.trend = trend ?? Trend(of: series.points.map(\.y), noise: noise ?? 0)
  }

  var seriesCount: Int { 1 }
  var pointCount: Int { series.points.count }

  func check(_ findings: inout Findings) {
    findings.series([series])
    findings.finite(noise, "noise")
  }

  func reading(in zone: TimeZone, _ writing: Writing) -> String? {
    SeriesSummary.course(series, unit: series.unit, in: zone, writing, isFlat: trend == .flat)
  }

  private enum CodingKeys: String, CodingKey { case series, trend, noise }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Series.self, forKey: .series),
      trend: try container.decodeIfPresent(Trend.self, forKey: .trend),
      noise: try container.decodeIfPresent(Double.self, forKey: .noise))
  }
}
