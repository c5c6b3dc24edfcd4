// Two measures against each other, with their trend line.
extension Sheet {
  mutating func draw(_ scatter: Scatter) {
    let room = heading(.point)
    let drawn = Array(shown.parts.prefix(ChartSpec.Limit.drawableSeries))
    var (across, up) = (Reach(), Reach())
    for part in drawn {
      for index in part.range where !part.track.ys[index].isNaN {
        across.take(part.track.xs[index])
        up.take(part.track.ys[index])
      }
    }
    guard up.least <= up.greatest else { return }
    let trend = scatter.trend ?? TrendLine(through: scatter.shownPoints)
    var below = room
    if let trend, room.height > small * 12 {
      let strength = trend.correlation.map { " (correlation \(writing.written($0, decimals: 2)))" } ?? ""
      let words = trend.words.prefix(1).uppercased() + trend.words.dropFirst() + strength
      for line in TextMeasure.wrapped(words, to: room.width, body, isBold: true, most: 2) {
        write(line, at: Spot(room.x, below.y + body * 0.85), .trend, size: body, isBold: true)
        below = Box(room.x, below.y + body * 1.35, room.width, below.height - body * 1.35)
      }
      below = Box(room.x, below.y + body * 0.5, room.width, below.height - body * 0.5)
    }
    let bounded = ChartWindow(
      min(scatter.x.least ?? across.least, across.least), max(scatter.x.greatest ?? across.greatest, across.greatest))
    let grid = grid(
      in: below, x: bounded, pad: 8, scatter.x, Ends(least: up.least, greatest: up.greatest, axis: scatter.y),
      coversX: true)
    if let trend { line(of: trend, from: across.least, to: across.greatest, grid) }
    for part in drawn {
      for index in thinned(part, grid) {
        let spot = Spot(grid.x.at(part.track.xs[index]), grid.y.at(part.track.ys[index]))
        sign(
          part.track.look, at: spot, radius: part.range.count > 200 || grid.plot.width < 400 ? 3.25 : 4.5,
          series: part.track.id)
        mark(part, index, at: spot)
      }
    }
  }

  private struct Reach {
    var least = Double.infinity
    var greatest = -Double.infinity

    mutating func take(_ value: Double) {
      least = min(least, value)
      greatest = max(greatest, value)
    }
  }

  /// With more than 2,000 points, draws one for each square of 3 by 3 pixels, since the others would be covered.
  private func thinned(_ part: VisiblePart.Part, _ grid: Grid) -> [Int] {
    let known = part.range.filter { !part.track.ys[$0].isNaN }
    guard known.count > 2_000 else { return known }
    var taken: Set<Int> = []
    return known.filter { index in
      let x = Int(grid.x.at(part.track.xs[index]) / 3), y = Int(grid.y.at(part.track.ys[index]) / 3)
      return taken.insert(x &* 100_003 &+ y).inserted
    }
  }

  /// Draws the trend line, clipped to the plot.
  private mutating func line(of trend: TrendLine, from: Double, to: Double, _ grid: Grid) {
    func at(_ x: Double) -> Double { trend.intercept + trend.slope * x }
    var (left, right) = (from, to)
    let (low, high) = (grid.y.from, grid.y.to)
    if trend.slope != 0 {
      let one = (low - trend.intercept) / trend.slope, two = (high - trend.intercept) / trend.slope
      left = max(left, min(one, two))
      right = min(right, max(one, two))
    }
    guard left < right, at(left).isFinite, at(right).isFinite, at(left) >= low - 1e-9 * abs(low),
      at(left) <= high + 1e-9 * abs(high)
    else { return }
    line(
      Spot(grid.x.at(left), grid.y.at(at(left))), Spot(grid.x.at(right), grid.y.at(at(right))), .trend,
      .init(.softInk, 2, dash: .dashed))
  }
}
