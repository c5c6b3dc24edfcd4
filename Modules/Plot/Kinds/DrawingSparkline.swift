// A small line beside a number: no axes, no words but the one of its trend.
extension Sheet {
  mutating func draw(_ sparkline: Sparkline) {
    let view = shown.view
    guard let part = shown.parts.first, let window = shown.window ?? shown.chart.bounds else { return }
    var room = Box(0, 0, view.size.width, view.size.height).inset(5)
    if view.dress != .plain, view.size.height > 90 { room = heading(.none) }
    let trend = shown.trend(sparkline, part)
    let hue = trend.hue
    let word = trend.words
    let width = Measure.width(word, small, isBold: true) + 10
    let hasWord = room.width > width + 48
    let line = Box(room.x, room.y, room.width - (hasWord ? width : 0), room.height)
    scene.plot = line
    let ends = valueEnds([part], window, axis: Axis())
    let inner = line.inset(4)
    let flat = ends.least == ends.greatest
    let grid = Grid(
      plot: line, x: ValueScale(from: window.from, to: window.to, start: inner.x, end: inner.right),
      y: ValueScale(
        from: flat ? ends.least - 1 : ends.least, to: flat ? ends.greatest + 1 : ends.greatest, start: inner.bottom,
        end: inner.y))
    var spots: [Spot] = []
    var path: [Shape.Step] = []
    for index in Thinning.kept(part.track, part.range, grid.x) {
      if part.track.ys[index].isNaN {
        if spots.count > 1 { path += Curve(through: spots, isSmooth: true).steps(in: line) }
        spots = []
        continue
      }
      let spot = Spot(grid.x.at(part.track.xs[index]), grid.y.at(part.track.ys[index]))
      spots.append(spot)
      mark(part, index, at: spot, box: Box(spot.x - 5, line.y, 10, line.height))
    }
    if spots.count > 1 { path += Curve(through: spots, isSmooth: true).steps(in: line) }
    if !path.isEmpty { add(.path(path), .line, stroke: .init(.hue(hue), 2), series: part.track.id) }
    if let last = scene.marks.last { add(.circle(last.at, radius: 3), .point, fill: .hue(hue), series: part.track.id) }
    if hasWord {
      tryWriting(
        word, at: Spot(room.right, line.centre.y + small * 0.35), .label, size: small, paint: .hue(hue), isBold: true,
        anchor: .end)
    }
  }
}

extension Shown {
  /// The maker's trend for the whole, and for a part the one that this part shows.
  func trend(_ sparkline: Sparkline, _ part: Part) -> Sparkline.Trend {
    if part.range.count == part.track.xs.count { return sparkline.trend }
    return Sparkline.Trend(of: part.track.ys[part.range].map { $0.isNaN ? nil : $0 })
  }
}

extension Sparkline.Trend {
  public var hue: Hue {
    switch self {
    case .up: .excellent
    case .down: .priority
    case .flat: .neutral
    }
  }

  /// With an arrow, so that colour is never alone.
  public var words: String {
    switch self {
    case .up: "↗ up"
    case .down: "↘ down"
    case .flat: "→ flat"
    }
  }
}
