// A small line beside a number: without axes, labelled only with its trend, or with the arrow if space is short.
extension Sheet {
  mutating func draw(_ sparkline: Sparkline) {
    let view = shown.view
    guard let part = shown.parts.first, let window = shown.window ?? shown.chart.bounds else { return }
    var room = Box(0, 0, view.size.width, view.size.height).inset(5)
    // Beside a number it is a line only; exported alone it has a title, and the trend stands at the end of the line.
    let isLow = view.size.height <= 90
    if view.dress != .plain, !isLow { room = heading(.none) }
    let trend = shown.trend(sparkline, part)
    let hue = trend.hue
    let widths = [trend.words, trend.arrow].map { (words: $0, width: TextMeasure.width($0, small, isBold: true) + 10) }
    let word = widths.first { room.width > $0.width + 48 }
    let line = Box(room.x, room.y, room.width - (word?.width ?? 0), room.height)
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
        if spots.count > 1 { path += LineCurve(through: spots, isSmooth: true).steps(in: line) }
        spots = []
        continue
      }
      let spot = Spot(grid.x.at(part.track.xs[index]), grid.y.at(part.track.ys[index]))
      spots.append(spot)
      mark(part, index, at: spot, box: Box(spot.x - 5, line.y, 10, line.height))
    }
    if spots.count > 1 { path += LineCurve(through: spots, isSmooth: true).steps(in: line) }
    if !path.isEmpty { add(.path(path), .line, stroke: .init(.hue(hue), 2), series: part.track.id) }
    let last = scene.marks.last
    if let last { add(.circle(last.at, radius: 3), .point, fill: .hue(hue), series: part.track.id) }
    guard let word else { return }
    let middle = isLow ? line.centre.y : last?.at.y ?? line.centre.y
    tryWriting(
      word.words, at: Spot(room.right, middle + small * 0.35), .label, size: small, paint: .hue(hue), isBold: true,
      anchor: .end)
  }
}

extension VisiblePart {
  /// The spec's trend if the whole series is visible, otherwise the trend of the visible part.
  func trend(_ sparkline: Sparkline, _ part: Part) -> Sparkline.Trend {
    if part.range.count == part.track.xs.count { return sparkline.trend }
    return Sparkline.Trend(of: part.track.ys[part.range].map { $0.isNaN ? nil : $0 }, noise: sparkline.noise ?? 0)
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

  public var arrow: String {
    switch self {
    case .up: "↗"
    case .down: "↘"
    case .flat: "→"
    }
  }

  /// With an arrow, so that colour never stands alone.
  public var words: String {
    switch self {
    case .up: "\(arrow) up"
    case .down: "\(arrow) down"
    case .flat: "\(arrow) flat"
    }
  }
}
