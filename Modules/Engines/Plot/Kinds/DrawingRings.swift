// Progress towards goals: one ring per goal, all of one size.
extension Sheet {
  mutating func draw(_ rings: Rings) {
    let room = heading(.none)
    scene.plot = room
    let drawn = Array(zip(shown.parts, rings.rings.filter { !shown.view.hidden.contains($0.id) })).prefix(
      ChartSpec.Limit.drawableSeries)
    guard !drawn.isEmpty else { return }
    let columns = Sheet.columns(drawn.count, in: room, below: small * 1.9)
    let names = drawn.map { part, ring in ringName(ring, to: room.width / Double(columns) - 8) }
    let below = small * (1.9 + 1.25 * Double((names.map(\.count).max() ?? 1) - 1))
    let rows = (drawn.count + columns - 1) / columns
    let cell = Size(room.width / Double(columns), room.height / Double(rows))
    let radius = max(6, min(cell.width - 24, cell.height - below - 12, 260) / 2)
    for (order, (part, ring)) in drawn.enumerated() {
      // An incomplete last row is centred.
      let row = order / columns
      let inRow = row == rows - 1 ? drawn.count - row * columns : columns
      let shift = (room.width - Double(inRow) * cell.width) / 2
      let centre = Spot(
        room.x + shift + (Double(order % columns) + 0.5) * cell.width,
        room.y + Double(row) * cell.height + (cell.height - below) / 2)
      self.ring(ring, names[order], part, at: centre, radius)
    }
  }

  private static func columns(_ count: Int, in room: Box, below: Double) -> Int {
    func size(_ columns: Int) -> Double {
      let rows = (count + columns - 1) / columns
      return min(room.width / Double(columns), room.height / Double(rows) - below)
    }
    return (1...count).max { size($0) < size($1) } ?? 1
  }

  /// The name of a ring with its word, on two lines where it is too wide.
  private func ringName(_ ring: Rings.Ring, to width: Double) -> [String] {
    let name = [ring.name, ring.word].compactMap(\.self).joined(separator: ": ")
    return TextMeasure.wrapped(name, to: max(width, 60), small, isBold: true, most: 2)
  }

  private mutating func ring(
    _ ring: Rings.Ring, _ names: [String], _ part: VisiblePart.Part, at centre: Spot, _ radius: Double
  ) {
    let width = max(3, min(radius * 0.2, 22))
    let middle = radius - width / 2
    add(.arc(centre, radius: middle, share: 1), .track, stroke: .init(.empty, width), series: ring.id)
    let share = ring.share ?? 0
    if share * shown.view.progress > 0 {
      add(
        .arc(centre, radius: middle, share: share * shown.view.progress), .arc,
        stroke: .init(.hue(ring.shownHue), width), series: ring.id)
    }
    let inner = (radius - width) * 1.8
    let percent = ring.share.map { "\(NumberFormat.text(($0 * 100).rounded())) %" } ?? "–"
    let hasTarget = radius > 40 * shown.view.textScale
    let size = min(large, inner / max(TextMeasure.width("100 %", 1, isBold: true), 1) * 0.92)
    tryWriting(
      percent, at: Spot(centre.x, centre.y + size * (hasTarget ? 0.18 : 0.36)), .value, size: size, isBold: true,
      anchor: .middle, series: ring.id)
    if hasTarget {
      let target = ring.value.map {
        "\(writing.written($0, decimals: 2)) of \(writing.plain(ring.goal, ring.unit))"
      }
      let text = TextMeasure.shortened(target ?? "not known yet", to: inner * 0.92, small)
      tryWriting(
        text, at: Spot(centre.x, centre.y + size * 0.18 + small * 1.5), .label, size: small, paint: .softInk,
        anchor: .middle, series: ring.id)
    }
    for (row, name) in names.enumerated() {
      tryWriting(
        name, at: Spot(centre.x, centre.y + radius + small * (1.7 + 1.25 * Double(row))), .label, size: small,
        isBold: true, anchor: .middle, series: ring.id)
    }
    for index in part.range {
      mark(part, index, at: centre.around(share / 2, middle), box: Box(around: centre, radius))
    }
  }
}
