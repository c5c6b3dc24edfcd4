/// A chart laid out at one size: shapes in drawing order, and marks with their meaning. It is independent of colours
/// and file formats; every face is made from it.
public struct Scene: Sendable, Hashable {
  public enum State: Sendable, Hashable {
    case full
    /// Too little data to draw; the message is shown instead.
    case lacking(String)
    /// A placeholder for data that is loading.
    case skeleton
  }

  public let kind: String
  public let title: String
  /// The summary of the chart in words.
  public internal(set) var text: String
  public let size: Size
  /// The area of the values; all marks are inside it.
  public internal(set) var plot: Box
  public internal(set) var shapes: [Shape] = []
  public internal(set) var marks: [Mark] = []
  public internal(set) var legend: [LegendEntry] = []
  public internal(set) var ticks: [Tick] = []
  public internal(set) var state = State.full

  /// One value at its position.
  public struct Mark: Sendable, Hashable {
    /// The id of its series.
    public var series: String
    public var name: String
    /// The index of its point in the series.
    public var index: Int
    /// Its position in words: a day, a label.
    public var place: String
    public var value: Double?
    /// The value in words, with its unit.
    public var words: String
    public var anomaly: Anomaly?
    public var note: String?
    public var at: Spot
    /// The area that responds to touch.
    public var box: Box
  }

  /// A legend entry, which is also the button that hides the series.
  public struct LegendEntry: Sendable, Hashable {
    public var series: String
    public var name: String
    public var isHidden: Bool
    public var box: Box
  }

  /// A step of an axis.
  public struct Tick: Sendable, Hashable {
    public enum Axis: String, Sendable, Hashable {
      case x, y, second
    }

    public var axis: Axis
    public var value: Double
    public var text: String
    /// The position along its axis, in pixels of the scene.
    public var at: Double
  }
}

// MARK: - Hit testing

extension Scene {
  /// The mark at a point: the one whose area contains it, otherwise the nearest within reach.
  public func nearest(to spot: Spot, within reach: Double = 32) -> Mark? {
    var best: (mark: Mark, outside: Double, off: Double)?
    for mark in marks {
      let outside = mark.box.distance(to: spot)
      guard outside <= reach else { continue }
      let off = mark.at.distance(to: spot)
      if let found = best, (found.outside, found.off) <= (outside, off) { continue }
      best = (mark, outside, off)
    }
    return best?.mark
  }

  /// All marks at the position nearest to x, for a tooltip that compares series.
  public func column(at x: Double) -> [Mark] {
    guard let near = marks.min(by: { abs($0.at.x - x) < abs($1.at.x - x) }) else { return [] }
    return marks.filter { $0.place == near.place }
  }

  /// The legend entry at a point.
  public func entry(at spot: Spot) -> LegendEntry? { legend.first { $0.box.contains(spot) } }
}

extension Scene.Mark {
  /// The lines of the tooltip.
  public var tooltip: [String] {
    [name.isEmpty ? nil : name, "\(place): \(words)", anomaly?.sentence(on: place), note].compactMap(\.self)
  }
}

/// A value more than three standard deviations from the mean of its series.
public enum Anomaly: String, Sendable, Hashable, Codable {
  case high, low

  public func sentence(on place: String) -> String { "Unusually \(rawValue) value on \(place). Tap to review." }
}
