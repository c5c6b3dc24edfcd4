internal import Commands
internal import Interface

/// The meaning of a piece of text, which determines its colour.
enum TextLook: Hashable {
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
struct TextRun: Hashable {
  let text: String
  var look: TextLook
  /// Cards and dialogs have another background.
  var isOnCard = false

  init(_ text: String, _ look: TextLook = .plain) {
    self.text = text.harmless
    self.look = look
  }

  /// The properties that determine the colours of a piece of text.
  struct Style: Hashable {
    let look: TextLook
    let isOnCard: Bool
  }

  var style: Style { Style(look: look, isOnCard: isOnCard) }
}

/// One line of the screen.
struct ScreenLine: Hashable {
  var runs: [TextRun]

  init(_ runs: [TextRun] = []) { self.runs = runs.filter { !$0.text.isEmpty } }
  init(_ text: String, _ look: TextLook = .plain) { self.init([TextRun(text, look)]) }

  static func blank(_ width: Int) -> ScreenLine { ScreenLine(String(repeating: " ", count: max(0, width))) }
  static func rule(_ mark: String, _ width: Int, _ look: TextLook = .border) -> ScreenLine {
    ScreenLine(String(repeating: mark, count: max(0, width)), look)
  }

  var columns: Int { runs.reduce(0) { $0 + $1.text.columns } }
  var isEmpty: Bool { runs.isEmpty }
  var text: String { runs.map(\.text).joined() }

  static func + (left: ScreenLine, right: ScreenLine) -> ScreenLine { ScreenLine(left.runs + right.runs) }
  static func += (left: inout ScreenLine, right: ScreenLine) { left = left + right }

  func padded(to width: Int) -> ScreenLine { self + .blank(width - columns) }

  /// The same text in the soft look.
  var dimmed: ScreenLine { changed { $0.look = .soft } }
  var onCard: ScreenLine { changed { $0.isOnCard = true } }

  private func changed(_ change: (inout TextRun) -> Void) -> ScreenLine {
    var copy = self
    for index in copy.runs.indices { change(&copy.runs[index]) }
    return copy
  }
}

extension [ScreenLine] {
  /// Puts `first` before the first line and `rest` before the others.
  func led(by first: ScreenLine, then rest: ScreenLine? = nil) -> [ScreenLine] {
    let rest = rest ?? .blank(first.columns)
    return enumerated().map { ($0.offset == 0 ? first : rest) + $0.element }
  }

  func joined(by gap: ScreenLine) -> ScreenLine {
    dropFirst().reduce(first ?? ScreenLine()) { $0 + gap + $1 }
  }
}
