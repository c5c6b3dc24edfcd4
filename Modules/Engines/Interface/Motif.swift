public import Plot

/// A product's sign: strokes on a grid of 24 units, in the colour of the accent unless a stroke has its own hue.
public struct Motif: Sendable, Hashable {
  public struct Stroke: Sendable, Hashable {
    public enum Outline: Sendable, Hashable {
      case circle(x: Double, y: Double, radius: Double)
      /// Path data of SVG.
      case path(String)
    }

    public let outline: Outline
    public let isFilled: Bool
    public let hue: Hue?

    public static func circle(
      _ x: Double, _ y: Double, radius: Double, isFilled: Bool = false, hue: Hue? = nil
    ) -> Stroke {
      Stroke(outline: .circle(x: x, y: y, radius: radius), isFilled: isFilled, hue: hue)
    }

    public static func path(_ data: String) -> Stroke { Stroke(outline: .path(data), isFilled: false, hue: nil) }
  }

  public let strokes: [Stroke]

  public init(_ strokes: [Stroke]) { self.strokes = strokes }

  /// A plain circle.
  public static let circle = Motif([.circle(12, 12, radius: 8)])
}
