internal import Platform

// Converts every kind to tracks: its values and their positions, before anything is drawn.
extension ChartSpec.Kind {
  func prepared(in zone: TimeZone) -> (Along, [Track]) {
    switch self {
    case .line(let lines): TrackBuilder.series(lines.series, x: lines.x, y: lines.y, in: zone)
    case .bar(let bars), .groupedBar(let bars): TrackBuilder.series(bars.series, x: bars.x, y: bars.y, in: zone)
    case .sparkline(let sparkline): TrackBuilder.series([sparkline.series], x: Axis(), y: Axis(), in: zone)
    case .scatter(let scatter):
      TrackBuilder.series(scatter.series, x: scatter.x, y: scatter.y, in: zone, findsAnomalies: false)
    case .ring(let rings): TrackBuilder.rings(rings)
    case .heatmap(let heatmap): TrackBuilder.heatmap(heatmap)
    case .radar(let radar): TrackBuilder.radar(radar)
    case .volume(let volume): TrackBuilder.volume(volume)
    case .week(let week): TrackBuilder.week(week)
    }
  }
}

private enum TrackBuilder {
  static func series(
    _ series: [Series], x: Axis, y: Axis, in zone: TimeZone, findsAnomalies: Bool = true
  ) -> (Along, [Track]) {
    let along = Along(series, in: zone, unit: x.unit)
    var labels: [String: Int] = [:]
    if case .labels(let names) = along { for (index, name) in names.enumerated() { labels[name] = index } }
    let looks = Look.apart(series.map { Look(hue: $0.hue, dash: $0.dash, shape: $0.shape, pattern: .plain) })
    let tracks = zip(series, looks).map { one, look in
      var notes: [Int: String] = [:]
      for (index, point) in one.points.enumerated() { if let note = point.note { notes[index] = note } }
      var (xs, ys) = ([Double](), [Double]())
      xs.reserveCapacity(one.points.count)
      ys.reserveCapacity(one.points.count)
      for point in one.points {
        xs.append(along.place(point.x, labels))
        ys.append(point.y ?? .nan)
      }
      // Labels have a fixed order, so points are sorted by it.
      if case .labels = along {
        let order = xs.indices.sorted { xs[$0] < xs[$1] }
        (xs, ys) = (order.map { xs[$0] }, order.map { ys[$0] })
        notes = Dictionary(
          uniqueKeysWithValues: order.enumerated().compactMap { new, old in notes[old].map { (new, $0) } })
      }
      return Track(
        id: one.id, name: one.name, unit: one.unit ?? y.unit, look: look, xs: xs, ys: ys, notes: notes,
        isDuration: y.style == .duration, findsAnomalies: findsAnomalies)
    }
    return (along, tracks)
  }

  static func rings(_ rings: Rings) -> (Along, [Track]) {
    let looks = Look.apart(rings.rings.map { Look(hue: $0.shownHue, dash: .solid, shape: .circle, pattern: .plain) })
    let tracks = zip(rings.rings.enumerated(), looks).map { item, look in
      let (index, ring) = item
      // A ring's hue is its rating and must not be replaced; the name below identifies it.
      let own = Look(hue: ring.shownHue, dash: look.dash, shape: look.shape, pattern: look.pattern)
      return Track(
        id: ring.id, name: ring.name, unit: ring.unit, look: own, xs: [Double(index)], ys: [ring.value ?? .nan],
        words: [ring.words], hasNumbers: true)
    }
    return (.labels(rings.rings.map(\.name)), tracks)
  }

  static func heatmap(_ heatmap: Heatmap) -> (Along, [Track]) {
    let hours = Weekday.allCases.flatMap { day in (0..<24).map { "\(day.title) \(Day.padded($0, to: 2)):00" } }
    let cells = heatmap.cells.sorted { ($0.day, $0.hour) < ($1.day, $1.hour) }
    let track = Track(
      id: "cells", name: "", unit: heatmap.unit,
      look: Look(hue: heatmap.hue, dash: .solid, shape: .square, pattern: .plain),
      xs: cells.map { Double(($0.day - 1) * 24 + $0.hour) }, ys: cells.map { $0.value ?? .nan })
    return (.labels(hours), [track])
  }

  static func radar(_ radar: Radar) -> (Along, [Track]) {
    let looks = Look.apart(
      radar.outlines.enumerated().map { index, outline in
        let shapes = Series.Shape.allCases
        return Look(hue: outline.hue, dash: outline.dash, shape: shapes[index % shapes.count], pattern: .plain)
      })
    let tracks = zip(radar.outlines, looks).map { outline, look in
      Track(
        id: outline.id, name: outline.name, unit: nil, look: look, xs: outline.values.indices.map { Double($0) },
        ys: outline.values.map { $0 ?? .nan },
        words: zip(outline.values, radar.spokes).map { value, spoke in
          value.map { "\(NumberFormat.text($0)) of \(NumberFormat.text(spoke.greatest))" } ?? "no value"
        }, hasNumbers: true)
    }
    return (.labels(radar.spokes.map(\.name)), tracks)
  }

  static func volume(_ volume: VolumeAndIntensity) -> (Along, [Track]) {
    let xs = volume.weeks.indices.map { Double($0) }
    var marks: [Int: String] = [:]
    for (index, week) in volume.weeks.enumerated() { if let mark = week.mark { marks[index] = mark.words } }
    let hasIntensity = volume.weeks.isEmpty || volume.weeks.contains { $0.intensity != nil }
    return (
      .labels(volume.weeks.map(\.title)),
      [
        Track(
          id: "volume", name: volume.volume.title ?? "Volume", unit: volume.volume.unit,
          look: Look(hue: .accent, dash: .solid, shape: .square, pattern: .plain), xs: xs,
          ys: volume.weeks.map { $0.volume ?? .nan }, notes: marks),
        Track(
          id: "intensity", name: volume.intensity.title ?? "Intensity", unit: volume.intensity.unit,
          look: Look(hue: Hue.series[2], dash: .solid, shape: .circle, pattern: .plain), xs: xs,
          ys: volume.weeks.map { $0.intensity ?? .nan }),
      ].filter { $0.id != "intensity" || hasIntensity }
    )
  }

  static func week(_ week: WeekCalendar) -> (Along, [Track]) {
    var (xs, ys, words) = ([Double](), [Double](), [String]())
    for (index, day) in week.days.enumerated() {
      for entry in day.entries {
        xs.append(Double(index))
        ys.append(entry.minutes.map { Double($0) } ?? .nan)
        words.append(entry.words)
      }
    }
    let track = Track(
      id: "week", name: "", unit: "min", look: Look(hue: .accent, dash: .solid, shape: .square, pattern: .plain),
      xs: xs, ys: ys, words: words)
    let days = week.days.map { day in
      ([day.day.title] + [day.date.map { Writing.english.short($0) }].compactMap(\.self)).joined(separator: " ")
    }
    return (.labels(days), [track])
  }
}

extension Rings.Ring {
  /// The hue for `progress` or `score`, computed from the reached share; otherwise the spec's hue.
  var shownHue: Hue {
    switch hue {
    case .progress: Hue(reached: share ?? 0)
    case .score: Hue(score: (share ?? 0) * 100)
    default: hue
    }
  }

  var words: String {
    guard let value, let share else { return "not known yet" }
    let percent = NumberFormat.text((share * 100).rounded())
    return
      "\(NumberFormat.text(value)) of \(NumberFormat.text(goal, unit)) (\(percent) %\(word.map { ", \($0)" } ?? ""))"
  }
}

extension VolumeAndIntensity.Mark {
  var words: String {
    switch self {
    case .recovery: "Recovery week"
    case .race: "Race week"
    }
  }
}

extension WeekCalendar.Entry {
  /// "Tempo 45 min, tempo, 8 km (key, done)".
  var words: String {
    var text = title
    if let minutes { text += " \(minutes) min" }
    if kind.lowercased() != title.lowercased() { text += ", \(kind)" }
    if let detail { text += ", \(detail)" }
    let marks = [isKey ? "key" : nil, isDone ? "done" : nil].compactMap(\.self)
    return marks.isEmpty ? text : "\(text) (\(marks.joined(separator: ", ")))"
  }
}
