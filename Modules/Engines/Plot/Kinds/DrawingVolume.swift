// A plan by weeks: volume as bars, intensity as a line, and labels above recovery and race weeks.
extension Sheet {
  mutating func draw(_ plan: VolumeAndIntensity) {
    let room = heading(.barAndLine)
    guard let volumes = shown.chart.tracks.first, let range = shown.parts.first?.range, !range.isEmpty else { return }
    let parts = Dictionary(uniqueKeysWithValues: shown.parts.map { ($0.track.id, $0) })
    let (volume, intensity) = (parts["volume"], parts["intensity"])
    let volumeEnds = ends(volume, plan.volume), intensityEnds = intensity.map { ends($0, plan.intensity) }
    let first = Double(range.lowerBound)
    let window = ChartWindow(first - 0.5, Double(range.upperBound) - 0.5)
    // Space above the bars for the labels of marked weeks.
    let hasMarks = range.contains { plan.weeks[$0].mark != nil } && room.height > small * 10
    let grid = grid(
      in: room, x: window, pad: 0, Axis(), volumeEnds, second: intensityEnds, labelsX: false,
      lift: hasMarks ? small * 2 : 0)
    let bands = Bands(grid.plot, count: range.count, beside: 1)
    // Race first: if two labels collide, it keeps its place.
    for kind in [VolumeAndIntensity.Mark.race, .recovery] {
      for index in range where plan.weeks[index].mark == kind {
        week(kind, index - range.lowerBound, bands, hasWords: hasMarks)
      }
    }
    if let volume {
      for index in range { bar(volume, index, plan.weeks[index].mark, bands.box(index - range.lowerBound, 0), grid) }
    }
    if let intensity, let scale = grid.second { line(intensity, range, scale, bands, grid.plot) }
    if room.width > 120, room.height > 70 {
      let names = range.map { volumes.xs.indices.contains($0) ? plan.weeks[$0].title : "" }
      let scale = ValueScale(from: -0.5, to: Double(range.count) - 0.5, start: grid.plot.x, end: grid.plot.right)
      // A week whose name has no room goes without, since its neighbours say which one it is.
      let stepping = Stepping(
        along: .labels(names), scale: scale, size: small, writing: writing, gap: 8, isWhole: true)
      steps(stepping.steps(), scale)
    }
  }

  private func ends(_ part: VisiblePart.Part?, _ axis: Axis) -> Ends {
    let greatest = part.flatMap { part in part.statistics.greatest.map { part.track.ys[$0] } } ?? 1
    return Ends(least: 0, greatest: greatest, axis: axis, startsAtZero: true)
  }

  /// A faint band behind the week, and its label above.
  private mutating func week(
    _ mark: VolumeAndIntensity.Mark, _ index: Int, _ bands: Bands, hasWords: Bool
  ) {
    let hue: Hue = mark == .race ? .priority : .neutral
    let column = bands.box(index, 0)
    let half = bands.plot.width / Double(bands.count) / 2
    let centre = column.x + column.width / 2
    add(
      .box(Box(centre - half, bands.plot.y, half * 2, bands.plot.height), corner: 4), .band, fill: .hue(hue, 0.1))
    guard hasWords else { return }
    let word = mark == .race ? "Race" : "Recovery"
    let width = TextMeasure.width(word, small, isBold: true) / 2
    let x = min(max(centre, bands.plot.x + width), scene.size.width - 4 - width)
    let y = bands.plot.y - 6
    let paint = Paint.hue(hue)
    // If the label collides: one line higher, or else its first letter; the band marks the week in any case.
    let choices = [(word, x, y), (word, x, y - small * 1.25), (String(word.prefix(1)), centre, y)]
    for (text, x, y) in choices
    where tryWriting(text, at: Spot(x, y), .annotation, size: small, paint: paint, isBold: true, anchor: .middle) {
      break
    }
  }

  private mutating func bar(
    _ part: VisiblePart.Part, _ index: Int, _ mark: VolumeAndIntensity.Mark?, _ column: Box, _ grid: Grid
  ) {
    let value = part.track.ys[index]
    guard !value.isNaN else { return }
    let zero = grid.y.at(0), y = grid.y.at(value)
    let box = Box(column.x, y, column.width, max(zero - y, 0))
    let paint: Paint = mark == .recovery ? .hue(part.track.look.hue, 0.55) : .hue(part.track.look.hue)
    if box.height > 0 {
      add(.box(box, corner: min(3, box.width / 4, box.height / 2)), .bar, fill: paint, series: part.track.id)
      if mark == .recovery { pattern(.rising, in: box, series: part.track.id) }
      if mark == .race { pattern(.crossed, in: box, series: part.track.id) }
    }
    self.mark(part, index, at: Spot(box.x + box.width / 2, y), box: box)
  }

  private mutating func line(
    _ part: VisiblePart.Part, _ range: Range<Int>, _ scale: ValueScale, _ bands: Bands, _ plot: Box
  ) {
    let track = part.track
    var spots: [Spot] = []
    var path: [Shape.Step] = []
    var found: [(Int, Spot)] = []
    for index in range {
      if track.ys[index].isNaN {
        path += LineCurve(through: spots, isSmooth: true).steps(in: plot)
        spots = []
      } else {
        let spot = Spot(bands.centre(index - range.lowerBound), scale.at(track.ys[index]))
        spots.append(spot)
        found.append((index, spot))
      }
    }
    path += LineCurve(through: spots, isSmooth: true).steps(in: plot)
    // An outline in the card's colour separates the line from the bars.
    add(.path(path), .line, stroke: .init(.card, 5), series: track.id)
    add(.path(path), .line, stroke: .init(.hue(track.look.hue), 2.5, dash: track.look.dash), series: track.id)
    for (index, spot) in found {
      if bands.thickness > 7 { sign(track.look, at: spot, radius: 4.5, series: track.id) }
      mark(part, index, at: spot)
    }
  }
}
