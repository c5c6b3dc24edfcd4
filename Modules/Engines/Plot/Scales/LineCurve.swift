/// A line through points in order, straight or as a monotone curve: between two points it never exceeds the larger nor
/// falls below the smaller value.
struct LineCurve {
  let spots: [Spot]
  private let slopes: [Double]

  init(through spots: [Spot], isSmooth: Bool) {
    self.spots = spots
    slopes = isSmooth && spots.count > 2 ? LineCurve.slopes(spots) : []
  }

  /// Steffen's slopes: those of the parabola through three points, limited so that neither side overshoots.
  private static func slopes(_ spots: [Spot]) -> [Double] {
    let count = spots.count
    var rises = [Double](repeating: 0, count: count - 1)
    for index in 0..<(count - 1) {
      let across = spots[index + 1].x - spots[index].x
      rises[index] = across > 0 ? (spots[index + 1].y - spots[index].y) / across : 0
    }
    var slopes = [Double](repeating: 0, count: count)
    for index in 1..<(count - 1) {
      let (before, after) = (rises[index - 1], rises[index])
      guard before * after > 0 else { continue }
      let (left, right) = (spots[index].x - spots[index - 1].x, spots[index + 1].x - spots[index].x)
      let parabola = (before * right + after * left) / (left + right)
      let size = min(abs(before), abs(after), abs(parabola) / 2) * 2
      slopes[index] = before < 0 ? -size : size
    }
    slopes[0] = end(rises[0], slopes[1])
    slopes[count - 1] = end(rises[count - 2], slopes[count - 2])
    return slopes
  }

  /// The slope at an end, limited so that the curve stays monotone.
  private static func end(_ rise: Double, _ inner: Double) -> Double {
    let slope = (3 * rise - inner) / 2
    if slope * rise <= 0 { return 0 }
    return abs(slope) > 3 * abs(rise) ? 3 * rise : slope
  }

  /// The path of the curve, clipped to the box at the sides and clamped to its height.
  func steps(in box: Box) -> [Shape.Step] {
    guard let first = spots.first else { return [] }
    var steps: [Shape.Step] = []
    steps.reserveCapacity(spots.count)
    func kept(_ spot: Spot) -> Spot { Spot(min(max(spot.x, box.x), box.right), min(max(spot.y, box.y), box.bottom)) }
    if first.x >= box.x { steps.append(.move(kept(first))) }
    for index in spots.indices.dropLast() {
      let (from, to) = (spots[index], spots[index + 1])
      guard to.x > box.x - 1e-9, from.x < box.right + 1e-9 else { continue }
      let across = to.x - from.x
      let isCut = from.x < box.x || to.x > box.right
      guard isCut, across > 0 else {
        steps.append(segment(from, to, index, kept))
        continue
      }
      let (start, end) = (max(0, (box.x - from.x) / across), min(1, (box.right - from.x) / across))
      let piece = Piece(from, to, slopes.isEmpty ? nil : (slopes[index], slopes[index + 1]))
      let cut = piece.cut(start, end)
      if steps.isEmpty { steps.append(.move(kept(cut.0))) }
      steps.append(slopes.isEmpty ? .line(kept(cut.3)) : .curve(kept(cut.1), kept(cut.2), kept(cut.3)))
    }
    return steps
  }

  private func segment(_ from: Spot, _ to: Spot, _ index: Int, _ kept: (Spot) -> Spot) -> Shape.Step {
    guard !slopes.isEmpty else { return .line(kept(to)) }
    let third = (to.x - from.x) / 3
    return .curve(
      kept(Spot(from.x + third, from.y + slopes[index] * third)),
      kept(Spot(to.x - third, to.y - slopes[index + 1] * third)), kept(to))
  }

  /// One cubic Bézier segment, for cutting out a part.
  private struct Piece {
    let points: (Spot, Spot, Spot, Spot)

    init(_ from: Spot, _ to: Spot, _ slopes: (Double, Double)?) {
      let third = (to.x - from.x) / 3
      let straight = to.x > from.x ? (to.y - from.y) / (to.x - from.x) : 0
      let (one, two) = slopes ?? (straight, straight)
      points = (from, Spot(from.x + third, from.y + one * third), Spot(to.x - third, to.y - two * third), to)
    }

    /// The control points of the part between two parameters, by de Casteljau's algorithm.
    func cut(_ start: Double, _ end: Double) -> (Spot, Spot, Spot, Spot) {
      (blossom(start, start, start), blossom(start, start, end), blossom(start, end, end), blossom(end, end, end))
    }

    private func blossom(_ one: Double, _ two: Double, _ three: Double) -> Spot {
      func between(_ left: Spot, _ right: Spot, _ share: Double) -> Spot {
        Spot(left.x + (right.x - left.x) * share, left.y + (right.y - left.y) * share)
      }
      let first = between(points.0, points.1, one), second = between(points.1, points.2, one)
      let third = between(points.2, points.3, one)
      return between(between(first, second, two), between(second, third, two), three)
    }
  }
}
