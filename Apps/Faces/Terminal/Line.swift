internal import Interface

/// How a piece of text is meant, from which its colour follows where there are colours.
enum Look: Hashable {
  case plain, strong, soft, title, accent
  /// The number by which something is chosen.
  case number
  /// What can be pressed, and the one thing that most people come to press.
  case press, main
  /// Lines and boxes.
  case border
  case tone(Tone)
  /// The identity colour that the theme has under that name.
  case hue(String)
}

/// A piece of text that looks one way. Whatever it is made from, it holds nothing that could drive a terminal.
struct Run: Hashable {
  let text: String
  var look: Look
  /// Within a card or a dialog the ground is another.
  var isOnCard = false

  init(_ text: String, _ look: Look = .plain) {
    self.text = text.harmless
    self.look = look
  }
}

/// One line on the screen.
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

  /// The same words, quieter.
  var dimmed: Line { changed { $0.look = .soft } }
  var onCard: Line { changed { $0.isOnCard = true } }

  private func changed(_ change: (inout Run) -> Void) -> Line {
    var copy = self
    for index in copy.runs.indices { change(&copy.runs[index]) }
    return copy
  }
}

extension [Line] {
  /// Before the first line one thing, before the others another.
  func led(by first: Line, then rest: Line? = nil) -> [Line] {
    let rest = rest ?? .blank(first.columns)
    return enumerated().map { ($0.offset == 0 ? first : rest) + $0.element }
  }

  func joined(by gap: Line) -> Line {
    dropFirst().reduce(first ?? Line()) { $0 + gap + $1 }
  }
}
