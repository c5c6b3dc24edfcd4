internal import Commands

/// Draws the prompt and the typed line on one row of the terminal. A line that is too long scrolls sideways. Carriage
/// return, backspace and spaces suffice, so no terminal gets an escape sequence for it.
struct EditRow {
  /// The columns that are drawn now, after which the row is blank.
  private var drawn = 0

  /// The part of the line that is not shown.
  enum Secret: Hashable {
    case none, all
    /// From that character on.
    case from(Int)

    fileprivate func holds(_ index: Int) -> Bool {
      switch self {
      case .none: false
      case .all: true
      case .from(let start): index >= start
      }
    }
  }

  mutating func text(_ prompt: String, _ line: LineEditor, secret: Secret = .none, width: Int) -> String {
    let prompt = prompt.harmless
    // The last column stays empty, since terminals disagree about what follows it.
    let room = max(8, width - 1 - prompt.columns)
    let index = if case .from = secret { line.before.count } else { 0 }
    let right = line.after.prefix(room).enumerated().map { EditRow.cell($0.element, secret.holds(index + $0.offset)) }
    let reserved = min(right.reduce(0) { $0 + $1.columns }, room / 4)
    var left: [Cell] = []
    var used = 0
    var isCut = false
    for (offset, character) in line.before.reversed().enumerated() {
      let cell = EditRow.cell(character, secret.holds(index - 1 - offset))
      if used + cell.columns > room - reserved - 1 {
        isCut = true
        break
      }
      left.append(cell)
      used += cell.columns
    }
    var shown = (isCut ? "…" : "") + left.reversed().map(\.text).joined()
    used += isCut ? 1 : 0
    var behind = 0
    for cell in right where used + behind + cell.columns <= room {
      shown += cell.text
      behind += cell.columns
    }
    let columns = prompt.columns + used + behind
    let blank = max(0, drawn - columns)
    drawn = columns
    return "\r\(prompt)\(shown)\(String(repeating: " ", count: blank))"
      + String(repeating: "\u{8}", count: blank + behind)
  }

  /// Makes the row blank, with the cursor at its start.
  mutating func erased() -> String {
    defer { drawn = 0 }
    return "\r\(String(repeating: " ", count: drawn))\r"
  }

  /// Forgets the row, since the cursor is on another one.
  mutating func leave() { drawn = 0 }

  private struct Cell {
    let text: String
    let columns: Int
  }

  private static func cell(_ character: Character, _ isSecret: Bool) -> Cell {
    let text = isSecret ? "•" : character == "\n" ? "⏎" : String(character).harmless
    return Cell(text: text, columns: text.columns)
  }
}
