// Lines over time or along any axis.
extension Sheet {
  mutating func draw(_ lines: Lines) {
    let room = heading(.line)
    let drawn = Array(shown.parts.prefix(ChartSpec.Limit.drawableSeries))
    guard let window = shown.window ?? shown.chart.bounds else { return }
    var ends = valueEnds(drawn, window, axis: lines.y)
    for reference in lines.references {
      ends.least = min(ends.least, reference.value)
      ends.greatest = max(ends.greatest, reference.value)
    }
    let grid = grid(in: room, x: window, pad: 8, lines.x, ends)
    if drawn.count == 1, let only = drawn.first { area(only, lines.smooth, grid) }
    for reference in lines.references { self.reference(reference, grid) }
    for part in drawn { line(part, isSmooth: lines.smooth, grid) }
    for part in drawn { points(part, grid, of: drawn.count) }
  }

  /// The least and the greatest of what is seen, and of where lines come in and go out.
  func valueEnds(_ parts: [Shown.Part], _ window: ChartWindow, axis: Axis) -> Ends {
    var (least, greatest) = (Double.infinity, -Double.infinity)
    func take(_ value: Double) {
      guard !value.isNaN else { return }
      least = min(least, value)
      greatest = max(greatest, value)
    }
    for part in parts {
      let track = part.track
      for index in part.range { take(track.ys[index]) }
      for (outer, inner, edge) in [
        (part.range.lowerBound - 1, part.range.lowerBound, window.from),
        (part.range.upperBound, part.range.upperBound - 1, window.to),
      ] where track.xs.indices.contains(outer) && track.xs.indices.contains(inner) {
        let share = (edge - track.xs[inner]) / (track.xs[outer] - track.xs[inner])
        take(track.ys[inner] + (track.ys[outer] - track.ys[inner]) * share)
      }
    }
    return least <= greatest
      ? Ends(least: least, greatest: greatest, axis: axis) : Ends(least: 0, greatest: 1, axis: axis)
  }

  /// The unbroken stretches of a track in pixels, with a neighbour at each side that the window cuts off.
  private func stretches(_ part: Shown.Part, _ grid: Grid) -> [[Spot]] {
    let track = part.track
    var indices = Thinning.kept(track, part.range, grid.x)
    if part.range.lowerBound > 0 { indices.insert(part.range.lowerBound - 1, at: 0) }
    if part.range.upperBound < track.xs.count { indices.append(part.range.upperBound) }
    var stretches: [[Spot]] = []
    var current: [Spot] = []
    current.reserveCapacity(indices.count)
    for index in indices {
      if track.ys[index].isNaN {
        if !current.isEmpty { stretches.append(current) }
        current = []
      } else {
        current.append(Spot(grid.x.beyond(track.xs[index]), grid.y.beyond(track.ys[index])))
      }
    }
    if !current.isEmpty { stretches.append(current) }
    return stretches
  }

  private func isThinned(_ part: Shown.Part, _ grid: Grid) -> Bool {
    Double(part.range.count) > (grid.x.end - grid.x.start) * 4
  }

  private mutating func line(_ part: Shown.Part, isSmooth: Bool, _ grid: Grid) {
    let track = part.track
    var path: [Shape.Step] = []
    for stretch in stretches(part, grid) where stretch.count > 1 {
      path += Curve(through: stretch, isSmooth: isSmooth && !isThinned(part, grid)).steps(in: grid.plot)
    }
    guard !path.isEmpty else { return }
    add(
      .path(path), .line,
      stroke: .init(.hue(track.look.hue), isThinned(part, grid) ? 1.25 : 2.25, dash: track.look.dash),
      series: track.id)
  }

  /// A breath of colour under a single line, down to the foot of the plot.
  private mutating func area(_ part: Shown.Part, _ isSmooth: Bool, _ grid: Grid) {
    var path: [Shape.Step] = []
    for stretch in stretches(part, grid) where stretch.count > 1 {
      let steps = Curve(through: stretch, isSmooth: isSmooth && !isThinned(part, grid)).steps(in: grid.plot)
      guard case .move(let start)? = steps.first, let end = steps.last?.end else { continue }
      path += steps + [.line(Spot(end.x, grid.plot.bottom)), .line(Spot(start.x, grid.plot.bottom)), .close]
    }
    if !path.isEmpty { add(.path(path), .area, fill: .hue(part.track.look.hue, 0.1), series: part.track.id) }
  }

  /// Every value is a mark. Signs stand on all of them where there is room, or else now and then along the line, so that
  /// the series can be told apart without colour.
  mutating func points(_ part: Shown.Part, _ grid: Grid, of count: Int) {
    let track = part.track
    let kept = Thinning.kept(track, part.range, grid.x).filter { !track.ys[$0].isNaN }
    let apart = (grid.x.end - grid.x.start) / Double(max(kept.count - 1, 1))
    let isRoomy = apart >= 11
    let every = isRoomy ? 1 : max(1, Int((72 / max(apart, 0.001)).rounded()))
    for (order, index) in kept.enumerated() {
      let spot = Spot(grid.x.at(track.xs[index]), grid.y.at(track.ys[index]))
      let stands = isRoomy || (count > 1 && order % every == every / 2) || isAlone(track, index)
      if stands { sign(track.look, at: spot, radius: isRoomy && apart < 18 ? 3 : 4, series: track.id) }
      if track.anomalies[index] != nil { anomaly(at: spot, series: track.id) }
      mark(part, index, at: spot)
    }
  }

  private func isAlone(_ track: Track, _ index: Int) -> Bool {
    let hasLeft = index > 0 && !track.ys[index - 1].isNaN
    let hasRight = index + 1 < track.ys.count && !track.ys[index + 1].isNaN
    return !hasLeft && !hasRight
  }

  private mutating func reference(_ reference: Reference, _ grid: Grid) {
    let y = grid.y.at(reference.value)
    let paint = reference.hue.map { Paint.hue($0) } ?? .softInk
    line(Spot(grid.plot.x, y), Spot(grid.plot.right, y), .reference, .init(paint, 1.25, dash: .dashed))
    let text = Measure.shortened(reference.title, to: grid.plot.width / 2, small)
    let right = grid.plot.right - 4
    if !tryWriting(text, at: Spot(right, y - 5), .reference, size: small, paint: .softInk, anchor: .end) {
      tryWriting(text, at: Spot(right, y + small + 2), .reference, size: small, paint: .softInk, anchor: .end)
    }
  }
}

extension Shape.Step {
  var end: Spot? {
    switch self {
    case .move(let spot), .line(let spot), .curve(_, _, let spot): spot
    case .close: nil
    }
  }
}
