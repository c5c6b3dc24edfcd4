// Several measures on spokes around a centre.
extension Sheet {
  mutating func draw(_ radar: Radar) {
    let room = heading(.line)
    let count = radar.spokes.count
    let hasNames = room.width > 220 && room.height > 150
    let (names, size) = spokeNames(of: radar, in: room)
    let radius = hasNames ? radius(names, size, in: room) : max(8, min(room.width, room.height) / 2 - 8)
    let centre = Spot(room.centre.x, room.centre.y)
    scene.plot = Box(around: centre, radius)
    func spot(_ index: Int, _ share: Double) -> Spot { centre.around(Double(index) / Double(count), radius * share) }
    for ring in 1...4 {
      let corners = (0..<count).map { spot($0, Double(ring) / 4) }
      add(.path(Sheet.closed(corners)), .grid, stroke: .init(ring == 4 ? Paint(.gridLine) : Paint(.gridLine, 0.6), 1))
    }
    for index in 0..<count { line(centre, spot(index, 1), .grid, .init(Paint(.gridLine, 0.6), 1)) }
    // In a narrow room those in the middle come last: they can give way upwards and downwards.
    let isOver = Sheet.isNarrow(room)
    let isInMiddle = { (index: Int) in isOver && index * 2 % count == 0 }
    let order = names.indices.filter { !isInMiddle($0) } + names.indices.filter(isInMiddle)
    for index in order where hasNames {
      name(names[index], size, Double(index) / Double(count), around: centre, radius, isOver: isOver)
    }
    let drawn = Array(shown.parts.prefix(ChartSpec.Limit.drawableSeries))
    for part in drawn { outline(part, radar, isOnly: drawn.count == 1, spot) }
  }

  /// In a narrow room the names stand above and below their corners, since beside them they would take most of the width.
  private static func isNarrow(_ room: Box) -> Bool { room.width < 400 }

  /// Length by which a name above or below its corner reaches back over the chart.
  private static let overlap = 16.0

  /// The names of the spokes in lines, and their size. Text of more than the usual size is smaller than asked for where the
  /// chart would have no room between its names.
  private func spokeNames(of radar: Radar, in room: Box) -> (names: [[String]], size: Double) {
    func names(_ size: Double) -> [[String]] {
      radar.spokes.map { TextMeasure.wrapped($0.name, to: 8 * size, size, most: 2) }
    }
    var size = small
    while size > 12, radius(names(size), size, in: room) < room.width * 0.2 { size = max(12, size - 1) }
    return (names(size), size)
  }

  private func radius(_ names: [[String]], _ size: Double, in room: Box) -> Double {
    let widths = names.map { lines in lines.map { TextMeasure.width($0, size) }.max() ?? 0 }
    return max(8, min(Sheet.radius(widths, in: room), (room.height - size * 4.6) / 2))
  }

  /// The greatest radius at which the name of every spoke fits the width, by the widths of the names.
  private static func radius(_ widths: [Double], in room: Box) -> Double {
    let limits = widths.enumerated().compactMap { index, width -> Double? in
      let turn = Spot(0, 0).around(Double(index) / Double(widths.count), 1)
      guard abs(turn.x) > 0.01 else { return nil }
      let isOver = isNarrow(room) && abs(turn.y) > 0.2
      let past = isOver ? max(0, width - overlap) : width + 12
      return (room.width / 2 - past) / abs(turn.x)
    }
    return limits.min() ?? room.width / 2
  }

  /// Places a spoke's name above the top one, below the bottom one, and beside all others or, if `isOver`, above or below
  /// their corners.
  private mutating func name(
    _ lines: [String], _ small: Double, _ turn: Double, around centre: Spot, _ radius: Double, isOver: Bool
  ) {
    let corner = centre.around(turn, radius)
    let isOver = isOver && abs(corner.y - centre.y) > radius * 0.2
    var at = centre.around(turn, radius + 12)
    let across = at.x - centre.x
    let anchor: Lettering.Anchor = abs(across) < 1 ? .middle : across > 0 ? .start : .end
    let more = Double(lines.count - 1) * small * 1.2
    let isTop = isOver ? at.y < centre.y : at.y < centre.y - radius * 0.9
    let isBottom = isOver ? !isTop : at.y > centre.y + radius * 0.9
    if isOver, anchor != .middle {
      let back = min(lines.map { TextMeasure.width($0, small) }.max() ?? 0, Sheet.overlap)
      at = Spot(corner.x + (across > 0 ? -back : back), corner.y + (isTop ? -12 : 12))
    }
    var first = isTop ? at.y - more : isBottom ? at.y + small * 0.8 : at.y + small * 0.35 - more / 2
    if isOver, anchor == .middle {
      let free = (0..<5).map { first + Double($0) * (isTop ? -1 : 1) * small * 1.2 }.first { first in
        lines.enumerated().allSatisfy { row, text in
          let spot = Spot(at.x, first + Double(row) * small * 1.2)
          return isFree(Lettering(text, at: spot, size: small, anchor: anchor).box)
        }
      }
      first = free ?? first
    }
    for (row, text) in lines.enumerated() {
      let spot = Spot(at.x, first + Double(row) * small * 1.2)
      if tryWriting(text, at: spot, .axis, size: small, anchor: anchor), row == 0 {
        scene.ticks.append(.init(axis: .x, value: turn, text: lines.joined(separator: " "), at: at.x))
      }
    }
  }

  /// Draws an outline, interrupted where a value is missing.
  private mutating func outline(_ part: VisiblePart.Part, _ radar: Radar, isOnly: Bool, _ spot: (Int, Double) -> Spot) {
    let track = part.track
    let spots: [Spot?] = zip(track.ys, radar.spokes).enumerated().map { index, pair in
      pair.0.isNaN ? nil : spot(index, min(max(pair.0 / pair.1.greatest, 0), 1) * shown.view.progress)
    }
    let known = spots.compactMap(\.self)
    if known.count == spots.count {
      if isOnly { add(.path(Sheet.closed(known)), .area, fill: .hue(track.look.hue, 0.16), series: track.id) }
      add(
        .path(Sheet.closed(known)), .line, stroke: .init(.hue(track.look.hue), 2.25, dash: track.look.dash),
        series: track.id)
    } else {
      var path: [Shape.Step] = []
      for (index, one) in spots.enumerated() {
        if let one, let next = spots[(index + 1) % spots.count] { path += [.move(one), .line(next)] }
      }
      if !path.isEmpty {
        add(.path(path), .line, stroke: .init(.hue(track.look.hue), 2.25, dash: track.look.dash), series: track.id)
      }
    }
    for (index, one) in spots.enumerated() {
      guard let one else { continue }
      sign(track.look, at: one, radius: 4.5, series: track.id)
      mark(part, index, at: one)
    }
    guard isOnly else { return }
    // Large figures would cover a small chart.
    let size = min(small, max(12, scene.plot.width * 0.14))
    for mark in scene.marks {
      guard let value = mark.value else { continue }
      let out = scene.plot.centre
      let away = mark.at.distance(to: out) < 1 ? Spot(0, -1) : Spot(mark.at.x - out.x, mark.at.y - out.y)
      let length = max(1, (away.x * away.x + away.y * away.y).squareRoot())
      let at = Spot(mark.at.x - away.x / length * 16, mark.at.y - away.y / length * 16 + size * 0.35)
      tryWriting(
        writing.written(value, decimals: 1), at: at, .value, size: size, isBold: true, anchor: .middle,
        series: track.id)
    }
  }

  private static func closed(_ spots: [Spot]) -> [Shape.Step] {
    spots.enumerated().map { $0 == 0 ? .move($1) : .line($1) } + [.close]
  }
}
