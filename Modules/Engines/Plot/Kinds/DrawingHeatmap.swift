// A week by hours: seven rows of 24 cells, darker for larger values. Hours without a value are blank and grey, which
// differs from the shade of zero.
extension Sheet {
  mutating func draw(_ heatmap: Heatmap) {
    let full = heading(.none)
    guard let part = shown.parts.first else { return }
    let isRoomy = full.width > 260 && full.height > 120
    let scaleHeight = isRoomy ? small * 2.6 : 0
    let names = Weekday.allCases.map { writing.weekday($0) }
    let left = isRoomy ? (names.map { TextMeasure.width($0, small) }.max() ?? 0) + 10 : 0
    let bottom = isRoomy ? small * 1.8 : 0
    let plot = Box(
      full.x + left, full.y, max(24, full.width - left), max(14, full.height - bottom - scaleHeight))
    scene.plot = plot
    let (width, height) = (plot.width / 24, plot.height / 7)
    let gap = min(3, width * 0.12, height * 0.12)
    func box(_ place: Int) -> Box {
      Box(
        plot.x + Double(place % 24) * width + gap / 2, plot.y + Double(place / 24) * height + gap / 2, width - gap,
        height - gap)
    }
    let statistics = part.statistics
    let greatest = statistics.greatest.map { part.track.ys[$0] } ?? 0
    let least = min(statistics.least.map { part.track.ys[$0] } ?? 0, 0)
    let corner = min(4, width * 0.18)
    var filled: Set<Int> = []
    for index in part.range where !part.track.ys[index].isNaN {
      let place = Int(part.track.xs[index])
      filled.insert(place)
      let cell = box(place)
      add(
        .box(cell, corner: corner), .cell, fill: Sheet.shade(heatmap.hue, part.track.ys[index], least, greatest),
        series: part.track.id)
      mark(part, index, at: cell.centre, box: cell)
    }
    for place in 0..<168 where !filled.contains(place) {
      add(.box(box(place), corner: corner), .gap, fill: Paint(.gridLine, 0.35))
    }
    guard isRoomy else { return }
    for (row, name) in names.enumerated() {
      let y = plot.y + (Double(row) + 0.5) * height
      let at = Spot(plot.x - 8, y + small * 0.34)
      if tryWriting(name, at: at, .axis, size: small, paint: .softInk, anchor: .end) {
        scene.ticks.append(.init(axis: .y, value: Double(row), text: name, at: y))
      }
    }
    for hour in stride(from: 0, to: 24, by: plot.width > 420 ? 3 : 6) {
      let x = plot.x + Double(hour) * width
      let text = "\(Day.padded(hour, to: 2)):00"
      if tryWriting(text, at: Spot(x + gap / 2, plot.bottom + small * 1.4), .axis, size: small, paint: .softInk) {
        scene.ticks.append(.init(axis: .x, value: Double(hour), text: text, at: x))
      }
    }
    shades(heatmap, least, greatest, in: Box(plot.x, full.bottom - small * 1.3, plot.width, small * 1.3))
  }

  /// Six shades from faint to the full hue, as many as are easily distinguished.
  private static func shade(_ hue: Hue, _ value: Double, _ least: Double, _ greatest: Double) -> Paint {
    let share = greatest > least ? (value / 2 - least / 2) / (greatest / 2 - least / 2) : 1
    return .hue(hue, 0.16 + 0.84 * (share * 5).rounded() / 5)
  }

  /// The legend of the shades and of missing values.
  private mutating func shades(_ heatmap: Heatmap, _ least: Double, _ greatest: Double, in box: Box) {
    func text(_ value: Double) -> String {
      writing.written(value, decimals: 2) + (heatmap.unit.map { " \($0)" } ?? "")
    }
    let needed = TextMeasure.width(text(least), small) + TextMeasure.width(text(greatest), small) + 120
    guard needed < box.width else { return }
    let middle = box.y + box.height / 2
    var x = box.x
    func cell(_ x: Double) -> Shape.Form { .box(Box(x, middle - 6, 16, 12), corner: 3) }
    func words(_ said: String, _ x: Double, _ sheet: inout Sheet) -> Double {
      sheet.tryWriting(said, at: Spot(x, middle + sheet.small * 0.36), .legend, size: sheet.small, paint: .softInk)
      return x + TextMeasure.width(said, sheet.small)
    }
    x = words(text(least), x, &self) + 6
    for step in 0...5 {
      add(cell(x), .legend, fill: Sheet.shade(heatmap.hue, Double(step), 0, 5))
      x += 18
    }
    x = words(text(greatest), x + 4, &self) + 20
    guard x + 24 + TextMeasure.width("No data", small) < box.right else { return }
    add(cell(x), .legend, fill: Paint(.gridLine, 0.35))
    _ = words("No data", x + 22, &self)
  }
}
