public import FoundationEssentials
public import Kernel

/// A spec that was found good, made ready once for every face and every frame: validated, in the units of its axes, with
/// looks given out and anomalies found.
public struct Chart: Sendable {
  public let spec: ChartSpec
  let along: Along
  let tracks: [Track]

  public init(_ spec: ChartSpec) throws(Problem) {
    self.init(validated: try spec.validated())
  }

  /// What was read was validated as it was read.
  public init(json: Data) throws(Problem) { self.init(validated: try ChartSpec(json: json)) }

  private init(validated spec: ChartSpec) {
    self.spec = spec
    (along, tracks) = spec.kind.prepared(in: spec.zone)
  }

  /// Ids and names of the series, in their order.
  public var series: [(id: String, name: String)] { tracks.map { ($0.id, $0.name) } }

  /// Whether only the detailed mode shows it.
  public var isAdvanced: Bool {
    switch spec.kind {
    case .heatmap, .scatter: true
    default: false
    }
  }

  /// Whether it has a stretch that periods and windows choose from.
  public var hasStretch: Bool {
    switch spec.kind {
    case .line, .bar, .groupedBar, .sparkline, .volume: true
    case .scatter, .ring, .heatmap, .radar, .week: false
    }
  }
}

// MARK: - Periods and windows

extension Chart {
  /// The whole stretch of the x axis; nil without values, or where there is none.
  public var bounds: ChartWindow? {
    guard hasStretch else { return nil }
    let ends = tracks.compactMap { track in track.xs.first.flatMap { first in track.xs.last.map { (first, $0) } } }
    guard let from = ends.map(\.0).min(), let to = ends.map(\.1).max() else { return nil }
    return ChartWindow(from, to)
  }

  /// The days at both ends; nil on an axis without days.
  public var days: ClosedRange<Day>? {
    guard let bounds, let first = along.day(bounds.from), let last = along.day(bounds.to) else { return nil }
    return first...max(first, last)
  }

  /// A period in the units of the axis; nil when it is the whole.
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
    // The end of a day is the moment before the next.
    return ChartWindow(along.start(of: from), along == .days ? end - 1 : end - 0.001)
  }

  /// What a viewport shows: its window within its period, snapped back to where there is something.
  public func window(in view: Viewport) -> ChartWindow? {
    var period = view.period
    // A sparkline says where the last days went.
    if case .sparkline = spec.kind, period == .all { period = .days(7) }
    let whole = window(of: period)
    guard hasStretch, let wished = view.window, let bounds = whole ?? bounds else { return whole }
    return wished.snapped(to: bounds, least: leastLength(bounds))
  }

  /// Two points stay in sight however close somebody zooms.
  private func leastLength(_ bounds: ChartWindow) -> Double {
    switch along {
    case .days, .labels: 2
    case .time: min(60, bounds.length)
    case .numbers: bounds.length / 1_000
    }
  }
}

// MARK: - What a viewport shows

/// The part of a chart that every face speaks of: which series, which points. All faces start here, so none knows more
/// than another.
struct Shown {
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

  /// How many values there are, gaps left out.
  var known: Int { parts.reduce(0) { $0 + $1.statistics.count } }
  var points: Int { parts.reduce(0) { $0 + $1.range.count } }

  func place(_ part: Part, _ index: Int) -> String { along.words(part.track.xs[index], writing) }
}
