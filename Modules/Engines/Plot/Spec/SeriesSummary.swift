internal import FoundationEssentials

/// Summarizes a chart in one sentence, identically on every machine and in every locale.
enum SeriesSummary {
  /// Summarizes each series; the name of a single one is omitted, since the chart's title says it.
  static func each(_ series: [Series], _ say: (Series) -> String?) -> String? {
    let drawn = series.prefix(ChartSpec.Limit.drawableSeries)
    guard drawn.contains(where: { !$0.values.isEmpty }) else { return nil }
    if series.count == 1, let one = series.first { return say(one) }
    let parts = drawn.map { "\($0.name), \(say($0) ?? "no values")" }
    return parts.joined(separator: "; ") + rest(series.count, "series", "series")
  }

  /// "7 points from 2026-03-12 to 2026-03-18: first 3, last 5, least 2, greatest 5".
  static func course(_ series: Series, unit: String?, in zone: TimeZone) -> String? {
    let values = series.values
    guard let first = values.first, let last = values.last, let least = values.min(), let greatest = values.max(),
      let from = series.points.first?.x, let to = series.points.last?.x
    else { return nil }
    guard series.points.count > 1 else { return "1 point at \(from.text(in: zone)): \(NumberFormat.text(first, unit))" }
    return "\(NumberFormat.count(series.points.count, "point")) from \(from.text(in: zone)) to \(to.text(in: zone)): "
      + "first \(NumberFormat.text(first, unit)), last \(NumberFormat.text(last, unit)), "
      + "least \(NumberFormat.text(least, unit)), greatest \(NumberFormat.text(greatest, unit))" + gaps(series.gaps)
  }

  static func least(_ series: Series) -> (x: Position, y: Double)? { outermost(series, <) }
  static func greatest(_ series: Series) -> (x: Position, y: Double)? { outermost(series, >) }

  private static func outermost(_ series: Series, _ isBetter: (Double, Double) -> Bool) -> (x: Position, y: Double)? {
    var found: (x: Position, y: Double)?
    for point in series.points {
      guard let y = point.y, y.isFinite else { continue }
      if let best = found, !isBetter(y, best.y) { continue }
      found = (point.x, y)
    }
    return found
  }

  static func gaps(_ count: Int) -> String { count == 0 ? "" : ", \(NumberFormat.count(count, "gap"))" }

  /// The number of omitted series, since a summary of a hundred is too long to listen to.
  static func rest(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    let more = count - ChartSpec.Limit.drawableSeries
    return more > 0 ? ", and \(NumberFormat.count(more, "more \(one)", "more \(many ?? one + "s")"))" : ""
  }
}

extension ChartSpec {
  /// The chart in one sentence, for screen readers and wherever it cannot be drawn.
  public var text: String {
    if let summary { return summary }
    guard let reading = kind.content.reading(in: zone) else { return "\(title): No data available for this chart." }
    // A colon before a list, a comma before a count.
    switch kind {
    case .ring, .radar, .week: return "\(title): \(reading)."
    case .line(let lines) where lines.series.count > 1: return "\(title): \(reading)."
    case .groupedBar: return "\(title): \(reading)."
    default: return "\(title), \(reading)."
    }
  }
}
