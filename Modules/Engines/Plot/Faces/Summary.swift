// A chart in words, as one sentence or as a full description.
extension Chart {
  /// One sentence such as "Fitness score decreased 5 points from 80 to 75 over the last 7 days."
  public func summary(in view: Viewport = Viewport()) -> String { VisiblePart(self, view).summary }

  /// Full sentences: the summary, then for each series its first, last, lowest and highest value, mean, unusual values
  /// and gaps.
  public func description(in view: Viewport = Viewport()) -> [String] { VisiblePart(self, view).sentences }

  /// The text shown where the picture cannot be drawn.
  public func fallback(in view: Viewport = Viewport()) -> String { "Chart unavailable. Summary: \(summary(in: view))" }
}

extension VisiblePart {
  var summary: String {
    // A zoomed part is not what the author summarized.
    if let summary = chart.spec.summary, view.window == nil || !chart.hasStretch { return summary }
    if let lack { return known == 0 ? lack : "\(chart.spec.title): \(lack)" }
    switch chart.spec.kind {
    case .line, .sparkline: return courses
    case .bar where along.isTime: return courses
    default: return chart.spec.sentence(in: writing)
    }
  }

  /// The course of each series, at most twelve.
  private var courses: String {
    if chart.spec.headline != nil { return means }
    let most = ChartSpec.Limit.drawableSeries
    var texts = parts.prefix(most).map { course($0) }
    if parts.count > most {
      texts.append("\(NumberFormat.count(parts.count - most, "more series", "more series")) in the table.")
    }
    return texts.joined(separator: " ")
  }

  /// The mean of each series in the visible part, for charts whose message is no course from a first to a last value.
  private var means: String {
    parts.prefix(ChartSpec.Limit.drawableSeries).map { part in
      let metric = chart.tracks.count == 1 ? chart.spec.title : part.track.name
      guard let first = part.statistics.first, let last = part.statistics.last else {
        return "\(metric) has no values."
      }
      let mean = part.track.value((part.statistics.mean * 10).rounded() / 10, writing)
      return "\(metric): \(mean) on average \(stretch(part, first, last))."
    }.joined(separator: " ")
  }

  private func course(_ part: Part) -> String {
    let track = part.track, statistics = part.statistics
    let metric = chart.tracks.count == 1 ? chart.spec.title : track.name
    guard let first = statistics.first, let last = statistics.last else { return "\(metric) has no values." }
    let (from, to) = (track.ys[first], track.ys[last])
    guard first != last else {
      return "\(metric) was \(track.words(first, writing)) \(along.preposition) \(place(part, first))."
    }
    if track.isDuration { return "\(metric) \(durations(from, to)) \(stretch(part, first, last))." }
    let unit = track.unit.map { $0.isEmpty ? "points" : $0 } ?? "points"
    let change = abs(to - from)
    let way =
      change == 0 || writing.exact(change) == "0"
      ? "stayed at \(writing.exact(to)) \(unit)"
      : "\(to > from ? "increased" : "decreased") \(writing.exact(change)) \(change == 1 && unit == "points" ? "point" : unit) "
        + "from \(writing.exact(from)) to \(writing.exact(to))"
    return "\(metric) \(way) \(stretch(part, first, last))."
  }

  private func durations(_ from: Double, _ to: Double) -> String {
    let (before, after) = (Writing.duration(from), Writing.duration(to))
    guard before != after else { return "stayed at \(after)" }
    return "\(to > from ? "increased" : "decreased") \(Writing.duration(abs(to.rounded() - from.rounded()))) "
      + "from \(before) to \(after)"
  }

  /// "over the last 7 days" if the values reach up to the chart's date, otherwise the two days in between.
  private func stretch(_ part: Part, _ first: Int, _ last: Int) -> String {
    let track = part.track
    guard let from = along.day(track.xs[first]), let to = along.day(track.xs[last]) else {
      return "between \(place(part, first)) and \(place(part, last))"
    }
    let isZoomed = view.window != nil
    if case .custom(let from, let to) = view.period, !isZoomed {
      return "between \(writing.long(min(from, to))) and \(writing.long(max(from, to)))"
    }
    let end = chart.spec.asOf.flatMap { Day($0, in: chart.spec.zone) } ?? chart.days?.upperBound ?? to
    guard !isZoomed, end.number - to.number <= 1 else { return "between \(writing.long(from)) and \(writing.long(to))" }
    if case .days(let count) = view.period { return "over the last \(NumberFormat.count(count, "day"))" }
    return "over the last \(NumberFormat.count(to.number - from.number + 1, "day"))"
  }

  var sentences: [String] {
    var all = [summary]
    let most = ChartSpec.Limit.drawableSeries
    for part in parts.prefix(most) { all += details(part) }
    if parts.count > most { all.append("\(parts.count - most) more series are in the table.") }
    if case .scatter(let scatter) = chart.spec.kind,
      let trend = scatter.trend ?? TrendLine(through: scatter.shownPoints)
    {
      all.append("Trend: \(trend.words)\(trend.correlation.map { ", correlation \(writing.plain($0))" } ?? "").")
    }
    return all
  }

  private func details(_ part: Part) -> [String] {
    let track = part.track, statistics = part.statistics
    guard let first = statistics.first, let last = statistics.last, let least = statistics.least,
      let greatest = statistics.greatest
    else { return [] }
    let preposition = along.preposition
    func at(_ index: Int) -> String { "\(track.value(track.ys[index], writing)) \(preposition) \(place(part, index))" }
    let lead = chart.tracks.count > 1 && !track.name.isEmpty ? "\(track.name): " : ""
    var said: [String] = []
    let mean = track.value((statistics.mean * 100).rounded() / 100, writing)
    if statistics.count == 1 {
      said.append("\(lead)one value, \(at(first)).")
    } else {
      // Spokes, cells and scattered points have no order in time.
      let course = chart.hasStretch ? "first \(at(first)), last \(at(last)), " : ""
      said.append("\(lead)\(course)least \(at(least)), greatest \(at(greatest)), mean \(mean).")
    }
    let unusual = part.range.filter { track.anomalies[$0] != nil }
    if !unusual.isEmpty {
      let words = unusual.prefix(5).map { "\(track.anomalies[$0] == .low ? "low" : "high"), \(at($0))" }
      let rest = unusual.count > 5 ? ", and \(unusual.count - 5) more" : ""
      said.append(
        "\(lead)\(NumberFormat.count(unusual.count, "unusual value")): \(words.joined(separator: "; "))\(rest).")
    }
    let gaps = part.range.filter { track.ys[$0].isNaN && track.words == nil }
    if !gaps.isEmpty {
      let words = gaps.prefix(5).map { place(part, $0) }.joined(separator: ", ")
      said.append("\(lead)\(NumberFormat.count(gaps.count, "gap")): \(words)\(gaps.count > 5 ? " and others" : "").")
    }
    // Without the series name in front, the sentence needs a capital letter.
    return lead.isEmpty ? said.map { $0.prefix(1).uppercased() + $0.dropFirst() } : said
  }
}

extension Scatter {
  var shownPoints: [Point] { series.flatMap(\.points) }
}
