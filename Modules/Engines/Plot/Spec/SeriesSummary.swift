internal import Platform

/// Summarizes a chart in one sentence, identically on every machine.
enum SeriesSummary {
  /// Summarizes each series; the name of a single one is omitted, since the chart's title says it.
  static func each(_ series: [Series], separator: String = ", ", _ say: (Series) -> String?) -> String? {
    let drawn = series.prefix(ChartSpec.Limit.drawableSeries)
    guard drawn.contains(where: { !$0.values.isEmpty }) else { return nil }
    if series.count == 1, let one = series.first { return say(one) }
    let parts = drawn.map { "\($0.name)\(separator)\(say($0) ?? "no values")" }
    return parts.joined(separator: "; ") + rest(series.count, "series", "series")
  }

  /// "increased 2 points from 3 to 5 over 7 days. Least 2, greatest 5", after the name of the metric. `isFlat` says that a
  /// difference does not count as a change.
  static func course(
    _ series: Series, unit: String?, in zone: TimeZone, _ writing: Writing, isFlat: Bool = false
  ) -> String? {
    let known = series.points.filter { $0.y?.isFinite == true }
    guard let first = known.first, let last = known.last, let from = first.y, let to = last.y else { return nil }
    guard known.count > 1 else {
      return "was \(writing.plain(from, unit)) at \(first.x.text(in: zone, writing))" + gaps(series.gaps)
    }
    let trend = trend(from: from, to: to, unit: unit, writing, isFlat: isFlat)
    let (least, greatest) = (series.values.min() ?? from, series.values.max() ?? to)
    return "\(trend) \(period(first.x, last.x, of: known.count, in: zone)). "
      + "Least \(writing.plain(least, unit)), greatest \(writing.plain(greatest, unit))" + gaps(series.gaps)
  }

  /// "increased 2 points from 3 to 5", "stayed at 5 points".
  static func trend(
    from: Double, to: Double, unit: String?, _ writing: Writing, isFlat: Bool = false
  ) -> String {
    let unit = unit.flatMap { $0.isEmpty ? nil : $0 } ?? "points"
    let (before, after) = (writing.plain(from), writing.plain(to))
    let change = writing.plain(abs(to - from))
    if before == after || change == "0" { return "stayed at \(after) \(unit)" }
    if isFlat { return "stayed about the same from \(before) to \(after)" }
    let many = change == "1" && unit == "points" ? "point" : unit
    return "\(to > from ? "increased" : "decreased") \(change) \(many) from \(before) to \(after)"
  }

  /// "over 7 days", or "over 12 points" where the axis is not time.
  private static func period(_ from: Position, _ to: Position, of count: Int, in zone: TimeZone) -> String {
    guard let first = from.day(in: zone), let last = to.day(in: zone) else {
      return "over \(NumberFormat.count(count, "point"))"
    }
    return "over \(NumberFormat.count(last.number - first.number + 1, "day"))"
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
  public var text: String { sentence(in: .english) }

  /// The same with numbers as a reader writes them.
  func sentence(in writing: Writing) -> String {
    if let summary { return summary }
    guard let reading = kind.content.reading(in: zone, writing) else {
      return "\(title): No data available for this chart."
    }
    // A colon before a list, a comma before a count, nothing before what the metric did.
    switch kind {
    case .ring, .radar, .week: return "\(title): \(reading)."
    case .line(let lines) where lines.series.count > 1: return "\(title): \(reading)."
    case .line: return "\(title) \(reading)."
    // The title of a small line may name its days.
    case .sparkline(let line): return "\(line.series.name.isEmpty ? title : line.series.name) \(reading)."
    case .volume: return "\(title): \(reading)."
    case .groupedBar: return "\(title): \(reading)."
    default: return "\(title), \(reading)."
    }
  }
}
