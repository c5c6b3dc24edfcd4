internal import Interface

// Lists, steps, tables and calendars.
extension Face {
  func list(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    // The label is visible unless the parent has the same one, or the list is the row of a form's steps.
    let isSaid = element.label.isEmpty || element.label == spot.parent.label || element.id == "\(spot.parent.id).steps"
    markup.open("div", ["id": spot.id, "class": "list"])
    if !isSaid { markup.tag("p", ["class": "caption", "aria-hidden": "true"], words: element.label) }
    hint(element, &markup)
    markup.open(
      "ul",
      [
        "class": "in rows", "role": "list", "aria-label": element.label.isEmpty ? nil : element.label,
        "data-in": element.id,
      ])
    all(children, of: element, &markup)
    markup.close("ul")
    markup.close("div")
  }

  func item(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let state = element.state
    let isInList = spot.parent.role == .list || spot.parent.role == .log
    let tag: StaticString = isInList ? "li" : "div"
    let leads = !state.isDisabled && (element.destination != nil || element.actions.contains(.activate))
    markup.open(
      tag,
      [
        "id": spot.id, "class": "row", "data-hue": state.hue, "data-tone": state.tone?.rawValue,
        "data-selected": state.isSelected ? "" : nil, "aria-busy": state.isBusy ? "true" : nil,
        "data-off": state.isDisabled ? "" : nil, "data-swipe": element.actions.contains(.swipe) ? element.id : nil,
      ])
    markup.open("div", ["class": "line"])
    if let icon = state.icon { markup.icon(icon) }
    markup.open("div", ["class": "words"])
    markup.open("p", ["class": "title"])
    way(element, words: element.label, &markup)
    marks(element, &markup)
    if state.isSelected { markup.unseen("chosen") }
    if state.isDisabled { markup.unseen("not now") }
    markup.close("p")
    value(element, &markup)
    hint(element, &markup)
    markup.close("div")
    if leads { markup.glyph(Glyph.chevron) }
    markup.close("div")
    inside(element, children, &markup)
    markup.close(tag)
  }

  /// Draws one step of a form.
  func step(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let isInList = spot.parent.role == .list || spot.parent.role == .log
    let tag: StaticString = isInList ? "li" : "div"
    markup.open(
      tag,
      [
        "id": spot.id, "class": "step", "aria-current": element.state.isCurrent ? "step" : nil,
        "data-done": element.value == "done" ? "" : nil,
      ])
    let mark = element.value == "done" ? nil : element.state.position
    markup.open("span", ["class": "mark", "aria-hidden": "true"])
    if let mark { markup.words(String(mark)) } else { markup.glyph("m6 12.5 4 4 8-9") }
    markup.close("span")
    markup.tag("span", words: element.label)
    if let value = element.value, !value.isEmpty { markup.unseen(value) }
    hint(element, &markup)
    if !children.isEmpty {
      markup.open("div", ["class": "in"])
      all(children, of: element, &markup)
      markup.close("div")
    }
    markup.close(tag)
  }

  // MARK: Tables and days

  func table(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let isGrid = element.role == .grid
    let rows = children.filter { $0.role == .row }
    let others = children.filter { $0.role != .row }
    let isHead: (Element) -> Bool = { row in
      !row.children.isEmpty && row.children.allSatisfy { $0.role == .columnheader }
    }
    let figures = figures(in: rows.filter { !isHead($0) })
    markup.open("div", ["id": spot.id, "class": isGrid ? "table days" : "table"])
    // The days of a calendar take the focus themselves.
    let stops = isGrid && children.contains { row in row.children.contains { $0.actions.contains(.activate) } }
    markup.open(
      "div",
      stops
        ? ["class": "scroll"]
        : ["class": "scroll", "role": "group", "tabindex": "0", "aria-label": element.label])
    markup.open("table")
    if !element.label.isEmpty {
      // Visible unless the parent has the same label.
      markup.tag("caption", ["class": element.label == spot.parent.label ? "unseen" : nil], words: element.label)
    }
    let heads = rows.prefix { isHead($0) }
    if !heads.isEmpty {
      markup.open("thead")
      for row in heads { tr(row, isGrid, figures, &markup) }
      markup.close("thead")
    }
    markup.open("tbody")
    for row in rows.dropFirst(heads.count) { tr(row, isGrid, figures, &markup) }
    markup.close("tbody")
    markup.close("table")
    markup.close("div")
    hint(element, &markup)
    if !others.isEmpty {
      markup.open("div", ["class": "in"])
      all(others, of: element, &markup)
      markup.close("div")
    }
    markup.close("div")
  }

  /// Draws rows and cells that are outside a table in a table of their own.
  func cells(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    markup.open("div", ["id": spot.id, "class": "table"])
    markup.open("table")
    if element.role == .row, !element.label.isEmpty { markup.tag("caption", words: element.label) }
    if element.role == .row {
      markup.open("tr")
      for child in children { cell(child, id: child.id, &markup) }
      if children.isEmpty { markup.tag("td", words: element.value ?? "") }
      markup.close("tr")
    } else {
      markup.open("tr")
      cell(element, id: nil, &markup)
      markup.close("tr")
    }
    markup.close("table")
    markup.close("div")
  }

  private func tr(_ row: Element, _ isGrid: Bool, _ figures: Set<Int>, _ markup: inout Markup) {
    markup.open("tr", ["id": row.id, "data-selected": row.state.isSelected ? "" : nil])
    for (column, child) in row.children.enumerated() {
      cell(child, id: child.id, isGrid: isGrid, isFigure: figures.contains(column), &markup)
    }
    markup.close("tr")
  }

  /// The indices of columns that contain only numbers, whose last digits are aligned for comparison.
  private func figures(in rows: [Element]) -> Set<Int> {
    Set(
      (0..<(rows.map(\.children.count).max() ?? 0)).filter { column in
        let cells = rows.compactMap { column < $0.children.count ? $0.children[column] : nil }
          .filter { $0.role == .cell }.map { $0.value ?? $0.label }.filter { !$0.isEmpty }
        return !cells.isEmpty && cells.allSatisfy { $0.first?.isNumber ?? false && $0.last?.isNumber ?? false }
      })
  }

  private func cell(
    _ cell: Element, id: String?, isGrid: Bool = false, isFigure: Bool = false, _ markup: inout Markup
  ) {
    switch cell.role {
    case .columnheader, .rowheader:
      markup.open(
        "th",
        ["id": id, "scope": cell.role == .rowheader ? "row" : "col", "class": isFigure ? "figure" : nil])
      if isGrid {
        markup.tag("span", ["aria-hidden": "true"], words: String(cell.label.prefix(2)))
        markup.tag("span", ["class": "unseen"], words: cell.label)
      } else {
        markup.words(cell.label)
      }
      all(cell.children, of: cell, &markup)
      markup.close("th")
    case .gridcell:
      markup.open("td", ["id": id, "aria-current": cell.state.isCurrent ? "date" : nil])
      day(cell, &markup)
      all(cell.children, of: cell, &markup)
      markup.close("td")
    default:
      markup.open(
        "td", ["id": id, "class": isFigure ? "figure" : nil, "data-tone": cell.state.tone?.rawValue])
      if let icon = cell.state.icon { markup.icon(icon) }
      markup.words(cell.value ?? cell.label)
      all(cell.children, of: cell, &markup)
      markup.close("td")
    }
  }

  private func day(_ day: Element, _ markup: inout Markup) {
    let short = day.dayNumber
    guard day.actions.contains(.activate), !day.state.isDisabled else {
      return markup.tag("span", ["class": "day"], words: short)
    }
    markup.tag(
      "button",
      [
        "class": "day", "type": "submit", "form": "acts", "name": "do", "value": day.id, "data-do": "activate",
        "data-for": day.id, "aria-label": short == day.label ? nil : day.label,
        "aria-pressed": day.state.isSelected ? "true" : "false",
      ], words: short)
  }
}

extension Element {
  /// The day of the month, from the date in the identifier; the label if there is none.
  fileprivate var dayNumber: String {
    let date = (id.split(separator: ".").last ?? "").split(separator: "-")
    if date.count == 3, let day = Int(date[2]), (1...31).contains(day) { return String(day) }
    return label
  }
}
