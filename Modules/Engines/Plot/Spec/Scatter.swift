internal import Platform

/// Two measures against each other, one point per observation, and their trend line.
public struct Scatter: ChartContent {
  public var series: [Series]
  public var x: Axis
  public var y: Axis
  public var trend: TrendLine?

  public init(series: [Series], x: Axis, y: Axis, trend: TrendLine? = nil) {
    self.series = series
    self.x = x
    self.y = y
    self.trend = trend
  }

  var seriesCount: Int { series.count }
  var pointCount: Int { series.reduce(0) { $0 + $1.points.count } }

  func check(_ findings: inout Findings) {
    findings.series(series, inOrder: false)
    if let first = series.lazy.compactMap(\.points.first).first, first.x.sort != .number {
      findings.add(
        "chart-mixed", "series", "does not stand on numbers, and a scatter plot shows two measures.",
        remedy: "Give every point an x that is a number.")
    }
    x.check("x", &findings)
    y.check("y", &findings)
    trend?.check(&findings)
  }

  func reading(in zone: TimeZone, _ writing: Writing) -> String? {
    let known = series.reduce(0) { $0 + $1.values.count }
    guard known > 0 else { return nil }
    let (across, up) = (x.title ?? "across", y.title ?? "up")
    var text = "\(NumberFormat.count(known, "point")) of \(up) against \(across)"
    if let trend {
      text += ": \(trend.words)"
      if let r = trend.correlation, r.isFinite { text += " (correlation \(writing.plain(r)))" }
    }
    return text + SeriesSummary.gaps(series.reduce(0) { $0 + $1.gaps })
  }
}

/// A regression line and the correlation of its points.
public struct TrendLine: Sendable, Hashable, Codable {
  public var slope: Double
  public var intercept: Double
  /// From -1 to 1; nil if unknown.
  public var correlation: Double?

  public init(slope: Double, intercept: Double, correlation: Double? = nil) {
    self.slope = slope
    self.intercept = intercept
    self.correlation = correlation
  }

  /// A least-squares fit; nil for fewer than three points, or if all have the same x.
  public init?(through points: [Point]) {
    let pairs = points.compactMap { point -> (x: Double, y: Double)? in
      guard case .number(let x) = point.x, let y = point.y, x.isFinite, y.isFinite else { return nil }
      return (x, y)
    }
    guard pairs.count > 2 else { return nil }
    let count = Double(pairs.count)
    let meanX = pairs.reduce(0) { $0 + $1.x } / count
    let meanY = pairs.reduce(0) { $0 + $1.y } / count
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for pair in pairs {
      xx += (pair.x - meanX) * (pair.x - meanX)
      xy += (pair.x - meanX) * (pair.y - meanY)
      yy += (pair.y - meanY) * (pair.y - meanY)
    }
    guard xx > 0, xx.isFinite, yy.isFinite else { return nil }
    let r = yy > 0 ? xy / (xx.squareRoot() * yy.squareRoot()) : nil
    self.init(slope: xy / xx, intercept: meanY - xy / xx * meanX, correlation: r.map { min(max($0, -1), 1) })
  }

  /// The strength of the correlation in words, with the usual thresholds.
  public var words: String {
    guard let correlation else { return slope > 0 ? "rising" : slope < 0 ? "falling" : "level" }
    let direction = correlation > 0 ? "rising together" : "one falls as the other rises"
    switch abs(correlation) {
    case ..<0.2: return "no clear link"
    case ..<0.4: return "a weak link, \(direction)"
    case ..<0.7: return "a clear link, \(direction)"
    default: return "a strong link, \(direction)"
    }
  }

  func check(_ findings: inout Findings) {
    findings.finite(slope, "trend.slope")
    findings.finite(intercept, "trend.intercept")
    findings.finite(correlation, "trend.correlation")
    if let correlation, abs(correlation) > 1 {
      findings.add(
        "chart-range", "trend.correlation", "is not between -1 and 1.", remedy: "Give one within, or leave it out.")
    }
  }
}
