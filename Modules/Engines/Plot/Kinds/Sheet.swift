internal import Platform

/// A scene under construction: the shapes so far, and the areas taken by text.
struct Sheet {
  let shown: VisiblePart
  var scene: Scene
  private var taken: [Box] = []
  /// A cache of positions in words, since compared series share their positions.
  private var places: [Double: String] = [:]

  init(_ shown: VisiblePart) {
    self.shown = shown
    let spec = shown.chart.spec
    scene = Scene(
      kind: spec.kind.name, title: spec.title, text: "", size: shown.view.size,
      plot: Box(0, 0, shown.view.size.width, shown.view.size.height))
  }

  var writing: Writing { shown.view.writing }
  /// Type sizes, scaled by the reader's text size.
  var small: Double { 12 * shown.view.textScale }
  var body: Double { 13 * shown.view.textScale }
  var title: Double { 17 * shown.view.textScale }
  var large: Double { 26 * shown.view.textScale }
}

// MARK: - Drawing

extension Sheet {
  mutating func add(
    _ form: Shape.Form, _ role: Shape.Role, fill: Paint? = nil, stroke: Shape.Stroke? = nil, series: String? = nil
  ) {
    scene.shapes.append(Shape(form, role, fill: fill, stroke: stroke, series: series))
  }

  mutating func line(_ from: Spot, _ to: Spot, _ role: Shape.Role, _ stroke: Shape.Stroke, series: String? = nil) {
    add(.path([.move(from), .line(to)]), role, stroke: stroke, series: series)
  }

  /// Writes mandatory text and reserves its area.
  mutating func write(
    _ text: String, at spot: Spot, _ role: Shape.Role, size: Double, paint: Paint = .ink, isBold: Bool = false,
    anchor: Lettering.Anchor = .start, series: String? = nil
  ) {
    let text = text.harmless
    guard !text.isEmpty else { return }
    let letters = Lettering(text, at: spot, size: size, isBold: isBold, anchor: anchor)
    taken.append(letters.box)
    add(.letters(letters), role, fill: paint, series: series)
  }

  /// Writes optional text: skipped if it would overlap other text or leave the sheet.
  @discardableResult
  mutating func tryWriting(
    _ text: String, at spot: Spot, _ role: Shape.Role, size: Double, paint: Paint = .ink, isBold: Bool = false,
    anchor: Lettering.Anchor = .start, series: String? = nil
  ) -> Bool {
    let box = Lettering(text, at: spot, size: size, isBold: isBold, anchor: anchor).box
    guard isFree(box) else { return false }
    write(text, at: spot, role, size: size, paint: paint, isBold: isBold, anchor: anchor, series: series)
    return true
  }

  func isFree(_ box: Box) -> Bool {
    Box(0, 0, scene.size.width, scene.size.height).contains(box) && !taken.contains { $0.meets(box) }
  }

  /// Reserves an area that text must not cover.
  mutating func keep(_ box: Box) { taken.append(box) }

  mutating func sign(_ look: Look, at spot: Spot, radius: Double, _ role: Shape.Role = .point, series: String? = nil) {
    let paint = Paint.hue(look.hue)
    switch look.shape {
    case .cross, .plus:
      add(.sign(look.shape, spot, radius: radius), role, stroke: .init(paint, 2), series: series)
    case .circle, .square, .triangle, .diamond:
      // An outline in the card's colour separates symbols from lines and from each other.
      add(
        .sign(look.shape, spot, radius: radius), role, fill: paint, stroke: .init(.card, radius > 3 ? 1.5 : 1),
        series: series)
    }
  }

  mutating func mark(_ part: VisiblePart.Part, _ index: Int, at spot: Spot, box: Box? = nil) {
    let track = part.track
    let x = track.xs[index]
    let place = places[x] ?? shown.place(part, index)
    places[x] = place
    scene.marks.append(
      Scene.Mark(
        series: track.id, name: track.name, index: index, place: place,
        value: track.ys[index].isNaN ? nil : track.ys[index], words: track.words(index, writing),
        anomaly: track.anomalies[index], note: track.notes[index], at: spot, box: box ?? Box(around: spot, 10)))
  }

  /// Marks an unusual value with a ring and a stroke above or below it, visible without colour.
  mutating func anomaly(at spot: Spot, series: String) {
    let stroke = Shape.Stroke(.hue(.attention), 2)
    add(.circle(spot, radius: 8), .anomaly, stroke: stroke, series: series)
    let isHigh = spot.y - 22 > scene.plot.y
    let (near, far) = isHigh ? (spot.y - 11, spot.y - 17) : (spot.y + 11, spot.y + 17)
    line(Spot(spot.x, near), Spot(spot.x, far), .anomaly, stroke, series: series)
  }
}

// MARK: - Title and legend

extension Sheet {
  static let margin = 16.0

  /// Writes the title, subtitle, date and legend, and returns the remaining area.
  mutating func heading(_ kind: Swatch) -> Box {
    let view = shown.view, spec = shown.chart.spec
    let isNarrow = view.size.width < 240 || view.size.height < 160
    let margin = isNarrow ? 8.0 : Sheet.margin
    var room = Box(0, 0, view.size.width, view.size.height).inset(margin)
    func take(_ height: Double) {
      room.y += height
      room.height = max(0, room.height - height)
    }
    if view.dress != .plain, room.height > title * 5 {
      for line in TextMeasure.wrapped(spec.title, to: room.width, title, isBold: true, most: 2) {
        write(line, at: Spot(room.x, room.y + title * 0.85), .title, size: title, isBold: true)
        take(title * 1.3)
      }
      if let subtitle = spec.subtitle, room.height > body * 8 {
        let line = TextMeasure.shortened(subtitle, to: room.width, body)
        write(line, at: Spot(room.x, room.y + body * 0.85), .subtitle, size: body, paint: .softInk)
        take(body * 1.5)
      }
      take(isNarrow ? 2 : 6)
    }
    if view.dress == .export, room.height > small * 7, let asOf = spec.asOf, let day = Day(asOf, in: spec.zone) {
      let time = "\(writing.long(day)) \(Along.clock(asOf.timeIntervalSince1970, spec.zone))"
      room.height = max(0, room.height - small * 1.6)
      write(time, at: Spot(room.x, room.bottom + small * 1.4), .time, size: small, paint: .softInk)
    }
    let needs = shown.chart.tracks.count > 1 || view.dress == .export
    if needs, kind != .none, room.height > small * 8 { take(legend(kind, in: room)) }
    return room
  }

  enum Swatch { case none, line, bar, point, barAndLine }

  /// Lays out the legend on up to three rows and returns its height.
  private mutating func legend(_ swatch: Swatch, in room: Box) -> Double {
    let tracks = shown.chart.tracks
    let row = max(small * 1.9, 20)
    var spot = Spot(room.x, room.y)
    var rows = 1.0
    for (index, track) in tracks.prefix(ChartSpec.Limit.drawableSeries).enumerated() {
      let name = TextMeasure.shortened(track.name, to: min(room.width - 44, 220), small)
      let width = 34 + TextMeasure.width(name, small) + 16
      if spot.x > room.x, spot.x + width - 16 > room.right {
        if rows == 3 {
          tryWriting(
            "+ \(tracks.count - index)", at: Spot(spot.x, spot.y + row * 0.66), .legend, size: small, paint: .softInk)
          break
        }
        spot = Spot(room.x, spot.y + row)
        rows += 1
      }
      let own = swatch == .barAndLine ? (index == 0 ? .bar : .line) : swatch
      entry(track, name, own, Box(spot.x, spot.y, width - 16, row))
      spot.x += width
    }
    if tracks.count > ChartSpec.Limit.drawableSeries {
      let words = "The first \(ChartSpec.Limit.drawableSeries) of \(writing.exact(Double(tracks.count))) are drawn."
      rows += 1
      tryWriting(words, at: Spot(room.x, spot.y + row * 1.66), .legend, size: small, paint: .softInk)
    }
    return rows * row + 8
  }

  private mutating func entry(_ track: Track, _ name: String, _ swatch: Swatch, _ box: Box) {
    let isHidden = shown.view.hidden.contains(track.id)
    let middle = box.y + box.height / 2
    let paint = isHidden ? Paint.gridLine : .hue(track.look.hue)
    switch swatch {
    case .none, .barAndLine: break
    case .line:
      line(
        Spot(box.x, middle), Spot(box.x + 26, middle), .legend, .init(paint, 2.25, dash: track.look.dash),
        series: track.id)
      if !isHidden { sign(track.look, at: Spot(box.x + 13, middle), radius: 4, .legend, series: track.id) }
    case .bar:
      let swatch = Box(box.x + 6, middle - 7, 18, 14)
      add(.box(swatch, corner: 3), .legend, fill: paint, series: track.id)
      if !isHidden { pattern(track.look.pattern, in: swatch, series: track.id) }
    case .point:
      if isHidden {
        add(.circle(Spot(box.x + 14, middle), radius: 4), .legend, stroke: .init(paint, 1.5), series: track.id)
      } else {
        sign(track.look, at: Spot(box.x + 14, middle), radius: 5, .legend, series: track.id)
      }
    }
    write(
      name, at: Spot(box.x + 34, middle + small * 0.35), .legend, size: small, paint: isHidden ? .softInk : .ink,
      series: track.id)
    if isHidden {
      let end = box.x + 34 + TextMeasure.width(name, small)
      line(Spot(box.x + 34, middle), Spot(end, middle), .legend, .init(.softInk, 1), series: track.id)
    }
    scene.legend.append(.init(series: track.id, name: track.name, isHidden: isHidden, box: box))
  }
}
