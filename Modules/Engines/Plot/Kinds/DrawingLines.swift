// Lines over time or any other axis.
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
    let courses = drawn.map { Course($0, isSmooth: lines.smooth && !lines.isBand, grid) }
    if courses.count == 1, let only = courses.first { area(only, grid) }
    if lines.isBand, courses.count == 2 { band(between: courses[0], courses[1]) }
    for reference in lines.references { self.reference(reference, grid) }
    for course in courses { line(course) }
    for course in courses { points(course.part, course.kept, grid, of: courses.count) }
  }

  /// One series as drawn: the points kept after thinning and the paths through them.
  private struct Course {
    let part: VisiblePart.Part
    let kept: [Int]
    /// One path for each unbroken run of two or more points.
    let stretches: [[Shape.Step]]
    let isThinned: Bool

    init(_ part: VisiblePart.Part, isSmooth: Bool, _ grid: Grid) {
      self.part = part
      kept = Thinning.kept(part.track, part.range, grid.x)
      isThinned = Double(part.range.count) > (grid.x.end - grid.x.start) * 4
      let curves = Course.stretches(part, kept, grid).filter { $0.count > 1 }
      let isCurved = isSmooth && !isThinned
      stretches = curves.map { LineCurve(through: $0, isSmooth: isCurved).steps(in: grid.plot) }
    }

    /// The first and the last point of a stretch.
    static func ends(_ steps: [Shape.Step]) -> (Spot, Spot)? {
      guard let from = steps.first?.end, let to = steps.last?.end else { return nil }
      return (from, to)
    }

    /// In pixels, including the next point beyond each end of the window.
    private static func stretches(_ part: VisiblePart.Part, _ kept: [Int], _ grid: Grid) -> [[Spot]] {
      let track = part.track
      var stretches: [[Spot]] = []
      var current: [Spot] = []
      current.reserveCapacity(kept.count + 2)
      func take(_ index: Int) {
        if track.ys[index].isNaN {
          if !current.isEmpty { stretches.append(current) }
          current = []
        } else {
          current.append(Spot(grid.x.beyond(track.xs[index]), grid.y.beyond(track.ys[index])))
        }
      }
      if part.range.lowerBound > 0 { take(part.range.lowerBound - 1) }
      for index in kept { take(index) }
      if part.range.upperBound < track.xs.count { take(part.range.upperBound) }
      if !current.isEmpty { stretches.append(current) }
      return stretches
    }
  }

  /// The minimum and maximum of the visible values and of the lines where they cross the window's edges.
  func valueEnds(_ parts: [VisiblePart.Part], _ window: ChartWindow, axis: Axis) -> Ends {
    var (least, greatest) = (Double.infinity, -Double.infinity)
    func take(_ value: Double) {
      guard !value.isNaN else { return }
      least = min(least, value)
      greatest = max(greatest, value)
    }
    for part in parts {
      let track = part.track
      for index in [part.statistics.least, part.statistics.greatest] { if let index { take(track.ys[index]) } }
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

  private mutating func line(_ course: Course) {
    let path = course.stretches.flatMap(\.self)
    guard !path.isEmpty else { return }
    let track = course.part.track
    add(
      .path(path), .line,
      stroke: .init(.hue(track.look.hue), course.isThinned ? 1.25 : 2.25, dash: track.look.dash), series: track.id)
  }

  /// Fills the area between a single line and zero with a faint colour. Not if zero is off the axis, where the area
  /// would overstate small parts of a value.
  private mutating func area(_ course: Course, _ grid: Grid) {
    guard grid.y.from <= 0, grid.y.to >= 0 else { return }
    let foot = grid.y.at(0)
    var path: [Shape.Step] = []
    for steps in course.stretches {
      guard case .move(let start)? = steps.first, let end = steps.last?.end else { continue }
      path += steps
      path += [.line(Spot(end.x, foot)), .line(Spot(start.x, foot)), .close]
    }
    let track = course.part.track
    if !path.isEmpty { add(.path(path), .area, fill: .hue(track.look.hue, 0.1), series: track.id) }
  }

  /// Fills the space between two lines with a faint colour where both are unbroken over the same stretch.
  private mutating func band(between one: Course, _ other: Course) {
    var path: [Shape.Step] = []
    for steps in one.stretches {
      guard let (from, to) = Course.ends(steps),
        let beneath = other.stretches.first(where: { Course.ends($0).map { $0.x == from.x && $1.x == to.x } ?? false })
      else { continue }
      path += steps
      path += beneath.reversed().compactMap(\.end).map { .line($0) }
      path.append(.close)
    }
    if !path.isEmpty { add(.path(path), .area, fill: .hue(one.part.track.look.hue, 0.12), series: one.part.track.id) }
  }

  /// Adds a mark for every value. Symbols stand at all of them if there is room, otherwise at intervals along the line,
  /// so that series can be distinguished without colour.
  mutating func points(_ part: VisiblePart.Part, _ kept: [Int], _ grid: Grid, of count: Int) {
    let track = part.track
    let kept = kept.filter { !track.ys[$0].isNaN }
    let apart = (grid.x.end - grid.x.start) / Double(max(kept.count - 1, 1))
    let isRoomy = apart >= 11
    let every = isRoomy ? 1 : max(1, Int((72 / max(apart, 0.001)).rounded()))
    for (order, index) in kept.enumerated() {
      let spot = Spot(grid.x.at(track.xs[index]), grid.y.at(track.ys[index]))
      let stands = isRoomy || (count > 1 && order % every == every / 2) || isAlone(track, index)
      if stands { sign(track.look, at: spot, radius: isRoomy && apart < 18 ? 3 : 4, series: track.id) }
      mark(part, index, at: spot)
    }
    let unusual = kept.filter { track.anomalies[$0] != nil }
    for index in apart < 4 ? outermost(unusual, part, grid) : unusual {
      anomaly(at: Spot(grid.x.at(track.xs[index]), grid.y.at(track.ys[index])), series: track.id)
    }
  }

  /// The crowded unusual values that lie farthest from the mean whose rings do not overlap; overlapping rings could not
  /// be told apart. Every value is a mark regardless.
  private func outermost(_ unusual: [Int], _ part: VisiblePart.Part, _ grid: Grid) -> [Int] {
    let track = part.track
    func distance(_ index: Int) -> Double { abs(track.ys[index] - part.statistics.mean) }
    var ringed: [(index: Int, spot: Spot)] = []
    for index in unusual.sorted(by: { (distance($0), $1) > (distance($1), $0) }) {
      let spot = Spot(grid.x.at(track.xs[index]), grid.y.at(track.ys[index]))
      let isFree = ringed.allSatisfy { other in
        let (x, y) = (other.spot.x - spot.x, other.spot.y - spot.y)
        return x * x + y * y >= 26 * 26
      }
      if isFree { ringed.append((index, spot)) }
    }
    return ringed.map(\.index).sorted()
  }

  private func isAlone(_ track: Track, _ index: Int) -> Bool {
    let hasLeft = index > 0 && !track.ys[index - 1].isNaN
    let hasRight = index + 1 < track.ys.count && !track.ys[index + 1].isNaN
    return !hasLeft && !hasRight
  }

  /// Draws a labelled dashed line at a value of the axis.
  mutating func reference(_ reference: Reference, _ grid: Grid, hasGround: Bool = false) {
    let y = grid.y.at(reference.value)
    let paint = reference.hue.map { Paint.hue($0) } ?? .softInk
    line(Spot(grid.plot.x, y), Spot(grid.plot.right, y), .reference, .init(paint, 1.25, dash: .dashed))
    // Where half of the plot is too narrow, all of it, and only then less of the words.
    let isWide = TextMeasure.width(reference.title, small) > grid.plot.width / 2
    let text = TextMeasure.shortened(reference.title, to: isWide ? grid.plot.width - 8 : grid.plot.width / 2, small)
    let right = grid.plot.right - 4
    for base in [y - 5, y + small + 2] {
      let box = Lettering(text, at: Spot(right, base), size: small, anchor: .end).box
      guard isFree(box) else { continue }
      // Bars may stand behind the text.
      if hasGround { add(.box(box.inset(-2), corner: 3), .ground, fill: Paint(.card, 0.85)) }
      write(text, at: Spot(right, base), .reference, size: small, paint: .softInk, anchor: .end)
      return
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
