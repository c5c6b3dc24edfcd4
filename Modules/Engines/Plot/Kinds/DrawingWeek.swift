// Seven days with their entries, side by side, or stacked if the chart is narrow.
extension Sheet {
  mutating func draw(_ week: WeekCalendar) {
    let room = heading(.none)
    scene.plot = room
    guard let part = shown.parts.first, !week.days.isEmpty else { return }
    let count = Double(week.days.count)
    let isWide = room.width / count >= 78
    let gap = isWide ? 6.0 : 4
    let isShort = week.days.contains {
      TextMeasure.width($0.day.title, small, isBold: true) > (room.width + gap) / count - gap - 16
    }
    let tallest = isWide ? week.days.map { needed(by: $0, to: (room.width + gap) / count - gap) }.max() ?? 0 : 0
    let height = isWide ? min(room.height, tallest) : room.height
    if isWide { scene.plot.height = height }
    var entry = 0
    for (index, day) in week.days.enumerated() {
      let box =
        isWide
        ? Box(
          room.x + Double(index) * (room.width + gap) / count, room.y, (room.width + gap) / count - gap, height)
        : Box(
          room.x, room.y + Double(index) * (room.height + gap) / count, room.width, (room.height + gap) / count - gap)
      let range = entry..<(entry + day.entries.count)
      entry = range.upperBound
      isWide ? column(day, range, part, in: box, isShort: isShort) : row(day, range, part, in: box)
    }
  }

  private mutating func column(
    _ day: WeekCalendar.OneDay, _ range: Range<Int>, _ part: VisiblePart.Part, in box: Box, isShort: Bool
  ) {
    add(.box(box, corner: 10), .band, fill: Paint(.gridLine, 0.28))
    tryWriting(
      isShort ? writing.weekday(day.day) : day.day.title, at: Spot(box.x + 9, box.y + small * 1.5), .label, size: small,
      isBold: true)
    var y = box.y + small * 2.3
    if let date = day.date {
      tryWriting(
        writing.short(date), at: Spot(box.x + 9, y + small * 0.7), .label, size: small, paint: .softInk)
      y += small * 1.5
    }
    y += 4
    for (offset, entry) in day.entries.enumerated() {
      let lines = lines(of: entry, to: box.width - 26)
      let height = Double(lines.count) * small * 1.35 + 14
      let isLast = offset == day.entries.count - 1
      if y + height > box.bottom - (isLast ? 4 : small * 1.6) {
        rest(range.dropFirst(offset), part, in: Box(box.x + 5, y, box.width - 10, max(box.bottom - y - 4, small * 1.4)))
        return
      }
      let card = Box(box.x + 5, y, box.width - 10, height)
      self.card(entry, lines, card, range.lowerBound + offset, part)
      y += height + 5
    }
  }

  /// The height a column needs; all columns get the greatest.
  private func needed(by day: WeekCalendar.OneDay, to width: Double) -> Double {
    let head = small * (day.date == nil ? 2.3 : 3.8) + 4
    return day.entries.reduce(head) { $0 + Double(lines(of: $1, to: width - 26).count) * small * 1.35 + 19 } + 6
  }

  private struct Words {
    var text: String
    var isBold = false
    var paint = Paint.ink
  }

  /// Title, duration, kind and detail, wrapped to the width.
  private func lines(of entry: WeekCalendar.Entry, to width: Double) -> [Words] {
    var lines = TextMeasure.wrapped(entry.title, to: width, small, isBold: true, most: 2).map {
      Words(text: $0, isBold: true)
    }
    func more(_ text: String, _ paint: Paint, most: Int = 1) {
      lines += TextMeasure.wrapped(text, to: width, small, most: most).map { Words(text: $0, paint: paint) }
    }
    if let minutes = entry.minutes { more("\(minutes) min", .ink) }
    if entry.kind.lowercased() != entry.title.lowercased() { more(entry.kind, .softInk) }
    if let detail = entry.detail { more(detail, .softInk, most: 3) }
    if entry.isKey { more("★ Key", .hue(entry.hue ?? .accent)) }
    if entry.isDone { more("✓ Done", .hue(.excellent)) }
    return lines
  }

  private mutating func card(
    _ entry: WeekCalendar.Entry, _ lines: [Words], _ card: Box, _ index: Int, _ part: VisiblePart.Part
  ) {
    let hue = entry.hue ?? (entry.kind.lowercased() == "rest" ? .neutral : .accent)
    add(
      .box(card, corner: 7), .cell, fill: .card,
      stroke: .init(entry.isKey ? .hue(hue) : Paint(.gridLine), entry.isKey ? 1.75 : 1))
    add(.box(Box(card.x + 4, card.y + 6, 3, card.height - 12), corner: 1.5), .bar, fill: .hue(hue))
    for (row, words) in lines.enumerated() {
      tryWriting(
        words.text, at: Spot(card.x + 12, card.y + 7 + small * (0.95 + Double(row) * 1.35)), .label, size: small,
        paint: words.paint, isBold: words.isBold)
    }
    mark(part, index, at: card.centre, box: card)
  }

  /// Shows the number of entries without room; each of them is still a mark.
  private mutating func rest(_ range: Range<Int>, _ part: VisiblePart.Part, in box: Box) {
    tryWriting(
      "+ \(range.count) more", at: Spot(box.x + 6, box.y + small), .label, size: small, paint: .softInk)
    let whole = scene.plot
    let kept = Box(box.x, min(box.y, whole.bottom - 1), box.width, max(1, min(box.height, whole.bottom - box.y)))
    for index in range { mark(part, index, at: kept.centre, box: kept) }
  }

  private mutating func row(_ day: WeekCalendar.OneDay, _ range: Range<Int>, _ part: VisiblePart.Part, in box: Box) {
    add(.box(box, corner: 8), .band, fill: Paint(.gridLine, 0.28))
    let name = writing.weekday(day.day)
    let y = box.centre.y + small * 0.35
    tryWriting(name, at: Spot(box.x + 8, y), .label, size: small, isBold: true)
    let left =
      box.x + 16 + (Weekday.allCases.map { TextMeasure.width(writing.weekday($0), small, isBold: true) }.max() ?? 0)
    let words = day.entries.map { entry in
      (entry.isKey ? "★ " : "") + (entry.isDone ? "✓ " : "") + entry.title
        + (entry.minutes.map { " \($0) min" } ?? "")
    }
    let text = TextMeasure.shortened(words.joined(separator: ", "), to: max(box.right - left - 8, 10), small)
    tryWriting(text, at: Spot(left, y), .label, size: small)
    for (offset, index) in range.enumerated() {
      let width = (box.right - left) / Double(range.count)
      let slot = Box(left + Double(offset) * width, box.y, width, box.height)
      mark(part, index, at: slot.centre, box: slot)
    }
  }
}
