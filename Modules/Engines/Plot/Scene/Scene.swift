/// A chart laid out at one size: shapes in the order in which they are drawn, and marks, which know what they mean. It knows
/// no colours and no file format; every face is made from it.
public struct Scene: Sendable, Hashable {
  public enum State: Sendable, Hashable {
    case full
    /// Nothing, or too little, to draw; these words stand in its place.
    case lacking(String)
    /// The shape of what is to come.
    case skeleton
  }

  public let kind: String
  public let title: String
  /// What the chart says, for those who do not see it.
  public internal(set) var text: String
  public let size: Size
  /// Where the values lie; no mark lies outside.
  public internal(set) var plot: Box
  public internal(set) var shapes: [Shape] = []
  public internal(set) var marks: [Mark] = []
  public internal(set) var legend: [LegendEntry] = []
  public internal(set) var ticks: [Tick] = []
  public internal(set) var state = State.full

  /// One value where it is drawn.
  public struct Mark: Sendable, Hashable {
    /// The id of its series.
    public var series: String
    public var name: String
    /// Which of the series' points it is.
    public var index: Int
    /// Where it stands, in words: a day, a label.
    public var place: String
    public var value: Double?
    /// The value in words, with its unit.
    public var words: String
    public var anomaly: Anomaly?
    public var note: String?
    public var at: Spot
    /// What is touched when somebody means it.
    public var box: Box
  }

  /// A series in the legend, which is also the button that hides it.
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
    /// Along its axis, in pixels of the scene.
    public var at: Double
  }
}

// MARK: - What is under a finger

extension Scene {
  /// The mark that somebody means who points there: the one that is touched, or else the nearest within reach.
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

  /// All that stand at the same place as the nearest one along the chart, for a tooltip that compares series.
  public func column(at x: Double) -> [Mark] {
    guard let near = marks.min(by: { abs($0.at.x - x) < abs($1.at.x - x) }) else { return [] }
    return marks.filter { $0.place == near.place }
  }

  /// The legend's entry under a finger.
  public func entry(at spot: Spot) -> LegendEntry? { legend.first { $0.box.contains(spot) } }
}

extension Scene.Mark {
  /// What a tooltip says, line by line.
  public var tooltip: [String] {
    [name.isEmpty ? nil : name, "\(place): \(words)", anomaly?.sentence(on: place), note].compactMap(\.self)
  }
}

/// A value more than three standard deviations from the mean of its series.
public enum Anomaly: String, Sendable, Hashable, Codable {
  case high, low

  public func sentence(on place: String) -> String { "Unusually \(rawValue) value on \(place). Tap to review." }
}
