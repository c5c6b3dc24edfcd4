extension Line {
  private struct Cell {
    let character: Character
    let look: Look
    let columns: Int

    var isSpace: Bool { character == " " }

    /// Between words; and, since Chinese and Japanese are written without spaces, beside any of their characters, but
    /// never before one that closes what stands before it.
    func mayFollow(lineEndingIn last: Cell) -> Bool {
      last.isSpace || ((columns == 2 || last.columns == 2) && !"、。，．！？」』）】ー".contains(character))
    }
  }

  /// The same words on as many lines as they need. A word that is longer than a line is cut.
  func wrapped(to width: Int) -> [Line] {
    guard columns > width else { return [self] }
    let width = max(2, width)
    var lines: [Line] = []
    var cells: [Cell] = []
    var used = 0
    // Where the line at hand may end.
    var end: Int?

    func close(at count: Int) {
      lines.append(Line.of(cells.prefix(count)))
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
    if !cells.isEmpty { lines.append(Line.of(cells[...])) }
    return lines
  }

  private var cells: [Cell] {
    runs.flatMap { run in run.text.map { Cell(character: $0, look: run.look, columns: $0.columns) } }
  }

  private static func of(_ cells: ArraySlice<Cell>) -> Line {
    var cells = cells
    while cells.last?.isSpace == true { cells.removeLast() }
    var runs: [Run] = []
    while let look = cells.first?.look {
      let same = cells.prefix { $0.look == look }
      runs.append(Run(String(same.map(\.character)), look))
      cells = cells.dropFirst(same.count)
    }
    return Line(runs)
  }
}
