/// The visible part of a chart, its size and the display settings.
public struct Viewport: Sendable, Hashable {
  /// The parts drawn around the plot.
  public enum Dress: String, Sendable, Hashable, CaseIterable {
    /// None, for screens that show the title themselves.
    case plain
    case titled
    /// For a file that stands alone: title, legend and date.
    case export
  }

  public var size: Size
  public var period: Period
  /// The zoomed part of the period.
  public var window: ChartWindow?
  /// Ids of the series hidden through the legend.
  public var hidden: Set<String>
  /// False in the mode with reduced detail: fewer grid lines, no interaction.
  public var isDeep: Bool
  public var dress: Dress
  public var writing: Writing
  /// The reader's text size; 1 is the default.
  public var textScale: Double
  /// The progress of the ring animation, from 0 to 1; 1 without animation.
  public var progress: Double

  public init(
    _ size: Size = Size(720, 400), period: Period = .all, window: ChartWindow? = nil, hidden: Set<String> = [],
    isDeep: Bool = true, dress: Dress = .titled, writing: Writing = .english, textScale: Double = 1,
    progress: Double = 1
  ) {
    self.size = size
    self.period = period
    self.window = window
    self.hidden = hidden
    self.isDeep = isDeep
    self.dress = dress
    self.writing = writing
    self.textScale = textScale
    self.progress = progress
  }

  /// The viewport of the mode with reduced detail: the last seven days, without interaction.
  public static func light(_ size: Size = Size(720, 400), writing: Writing = .english) -> Viewport {
    Viewport(size, period: .days(7), isDeep: false, writing: writing)
  }

  /// Clamps sizes to 40 by 24 up to 8,192 pixels, so that no caller can request a picture that does not fit into
  /// memory.
  var bounded: Viewport {
    var view = self
    func within(_ length: Double, _ least: Double) -> Double { length.isFinite ? min(max(length, least), 8_192) : 640 }
    view.size = Size(within(size.width, 40), within(size.height, 24))
    view.textScale = textScale.isFinite ? min(max(textScale, 0.5), 3) : 1
    view.progress = progress.isFinite ? min(max(progress, 0), 1) : 1
    return view
  }
}

/// The time range of a chart.
public enum Period: Sendable, Hashable {
  case all
  /// The last days up to the spec's date, or to the last value if it is later.
  case days(Int)
  case custom(from: Day, to: Day)

  /// The choices of the period selector besides a custom period.
  public static let presets = [7, 30, 90, 365]
}

/// A part of a chart's x axis, in axis units: days, seconds since 1970, numbers, or indices.
public struct ChartWindow: Sendable, Hashable {
  public var from: Double
  public var to: Double

  public init(_ from: Double, _ to: Double) {
    self.from = min(from, to)
    self.to = max(from, to)
  }

  public var length: Double { to - from }

  /// Zooms in by a factor around a position, which stays in place.
  public func zoomed(by factor: Double, around place: Double) -> ChartWindow {
    guard factor.isFinite, factor > 0, place.isFinite else { return self }
    return ChartWindow(place - (place - from) / factor, place + (to - place) / factor)
  }

  public func panned(by distance: Double) -> ChartWindow {
    distance.isFinite ? ChartWindow(from + distance, to + distance) : self
  }

  /// Limits the window to the bounds and to the minimum length.
  public func snapped(to bounds: ChartWindow, least: Double) -> ChartWindow {
    guard from.isFinite, to.isFinite else { return bounds }
    let length = min(max(length, min(least, bounds.length)), bounds.length)
    let centre = (from + to) / 2
    let start = min(max(centre - length / 2, bounds.from), bounds.to - length)
    return ChartWindow(start, start + length)
  }
}
