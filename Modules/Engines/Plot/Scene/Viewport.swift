/// Which part of a chart is looked at, how large, and by whom.
public struct Viewport: Sendable, Hashable {
  /// What stands around the values.
  public enum Dress: String, Sendable, Hashable, CaseIterable {
    /// Where the screen says the title already.
    case plain
    case titled
    /// For a file that stands alone: title, legend and the time at which it was true.
    case export
  }

  public var size: Size
  public var period: Period
  /// A part of the period, zoomed into.
  public var window: ChartWindow?
  /// Ids of the series that the legend switches off.
  public var hidden: Set<String>
  /// False in the calm mode: fewer lines, nothing to touch.
  public var isDeep: Bool
  public var dress: Dress
  public var writing: Writing
  /// The reader's text size; 1 is usual.
  public var textScale: Double
  /// How far the fill of rings has come, from 0 to 1; 1 where nothing moves.
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

  /// The calm mode: the last seven days, and nothing to touch.
  public static func light(_ size: Size = Size(720, 400), writing: Writing = .english) -> Viewport {
    Viewport(size, period: .days(7), isDeep: false, writing: writing)
  }

  /// Sizes between a postage stamp and a wall, so that no caller can ask for a picture that does not fit into memory.
  var bounded: Viewport {
    var view = self
    func within(_ length: Double, _ least: Double) -> Double { length.isFinite ? min(max(length, least), 8_192) : 640 }
    view.size = Size(within(size.width, 40), within(size.height, 24))
    view.textScale = textScale.isFinite ? min(max(textScale, 0.5), 3) : 1
    view.progress = progress.isFinite ? min(max(progress, 0), 1) : 1
    return view
  }
}

/// The time that a chart speaks of.
public enum Period: Sendable, Hashable {
  case all
  /// The last days up to when the values were true, or else to the last value.
  case days(Int)
  case custom(from: Day, to: Day)

  /// What the selector offers, beside a period of one's own.
  public static let presets = [7, 30, 90, 365]
}

/// A part of a chart's x axis, in the units of that axis: days, seconds since 1970, numbers, or places in a row.
public struct ChartWindow: Sendable, Hashable {
  public var from: Double
  public var to: Double

  public init(_ from: Double, _ to: Double) {
    self.from = min(from, to)
    self.to = max(from, to)
  }

  public var length: Double { to - from }

  /// Closer by that factor around a place, which stays where it is.
  public func zoomed(by factor: Double, around place: Double) -> ChartWindow {
    guard factor.isFinite, factor > 0, place.isFinite else { return self }
    return ChartWindow(place - (place - from) / factor, place + (to - place) / factor)
  }

  public func panned(by distance: Double) -> ChartWindow {
    distance.isFinite ? ChartWindow(from + distance, to + distance) : self
  }

  /// Back within the bounds: never wider than they are, never beyond them, never closer than the least length.
  public func snapped(to bounds: ChartWindow, least: Double) -> ChartWindow {
    guard from.isFinite, to.isFinite else { return bounds }
    let length = min(max(length, min(least, bounds.length)), bounds.length)
    let centre = (from + to) / 2
    let start = min(max(centre - length / 2, bounds.from), bounds.to - length)
    return ChartWindow(start, start + length)
  }
}
