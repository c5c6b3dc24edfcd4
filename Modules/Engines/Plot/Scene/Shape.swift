/// One drawn item: a form, its fill and stroke, and its role.
public struct Shape: Sendable, Hashable {
  public enum Form: Sendable, Hashable {
    case path([Step])
    case box(Box, corner: Double)
    case circle(Spot, radius: Double)
    /// An arc clockwise from twelve o'clock; its share of the circle can be animated.
    case arc(Spot, radius: Double, share: Double)
    /// The symbol of a point.
    case sign(Series.Shape, Spot, radius: Double)
    case letters(Lettering)
  }

  public enum Step: Sendable, Hashable {
    case move(Spot)
    case line(Spot)
    case curve(Spot, Spot, Spot)
    case close
  }

  /// The purpose of a shape; a style sheet can select it.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    case ground, grid, axis, band, area, line, bar, pattern, cell, point, arc, track, reference, trend, gap
    case title, subtitle, legend, label, value, annotation, anomaly, message, time

    /// True if its lines have round ends.
    public var isRound: Bool {
      switch self {
      case .line, .trend, .arc, .anomaly, .point, .legend: true
      default: false
      }
    }
  }

  public struct Stroke: Sendable, Hashable {
    public var paint: Paint
    public var width: Double
    public var dash: Series.Dash

    public init(_ paint: Paint, _ width: Double, dash: Series.Dash = .solid) {
      self.paint = paint
      self.width = width
      self.dash = dash
    }
  }

  public var form: Form
  public var role: Role
  public var fill: Paint?
  public var stroke: Stroke?
  /// The id of the series it belongs to.
  public var series: String?

  public init(_ form: Form, _ role: Role, fill: Paint? = nil, stroke: Stroke? = nil, series: String? = nil) {
    self.form = form
    self.role = role
    self.fill = fill
    self.stroke = stroke
    self.series = series
  }
}

extension Series.Dash {
  /// The lengths of strokes and gaps, for a line of that width.
  public func lengths(_ width: Double) -> [Double] {
    let unit = max(width, 1)
    return switch self {
    case .solid: []
    case .dashed: [unit * 4, unit * 2.5]
    case .dotted: [unit * 0.1, unit * 2.2]
    case .dashDot: [unit * 5, unit * 2.2, unit * 0.1, unit * 2.2]
    }
  }
}

/// A single line of text on a baseline.
public struct Lettering: Sendable, Hashable {
  public enum Anchor: String, Sendable, Hashable {
    case start, middle, end
  }

  public var text: String
  public var at: Spot
  public var size: Double
  public var isBold: Bool
  public var anchor: Anchor

  public init(_ text: String, at spot: Spot, size: Double, isBold: Bool = false, anchor: Anchor = .start) {
    self.text = text
    at = spot
    self.size = size
    self.isBold = isBold
    self.anchor = anchor
  }

  /// The area reserved for the text; no face needs more width.
  public var box: Box {
    let width = TextMeasure.width(text, size, isBold: isBold)
    let left =
      switch anchor {
      case .start: at.x
      case .middle: at.x - width / 2
      case .end: at.x - width
      }
    return Box(left, at.y - size * 0.8, width, size * 1.02)
  }
}
