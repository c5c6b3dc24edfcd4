/// A least-squares regression line.
public struct Line: Sendable, Hashable {
  public let slope: Double
  public let intercept: Double

  /// Nil for fewer than two points, non-finite coordinates, and if all points have the same x.
  public init?(through points: [(x: Double, y: Double)]) {
    guard points.count >= 2, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
    let count = Double(points.count)
    let x = points.reduce(0) { $0 + $1.x } / count
    let y = points.reduce(0) { $0 + $1.y } / count
    let across = points.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
    let along = points.reduce(0) { $0 + ($1.x - x) * ($1.y - y) }
    guard across > 0, (along / across).isFinite else { return nil }
    slope = along / across
    intercept = y - slope * x
  }

  public func at(_ x: Double) -> Double { intercept + slope * x }
}
