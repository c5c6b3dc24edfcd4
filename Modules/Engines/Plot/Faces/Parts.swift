/// A node of the tree that screen readers and keyboards walk: the chart's series and their values. Many values are
/// grouped into stretches, which summarize their values and expand in turn.
public struct ChartPart: Sendable, Hashable {
  public enum Sort: String, Sendable, Hashable {
    case series, stretch, value
  }

  public var id: String
  public var sort: Sort
  /// The name: of a series, a day, a stretch of days.
  public var label: String
  /// The spoken content.
  public var value: String
  public var series: String
  /// The indices of its points.
  public var points: Range<Int>
  public var isUnusual: Bool
  public var children: [ChartPart]
}

extension Chart {
  /// The tree of parts: one per series, each part with at most `most` children.
  public func parts(in view: Viewport = Viewport(), most: Int = 31) -> [ChartPart] {
    VisiblePart(self, view).tree(most: max(most, 2))
  }
}

extension VisiblePart {
  func tree(most: Int) -> [ChartPart] {
    parts.map { part in
      ChartPart(
        id: part.track.id, sort: .series, label: part.track.name.isEmpty ? chart.spec.title : part.track.name,
        value: said(part, part.range), series: part.track.id, points: part.range, isUnusual: false,
        children: children(part, part.range, most))
    }
  }

  private func children(_ part: Part, _ range: Range<Int>, _ most: Int) -> [ChartPart] {
    guard range.count > most else { return range.map { leaf(part, $0) } }
    // The fewest levels, with stretches of equal length on each.
    var length = most
    while (range.count + length - 1) / length > most { length *= most }
    return stride(from: range.lowerBound, to: range.upperBound, by: length).map { start in
      let stretch = start..<min(start + length, range.upperBound)
      return ChartPart(
        id: "\(part.track.id)-\(stretch.lowerBound)-\(stretch.upperBound)", sort: .stretch,
        label: "\(place(part, stretch.lowerBound)) to \(place(part, stretch.upperBound - 1))",
        value: said(part, stretch), series: part.track.id, points: stretch,
        isUnusual: part.track.anomalies.keys.contains { stretch.contains($0) },
        children: children(part, stretch, most))
    }
  }

  private func leaf(_ part: Part, _ index: Int) -> ChartPart {
    let track = part.track
    let place = place(part, index)
    let words = [track.words(index, writing), track.anomalies[index]?.sentence(on: place), track.notes[index]]
    return ChartPart(
      id: "\(track.id)-\(index)", sort: .value, label: place, value: words.compactMap(\.self).joined(separator: ". "),
      series: track.id, points: index..<(index + 1), isUnusual: track.anomalies[index] != nil, children: [])
  }

  private func said(_ part: Part, _ range: Range<Int>) -> String {
    let track = part.track, statistics = Statistics(of: track.ys[range])
    guard let least = statistics.least, let greatest = statistics.greatest else {
      return NumberFormat.count(range.count, "entry", "entries") + " without a number"
    }
    let unusual = range.count { track.anomalies[$0] != nil }
    return "\(NumberFormat.count(statistics.count, "value")), least \(track.value(track.ys[least], writing)), "
      + "greatest \(track.value(track.ys[greatest], writing))" + SeriesSummary.gaps(statistics.gaps)
      + (unusual > 0 ? ", \(unusual) unusual" : "")
  }
}
