public import Kernel
public import Platform

/// A validated spec, prepared once for every face and frame: values in axis units, looks assigned, anomalies found.
public struct Chart: Sendable {
  public let spec: ChartSpec
  let along: Along
  let tracks: [Track]

  public init(_ spec: ChartSpec) throws(Problem) {
    self.init(validated: try spec.validated())
  }

  /// Reading JSON includes validation.
  public init(json: Data) throws(Problem) { self.init(validated: try ChartSpec(json: json)) }

  private init(validated spec: ChartSpec) {
    self.spec = spec
    (along, tracks) = spec.kind.prepared(in: spec.zone)
  }

  /// Ids and names of the series, in their order.
  public var series: [(id: String, name: String)] { tracks.map { ($0.id, $0.name) } }

  /// True if the chart is shown only in the mode with full detail.
  public var isAdvanced: Bool {
    switch spec.kind {
    case .heatmap, .scatter: true
    default: false
    }
  }

  /// True if it has an x axis that periods and windows apply to.
  public var hasStretch: Bool {
    switch spec.kind {
    case .line, .bar, .groupedBar, .sparkline, .volume: true
    case .scatter, .ring, .heatmap, .radar, .week: false
    }
  }
}

// MARK: - Periods and windows

extension Chart {
  /// The extent of the x axis; nil if there are no values or no such axis.
  public var bounds: ChartWindow? {
    guard hasStretch else { return nil }
    let ends = tracks.compactMap { track in track.xs.first.flatMap { first in track.xs.last.map { (first, $0) } } }
    guard let from = ends.map(\.0).min(), let to = ends.map(\.1).max() else { return nil }
    return ChartWindow(from, to)
  }

  /// The first and last day; nil on an axis without days.
  public var days: ClosedRange<Day>? {
    guard let bounds, let first = along.day(bounds.from), let last = along.day(bounds.to) else { return nil }
    return first...max(first, last)
  }

  /// The window of a period in axis units; nil for the whole chart.
  public func window(of period: Period) -> ChartWindow? {
    guard along.isTime, let bounds, let days else { return nil }
    switch period {
    case .all: return nil
    case .custom(let from, let to): return window(from: from, to: max(from, to))
    case .days(let count):
      let asOf = spec.asOf.flatMap { Day($0, in: spec.zone) }
      let last = max(asOf ?? days.upperBound, days.upperBound)
      guard let first = Day(number: last.number - max(count, 1) + 1) else { return bounds }
      return window(from: first, to: last)
    }
  }

  private func window(from: Day, to: Day) -> ChartWindow {
    let end = Day(number: to.number + 1).map { along.start(of: $0) } ?? along.start(of: to)
    // A day ends just before the next one starts.
    return ChartWindow(along.start(of: from), along == .days ? end - 1 : end - 0.001)
  }

  /// The visible window: the viewport's window within its period, limited to where there is data.
  public func window(in view: Viewport) -> ChartWindow? {
    var period = view.period
    // Sparklines show the last seven days.
    if case .sparkline = spec.kind, period == .all { period = .days(7) }
    let whole = window(of: period)
    guard hasStretch, let wished = view.window, let bounds = whole ?? bounds else { return whole }
    return wished.snapped(to: bounds, least: leastLength(bounds))
  }

  /// The minimum length of a window, so that two points stay visible at any zoom.
  private func leastLength(_ bounds: ChartWindow) -> Double {
    switch along {
    case .days, .labels: 2
    case .time: min(60, bounds.length)
    case .numbers: bounds.length / 1_000
    }
  }
}

// MARK: - Visible part

/// The visible part of a chart: its series and their ranges of points. All faces start from it, so that they agree.
struct VisiblePart {
  struct Part {
    let track: Track
    let range: Range<Int>
    let statistics: Statistics

    init(_ track: Track, _ range: Range<Int>) {
      self.track = track
      self.range = range
      statistics = range.count == track.ys.count ? track.whole : Statistics(of: track.ys[range])
    }
  }

  let chart: Chart
  let view: Viewport
  let window: ChartWindow?
  let parts: [Part]

  init(_ chart: Chart, _ view: Viewport) {
    self.chart = chart
    self.view = view.bounded
    let window = chart.window(in: self.view)
    self.window = window
    parts = chart.tracks.filter { !view.hidden.contains($0.id) }.map { track in
      Part(track, chart.hasStretch ? track.range(in: window) : 0..<track.xs.count)
    }
  }

  var along: Along { chart.along }
  var writing: Writing { view.writing }

  /// Number of known values; gaps do not count.
  var known: Int { parts.reduce(0) { $0 + $1.statistics.count } }
  var points: Int { parts.reduce(0) { $0 + $1.range.count } }

  func place(_ part: Part, _ index: Int) -> String { along.words(part.track.xs[index], writing) }
}
