// Bars, alone or in groups, from a baseline at zero.
extension Sheet {
  mutating func draw(_ bars: Bars) {
    let room = heading(.bar)
    let drawn = Array(shown.parts.prefix(ChartSpec.Limit.drawableSeries))
    let places = BarPlaces(drawn, most: Int(room.width / 2 / Double(max(drawn.count, 1))))
    guard !places.xs.isEmpty else { return }
    var (least, greatest) = (0.0, 0.0)
    for part in drawn {
      for index in part.range where !part.track.ys[index].isNaN {
        least = min(least, part.track.ys[index])
        greatest = max(greatest, part.track.ys[index])
      }
    }
    for reference in bars.references {
      least = min(least, reference.value)
      greatest = max(greatest, reference.value)
    }
    let ends = Ends(least: least, greatest: greatest, axis: bars.y, startsAtZero: true)
    // The axis counts bands, with half a band of space at each end.
    let window = ChartWindow(-0.5, Double(places.xs.count) - 0.5)
    let grid = grid(in: room, x: window, pad: 0, bars.x, ends, labelsX: false)
    let bands = Bands(grid.plot, count: places.xs.count, beside: drawn.count)
    if room.width > 120, room.height > 70 { steps(labels(places, bands), grid.x) }
    for (order, part) in drawn.enumerated() {
      for (index, band) in places.bars(part) { bar(part, index, bands.box(band, order), grid, bands) }
    }
    for reference in bars.references { self.reference(reference, grid, hasGround: true) }
    if bars.showsValues || bands.thickness >= 30 {
      for part in drawn { values(part, isAsked: bars.showsValues) }
    }
  }

  private mutating func bar(_ part: VisiblePart.Part, _ index: Int, _ column: Box, _ grid: Grid, _ bands: Bands) {
    let track = part.track
    let zero = grid.y.at(0)
    let value = track.ys[index]
    // A gap stays blank; a value of zero is a line on the axis.
    guard !value.isNaN else { return }
    let y = grid.y.at(value)
    let box = Box(column.x, min(y, zero), column.width, max(abs(zero - y), value == 0 ? 0 : 1))
    if box.height > 0 {
      add(.box(box, corner: min(3, box.width / 4, box.height / 2)), .bar, fill: .hue(track.look.hue), series: track.id)
      if bands.beside > 1 { pattern(track.look.pattern, in: box, series: track.id) }
    } else {
      line(Spot(box.x, zero), Spot(box.right, zero), .bar, .init(.hue(track.look.hue), 2), series: track.id)
    }
    let at = Spot(box.x + box.width / 2, y)
    if track.anomalies[index] != nil { anomaly(at: at, series: track.id) }
    mark(part, index, at: at, box: box)
  }

  private mutating func values(_ part: VisiblePart.Part, isAsked: Bool) {
    for mark in scene.marks where mark.series == part.track.id && mark.anomaly == nil {
      guard let value = mark.value else { continue }
      let text = part.track.isDuration ? Writing.shortDuration(value) : writing.written(value, decimals: 2)
      guard isAsked || TextMeasure.width(text, small) <= mark.box.width + 12 else { continue }
      let y = value < 0 ? mark.at.y + small * 1.15 : mark.at.y - 5
      tryWriting(text, at: Spot(mark.at.x, y), .value, size: small, isBold: true, anchor: .middle)
    }
  }

  private func labels(_ places: BarPlaces, _ bands: Bands) -> [AxisStep] {
    let names: [String] = places.xs.map { x in
      if case .days = shown.along, let day = Day(number: Int(x)) { return writing.short(day) }
      return shown.along.words(x, writing)
    }
    let last = Double(max(names.count - 1, 0))
    let scale = ValueScale(from: -0.5, to: last + 0.5, start: bands.plot.x, end: bands.plot.right)
    let isWhole = if case .days = shown.along { true } else { false }
    return Stepping(
      along: .labels(names), scale: scale, size: small, writing: writing, gap: 8, isWhole: isWhole
    ).steps()
  }
}

/// The positions of bars in order, and the band of each.
struct BarPlaces {
  /// The first x of each band.
  let xs: [Double]
  private let bands: [Double: Int]

  /// If there are more positions than room, neighbours share a band.
  init(_ parts: [VisiblePart.Part], most: Int) {
    var all: Set<Double> = []
    for part in parts { for index in part.range { all.insert(part.track.xs[index]) } }
    let sorted = all.sorted()
    let every = max(1, (sorted.count + max(most, 1) - 1) / max(most, 1))
    xs = stride(from: 0, to: sorted.count, by: every).map { sorted[$0] }
    bands = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0 / every) })
  }

  /// One bar per band: of the values that share it, the one farthest from zero.
  func bars(_ part: VisiblePart.Part) -> [(index: Int, band: Int)] {
    var found: [(index: Int, band: Int)] = []
    let ys = part.track.ys
    for index in part.range {
      guard let band = bands[part.track.xs[index]] else { continue }
      guard let last = found.last, last.band == band else {
        found.append((index, band))
        continue
      }
      if ys[last.index].isNaN || abs(ys[index]) > abs(ys[last.index]) { found[found.count - 1].index = index }
    }
    return found
  }
}

/// The geometry of bars: one band per position, and in it one bar per series.
struct Bands {
  let plot: Box
  let count: Int
  let beside: Int
  let thickness: Double
  private let band: Double
  private let between: Double

  init(_ plot: Box, count: Int, beside: Int) {
    self.plot = plot
    self.count = count
    self.beside = max(beside, 1)
    band = plot.width / Double(max(count, 1))
    between = beside > 1 && band > 24 ? 2 : 0
    let room = min(band * 0.72, 72 * Double(self.beside))
    thickness = max(0.5, (room - between * Double(self.beside - 1)) / Double(self.beside))
  }

  func centre(_ index: Int) -> Double { plot.x + band * (Double(index) + 0.5) }

  func box(_ index: Int, _ order: Int) -> Box {
    let whole = thickness * Double(beside) + between * Double(beside - 1)
    let left = centre(index) - whole / 2 + (thickness + between) * Double(order)
    return Box(left, plot.y, thickness, plot.height)
  }
}
