internal import Interface

/// The meaning of a piece of text, which determines its colour.
enum Look: Hashable {
  case plain, strong, soft, title, accent
  /// The number that chooses an element.
  case number
  /// An action, and the main action of a screen.
  case press, main
  /// Rules and borders.
  case border
  case tone(Tone)
  /// An identity colour of the theme, by name.
  case hue(String)
}

/// A piece of text in one look. Its text is sanitized, so it cannot control the terminal.
struct Run: Hashable {
  let text: String
  var look: Look
  /// Cards and dialogs have another background.
  var isOnCard = false

  init(_ text: String, _ look: Look = .plain) {
    self.text = text.harmless
    self.look = look
  }
}

/// One line of the screen.
struct Line: Hashable {
  var runs: [Run]

  init(_ runs: [Run] = []) { self.runs = runs.filter { !$0.text.isEmpty } }
  init(_ text: String, _ look: Look = .plain) { self.init([Run(text, look)]) }

  static func blank(_ width: Int) -> Line { Line(String(repeating: " ", count: max(0, width))) }
  static func rule(_ mark: String, _ width: Int, _ look: Look = .border) -> Line {
    Line(String(repeating: mark, count: max(0, width)), look)
  }

  var columns: Int { runs.reduce(0) { $0 + $1.text.columns } }
  var isEmpty: Bool { runs.isEmpty }
  var text: String { runs.map(\.text).joined() }

  static func + (left: Line, right: Line) -> Line { Line(left.runs + right.runs) }
  static func += (left: inout Line, right: Line) { left = left + right }

  func padded(to width: Int) -> Line { self + .blank(width - columns) }

  /// The same text in the soft look.
  var dimmed: Line { changed { $0.look = .soft } }
  var onCard: Line { changed { $0.isOnCard = true } }

  private func changed(_ change: (inout Run) -> Void) -> Line {
    var copy = self
    for index in copy.runs.indices { change(&copy.runs[index]) }
    return copy
  }
}

extension [Line] {
  /// Puts `first` before the first line and `rest` before the others.
  func led(by first: Line, then rest: Line? = nil) -> [Line] {
    let rest = rest ?? .blank(first.columns)
    return enumerated().map { ($0.offset == 0 ? first : rest) + $0.element }
  }

  func joined(by gap: Line) -> Line {
    dropFirst().reduce(first ?? Line()) { $0 + gap + $1 }
  }
}
