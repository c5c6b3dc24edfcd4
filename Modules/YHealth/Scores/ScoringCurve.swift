/// A scoring curve of a measure: linear between a few knots, constant before the first and after the last.
///
/// Linear, so that a score can be computed by hand, and a small change never makes a jump.
struct ScoringCurve: Sendable {
  private let knots: [(at: Double, points: Double)]

  /// Creates a curve from knots in ascending order.
  init(_ knots: (Double, Double)...) {
    self.knots = knots.map { (at: $0.0, points: $0.1) }
  }

  func callAsFunction(_ value: Double) -> Double {
    guard var before = knots.first, value > before.at else { return knots.first?.points ?? 0 }
    for next in knots.dropFirst() {
      if value < next.at {
        return before.points + (next.points - before.points) * (value - before.at) / (next.at - before.at)
      }
      before = next
    }
    return before.points
  }
}
