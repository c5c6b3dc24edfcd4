/// Points for a measure: straight lines between a few knots, level before the first and after the last.
///
/// Straight lines, so that anybody can work a score out by hand, and so that no small change makes a leap.
struct Curve: Sendable {
  private let knots: [(at: Double, points: Double)]

  /// In the order in which they are reached.
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
