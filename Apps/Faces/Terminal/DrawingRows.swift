internal import Commands
internal import Interface

// Lists, steps and tables.
extension Drawing {
  func list(_ element: Element, _ width: Int) -> Block {
    if element.children.isEmpty {
      return Block(lines: ScreenLine("\(element.label): nothing here", .soft).wrapped(to: text(width)))
    }
    if element.children.allSatisfy({ $0.role == .step }) { return Block(lines: steps(element, width)) }
    return Block(lines: captioned(element, width))
  }

  /// Draws the label, unless the first child has the same one, and the children.
  func captioned(_ element: Element, _ width: Int) -> [ScreenLine] {
    let first = element.children.first?.label
    let label =
      element.label.isEmpty || element.label == first ? [] : ScreenLine("\(element.label):", .soft).wrapped(to: width)
    return label + lines(element.children, width)
  }

  /// Draws a bullet and the row's text; its children and actions follow below.
  func item(_ element: Element, _ width: Int) -> [ScreenLine] {
    let lead = ScreenLine("• ", .accent) + number(element)
    let value =
      element.value.flatMap { $0.isEmpty || element.state.badge != nil ? nil : ScreenLine(" · \($0)", .soft) }
      ?? ScreenLine()
    let chosen = ScreenLine(element.state.isSelected ? " (chosen)" : "", .accent)
    let way =
      element.actions.contains(.activate) || element.destination != nil ? ScreenLine(" →", .accent) : ScreenLine()
    let off = ScreenLine(element.state.isDisabled ? "  not now" : "", .soft)
    let line = name(element) + value + marks(element) + chosen + way + off
    return led(by: lead, width) { inner in
      line.wrapped(to: text(inner)) + hint(element, inner) + below(element, inner)
    }
  }

  private func steps(_ element: Element, _ width: Int) -> [ScreenLine] {
    let marks = element.children.enumerated().map { index, step in
      let words = "\(index + 1) \(step.label)" + (step.value.map { " (\($0))" } ?? "")
      let more = ScreenLine(index + 1 < element.children.count ? " ›" : "", .soft)
      return ScreenLine(words, step.state.isCurrent ? .accent : .soft) + more
    }
    return flow(marks, width, gap: 1)
  }

  // MARK: Tables

  func table(_ element: Element, _ width: Int) -> Block {
    let rows = element.children.filter { $0.role == .row }
    let isHead: (Element) -> Bool = { row in
      !row.children.isEmpty && row.children.allSatisfy { $0.role == .columnheader }
    }
    let heads = rows.first(where: isHead)?.children.map(\.label) ?? []
    let body = rows.filter { !isHead($0) }.map { row in row.children.map { $0.value ?? $0.label } }
    let columns = Columns(heads: heads, rows: body, width: width)
    let caption = element.label.isEmpty ? [] : ScreenLine(element.label, .strong).wrapped(to: width)
    let others = element.children.filter { $0.role != .row }
    // Actions of a row do not fit between its columns.
    let doable = rows.flatMap { row in row.children.flatMap(\.children) }
    return Block(lines: caption + columns.lines + lines(others + doable, width, isDense: true))
  }
}

/// A table layout: columns as wide as needed, narrower when the width does not suffice, and one cell a line when hardly
/// any is left.
private struct Columns {
  let heads: [String]
  let rows: [[String]]
  let width: Int

  private static let gap = 2
  private static let least = 6

  private var count: Int { max(heads.count, rows.map(\.count).max() ?? 0) }
  private func cell(_ row: [String], _ column: Int) -> String { column < row.count ? row[column].harmless : "" }

  var lines: [ScreenLine] {
    guard count > 0 else { return [] }
    let room = width - Columns.gap * (count - 1)
    guard room >= count * Columns.least else { return records }
    let sizes = sizes(room)
    var lines: [ScreenLine] = []
    if !heads.isEmpty {
      lines += line(heads, sizes, .soft)
      lines.append(.rule("─", sizes.reduce(Columns.gap * (count - 1), +)))
    }
    return lines + rows.flatMap { line($0, sizes, .plain) }
  }

  /// The column widths; the widest column is narrowed first.
  private func sizes(_ room: Int) -> [Int] {
    var sizes = (0..<count).map { column in
      max(1, ([heads] + rows).map { cell($0, column).columns }.max() ?? 1)
    }
    while sizes.reduce(0, +) > room, let widest = sizes.indices.max(by: { sizes[$0] < sizes[$1] }) {
      sizes[widest] -= 1
    }
    return sizes
  }

  private func line(_ row: [String], _ sizes: [Int], _ look: TextLook) -> [ScreenLine] {
    let cells = sizes.indices.map { ScreenLine(cell(row, $0), look).wrapped(to: sizes[$0]) }
    let height = cells.map(\.count).max() ?? 0
    return (0..<height).map { index in
      sizes.indices.map { column in
        let part = index < cells[column].count ? cells[column][index] : ScreenLine()
        return isNumeric(column) ? .blank(sizes[column] - part.columns) + part : part.padded(to: sizes[column])
      }.joined(by: .blank(Columns.gap))
    }
  }

  /// Whether the column contains only numbers, whose last digits are aligned for comparison.
  private func isNumeric(_ column: Int) -> Bool {
    let cells = rows.map { cell($0, column) }.filter { !$0.isEmpty }
    return !cells.isEmpty && cells.allSatisfy { $0.first?.isNumber ?? false && $0.last?.isNumber ?? false }
  }

  private var records: [ScreenLine] {
    rows.enumerated().flatMap { index, row in
      (index == 0 ? [] : [ScreenLine()])
        + (0..<count).flatMap { column in
          let head = cell(heads, column)
          return (ScreenLine(head.isEmpty ? "" : "\(head): ", .soft) + ScreenLine(cell(row, column))).wrapped(to: width)
        }
    }
  }
}
