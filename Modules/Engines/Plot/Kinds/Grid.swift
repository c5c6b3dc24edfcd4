/// The plot area and its axes.
struct Grid {
  let plot: Box
  let x: ValueScale
  let y: ValueScale
  /// The right axis, for a second measure.
  var second: ValueScale?
}

extension Sheet {
  struct Ends {
    var least: Double
    var greatest: Double
    var axis: Axis
    var startsAtZero = false
  }

  /// Lays out both axes: steps, labels, grid lines, titles.
  mutating func grid(
    in room: Box, x window: ChartWindow, pad: Double, _ xAxis: Axis, _ y: Ends, second: Ends? = nil,
    coversX: Bool = false,
    labelsX: Bool = true, lift: Double = 0
  ) -> Grid {
    let isRoomy = shown.view.isDeep
    let hasAxes = room.width > 120 && room.height > 70
    let top = (hasAxes ? axisTitles(y.axis, second?.axis, in: room) : 0) + lift
    let xTitle = hasAxes ? axisTitle(xAxis, to: room.width, in: room) : []
    let bottom =
      hasAxes ? small * 1.9 + (xTitle.isEmpty ? 0 : small * 1.6 + Double(xTitle.count - 1) * titleLine) : 0
    let height = max(10, room.height - top - bottom)
    let most = max(2, Int(height / (isRoomy ? 46 : 70)))
    let ySteps = Sheet.steps(y, most: most)
    let yTexts = ySteps.texts(writing)
    let widest = yTexts.map { TextMeasure.width($0, small) }.max() ?? 0
    let left = hasAxes ? min(widest + 10, room.width * 0.4) : 0
    var right = 0.0
    let secondSteps = second.map { Sheet.steps($0, most: max(2, min(ySteps.values.count, 5) - 1)) }
    if let secondSteps, hasAxes {
      right = (secondSteps.texts(writing).map { TextMeasure.width($0, small) }.max() ?? 0) + 10
    }
    let plot = Box(room.x + left, room.y + top, max(10, room.width - left - right), height)
    scene.plot = plot
    let yScale = ValueScale(from: ySteps.from, to: ySteps.to, start: plot.bottom, end: plot.y)
    var xWindow = window
    if coversX {
      let round = RoundSteps(window.from, window.to, most: max(4, Int(plot.width / 90)))
      xWindow = ChartWindow(round.from, round.to)
    }
    let inner = min(pad, plot.width / 4)
    let xScale = ValueScale(from: xWindow.from, to: xWindow.to, start: plot.x + inner, end: plot.right - inner)
    lines(ySteps, yTexts, yScale, plot, hasLabels: hasAxes)
    let grid = Grid(
      plot: plot, x: xScale, y: yScale,
      second: secondSteps.map { ValueScale(from: $0.from, to: $0.to, start: plot.bottom, end: plot.y) })
    if let secondSteps, let scale = grid.second, hasAxes { labels(secondSteps, scale, at: plot.right + 8) }
    if hasAxes, labelsX {
      steps(Stepping(along: shown.along, scale: xScale, size: small, writing: writing).steps(), xScale)
    }
    for (row, text) in xTitle.enumerated() {
      let y = room.bottom - small * 0.25 - Double(xTitle.count - 1 - row) * titleLine
      write(text, at: Spot(room.right, y), .axis, size: small, paint: .softInk, anchor: .end)
    }
    return grid
  }

  private static func steps(_ ends: Ends, most: Int) -> RoundSteps {
    var (least, greatest) = (ends.least, ends.greatest)
    // The requested bounds, extended where values exceed them, so that no value is cut off.
    if let asked = ends.axis.least { least = min(least, asked) }
    if let asked = ends.axis.greatest { greatest = max(greatest, asked) }
    let style = ends.axis.style
    if style == .whole, least == ends.axis.least, greatest == ends.axis.greatest,
      let steps = RoundSteps(dividing: least, greatest, most: most)
    {
      return steps
    }
    if ends.startsAtZero || (least > 0 && least < (greatest - least) * 0.6) { least = min(least, 0) }
    if ends.startsAtZero { greatest = max(greatest, 0) }
    let steps = RoundSteps(least, greatest, most: most, style: style)
    // Keeps lines off the edge, unless the edge is a requested bound or zero.
    let room = (steps.to / 2 - steps.from / 2) * 0.04
    let isTight = (
      low: least / 2 - steps.from / 2 < room && steps.from != 0 && steps.from != ends.axis.least,
      high: steps.to / 2 - greatest / 2 < room && steps.to != 0 && steps.to != ends.axis.greatest
    )
    guard isTight.low || isTight.high else { return steps }
    return RoundSteps(
      isTight.low ? steps.from - room : least, isTight.high ? steps.to + room : greatest, most: most, style: style)
  }

  private mutating func axisTitles(_ y: Axis, _ second: Axis?, in room: Box) -> Double {
    let titles = [y, second].map { $0?.heading }
    guard titles.contains(where: { $0 != nil }) else { return small * 0.6 }
    // The second title stands below the first one where they have no room beside each other.
    let half = room.width / 2 - 8
    let isSplit =
      second != nil && isHigh(room) && titles.contains { TextMeasure.width($0 ?? "", small) > half }
    let width = second == nil || isSplit ? room.width : half
    let left = axisTitle(y, to: width, in: room)
    let right = second.map { axisTitle($0, to: width, in: room) } ?? []
    let below = isSplit ? left.count : 0
    for (lines, first, x, anchor) in [(left, 0, room.x, Lettering.Anchor.start), (right, below, room.right, .end)] {
      for (row, text) in lines.enumerated() {
        let at = Spot(x, room.y + small * 0.85 + Double(first + row) * titleLine)
        write(text, at: at, .axis, size: small, paint: .softInk, anchor: anchor)
      }
    }
    return small * 1.9 + Double(max(left.count, below + right.count) - 1) * titleLine
  }

  /// The height of a further line of an axis title.
  private var titleLine: Double { small * 1.25 }

  /// An axis title, on two lines where it is too wide and the chart is high enough.
  private func axisTitle(_ axis: Axis, to width: Double, in room: Box) -> [String] {
    guard let heading = axis.heading else { return [] }
    return TextMeasure.wrapped(heading, to: width, small, most: isHigh(room) ? 2 : 1)
  }

  /// Whether there is room for titles of several lines.
  private func isHigh(_ room: Box) -> Bool { room.height > small * 8 }

  private mutating func lines(_ steps: RoundSteps, _ texts: [String], _ scale: ValueScale, _ plot: Box, hasLabels: Bool)
  {
    for (value, text) in zip(steps.values, texts) {
      let y = scale.at(value)
      // The baseline of the bars.
      let isBase = value == 0 || value == steps.values.first
      // On half pixels, so that a hairline is one sharp pixel rather than two grey ones.
      let line = y.rounded(.down) + 0.5
      self.line(
        Spot(plot.x, line), Spot(plot.right, line), .grid, .init(isBase ? Paint(.gridLine) : Paint(.gridLine, 0.6), 1))
      if hasLabels,
        tryWriting(
          text, at: Spot(plot.x - 8, y + small * 0.34), .axis, size: small, paint: .softInk, anchor: .end)
      {
        scene.ticks.append(.init(axis: .y, value: value, text: text, at: y))
      }
    }
  }

  private mutating func labels(_ steps: RoundSteps, _ scale: ValueScale, at x: Double) {
    for (value, text) in zip(steps.values, steps.texts(writing)) {
      let y = scale.at(value)
      if tryWriting(text, at: Spot(x, y + small * 0.34), .axis, size: small, paint: .softInk) {
        scene.ticks.append(.init(axis: .second, value: value, text: text, at: y))
      }
    }
  }

  /// Draws the labels below the plot; those at the ends move inward as needed.
  mutating func steps(_ steps: [AxisStep], _ scale: ValueScale) {
    let plot = scene.plot
    for step in steps {
      let x = scale.at(step.value)
      let half = TextMeasure.width(step.text, small) / 2
      let at = min(max(x, 2 + half), scene.size.width - 2 - half)
      guard
        tryWriting(
          step.text, at: Spot(at, plot.bottom + small * 1.5), .axis, size: small, paint: .softInk, anchor: .middle)
      else { continue }
      scene.ticks.append(.init(axis: .x, value: step.value, text: step.text, at: x))
    }
  }
}

extension Axis {
  /// "Distance (km)".
  var heading: String? {
    // The labels of durations have their units.
    switch (title, style == .duration ? nil : unit) {
    case (let title?, let unit?) where !unit.isEmpty: "\(title) (\(unit))"
    case (let title?, _): title
    case (nil, let unit?) where !unit.isEmpty: unit
    default: nil
    }
  }
}
