// Layout of a chart as a scene.
extension Chart {
  /// Lays the chart out for a viewport. Never fails: a chart is already validated, and missing data is reported in the
  /// scene.
  public func scene(in view: Viewport = Viewport()) -> Scene {
    let shown = VisiblePart(self, view)
    var sheet = Sheet(shown)
    if let words = shown.lack {
      sheet.draw(lack: words)
    } else {
      switch spec.kind {
      case .line(let lines): sheet.draw(lines)
      case .bar(let bars), .groupedBar(let bars): sheet.draw(bars)
      case .ring(let rings): sheet.draw(rings)
      case .sparkline(let sparkline): sheet.draw(sparkline)
      case .heatmap(let heatmap): sheet.draw(heatmap)
      case .scatter(let scatter): sheet.draw(scatter)
      case .radar(let radar): sheet.draw(radar)
      case .volume(let volume): sheet.draw(volume)
      case .week(let week): sheet.draw(week)
      }
    }
    sheet.scene.text = shown.summary
    return sheet.scene
  }
}

extension VisiblePart {
  /// The message if there is too little data to draw, in the wording of the specification; nil if there is enough.
  var lack: String? {
    if chart.tracks.allSatisfy({ track in track.ys.allSatisfy(\.isNaN) && track.words == nil }) || chart.tracks.isEmpty
    {
      if case .scatter = chart.spec.kind { return "Not enough data to show correlations yet." }
      return "No data available for this chart."
    }
    let isAllHidden = parts.isEmpty
    if isAllHidden { return "All series are hidden. Choose one in the legend to see it." }
    switch chart.spec.kind {
    case .line, .sparkline:
      if known == 0 { return "No data available for selected period." }
      let most = parts.map { part in part.statistics.count }.max() ?? 0
      guard most < 3 else { return nil }
      let more = 3 - most
      let noun = along.isTime ? (more == 1 ? "more day" : "more days") : (more == 1 ? "more value" : "more values")
      return "Need \(more) \(noun) of data for this view."
    case .bar, .groupedBar, .volume: return known == 0 ? "No data available for selected period." : nil
    case .scatter: return known < 3 ? "Not enough data to show correlations yet." : nil
    case .ring, .radar, .heatmap: return known == 0 ? "No data available for this chart." : nil
    case .week: return points == 0 ? "No data available for this chart." : nil
    }
  }
}

extension Sheet {
  /// Draws the message in the middle of a muted background, with the few known values below.
  mutating func draw(lack words: String) {
    let room = heading(.line)
    scene.plot = room
    scene.state = .lacking(words)
    let isLow = room.height < small * 6
    if !isLow { add(.box(room, corner: 12), .ground, fill: Paint(.gridLine, 0.25)) }
    let size = isLow ? small : body
    let lines = TextMeasure.wrapped(words, to: room.width - 16, size, most: isLow ? 1 : 3)
    let values = isLow ? [] : shown.few
    var y = room.centre.y - Double(lines.count + values.count - 1) * size * 0.7 + size * 0.3
    for line in lines {
      tryWriting(line, at: Spot(room.centre.x, y), .message, size: size, anchor: .middle)
      y += size * 1.4
    }
    for (part, index) in values {
      let spot = Spot(room.centre.x, min(y, room.bottom))
      let words = "\(shown.place(part, index)): \(part.track.words(index, writing))"
      let name = part.track.name.isEmpty || shown.parts.count == 1 ? "" : "\(part.track.name), "
      tryWriting(
        TextMeasure.shortened(name + words, to: room.width - 16, small), at: spot, .value, size: small, paint: .softInk,
        anchor: .middle)
      mark(part, index, at: spot)
      y += small * 1.5
    }
  }
}

extension VisiblePart {
  /// The first six values of a chart that has too few for a picture.
  fileprivate var few: [(Part, Int)] {
    var found: [(Part, Int)] = []
    for part in parts.prefix(ChartSpec.Limit.drawableSeries) {
      for index in part.range where !part.track.ys[index].isNaN && found.count < 6 { found.append((part, index)) }
    }
    return found
  }
}
