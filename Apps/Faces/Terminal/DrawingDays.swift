internal import Commands
internal import Interface

// Calendars.
extension Drawing {
  /// Draws a grid of days with today between ‹ and › and the selected day between [ and ]. The content of the days is
  /// listed below.
  func calendar(_ element: Element, _ width: Int) -> Block {
    let rows = element.children.filter { $0.role == .row }
    let count = max(1, rows.map(\.children.count).max() ?? 1)
    let size = min(6, max(3, width / count))
    let caption = (number(element) + ScreenLine(element.label, .strong)).wrapped(to: width)
    let fits = size * count <= width
    let weeks = fits ? rows.map { row in row.children.map { day($0, size) }.joined(by: ScreenLine()) } : []
    let held = element.days.filter { !fits || !$0.children.isEmpty || $0.short == $0.label }
    let listed = held.flatMap { day in
      let label = (ScreenLine(day.label, .strong) + ScreenLine(day.children.isEmpty ? "" : ":", .soft)).wrapped(
        to: width - 2)
      return label + led(by: .blank(2), width) { lines(day.children, $0, isDense: true) }
    }
    let isNamed = element.days.contains { $0.short != $0.label }
    return Block(lines: caption + weeks + (isNamed || !fits ? listed : []))
  }

  private func day(_ element: Element, _ size: Int) -> ScreenLine {
    if element.role == .columnheader {
      return ScreenLine(String(element.label.harmless.prefix(2)), .soft).centred(size)
    }
    let mark = element.children.isEmpty ? "" : "·"
    let short = element.short.harmless
    let state = element.state
    if state.isSelected { return ScreenLine("[\(short)\(mark)]", .accent).centred(size) }
    if state.isCurrent { return ScreenLine("‹\(short)\(mark)›", .accent).centred(size) }
    return ScreenLine(short + mark, element.actions.isEmpty ? .soft : .plain).centred(size)
  }
}

extension Element {
  /// The day of the month, from the date in the identifier; the label if there is none.
  var short: String {
    let date = (id.split(separator: ".").last ?? "").split(separator: "-")
    if date.count == 3, let day = Int(date[2]), (1...31).contains(day) { return String(day) }
    return label
  }
}

extension ScreenLine {
  /// The line centred in `width` columns, cut if it is longer.
  fileprivate func centred(_ width: Int) -> ScreenLine {
    guard columns <= width else { return (wrapped(to: width).first ?? ScreenLine()).padded(to: width) }
    return .blank((width - columns) / 2) + padded(to: width - (width - columns) / 2)
  }
}
