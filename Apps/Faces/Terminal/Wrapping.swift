extension ScreenLine {
  private struct Cell {
    let character: Character
    let look: TextLook
    let columns: Int

    var isSpace: Bool { character == " " }

    /// Whether a line may break before this cell: after a space, and beside any Chinese or Japanese character, since
    /// these are written without spaces, but never before closing punctuation.
    func mayFollow(lineEndingIn last: Cell) -> Bool {
      last.isSpace || ((columns == 2 || last.columns == 2) && !"、。，．！？」』）】ー".contains(character))
    }
  }

  /// Wraps the line to `width` columns. A word longer than a line is cut.
  func wrapped(to width: Int) -> [ScreenLine] {
    guard columns > width else { return [self] }
    let width = max(2, width)
    var lines: [ScreenLine] = []
    var cells: [Cell] = []
    var used = 0
    // The last position at which the current line may break.
    var end: Int?

    func close(at count: Int) {
      lines.append(ScreenLine.of(cells.prefix(count)))
      cells = Array(cells.dropFirst(count).drop { $0.isSpace })
      used = cells.reduce(0) { $0 + $1.columns }
      end = nil
    }

    for cell in self.cells {
      if cell.isSpace, cells.isEmpty, !lines.isEmpty { continue }
      if let last = cells.last, cell.mayFollow(lineEndingIn: last) { end = cells.count }
      if used + cell.columns > width {
        close(at: cell.isSpace ? cells.count : end ?? cells.count)
        if cell.isSpace { continue }
      }
      cells.append(cell)
      used += cell.columns
    }
    if !cells.isEmpty { lines.append(ScreenLine.of(cells[...])) }
    return lines
  }

  private var cells: [Cell] {
    runs.flatMap { run in run.text.map { Cell(character: $0, look: run.look, columns: $0.columns) } }
  }

  private static func of(_ cells: ArraySlice<Cell>) -> ScreenLine {
    var cells = cells
    while cells.last?.isSpace == true { cells.removeLast() }
    var runs: [TextRun] = []
    while let look = cells.first?.look {
      let same = cells.prefix { $0.look == look }
      runs.append(TextRun(String(same.map(\.character)), look))
      cells = cells.dropFirst(same.count)
    }
    return ScreenLine(runs)
  }
}
