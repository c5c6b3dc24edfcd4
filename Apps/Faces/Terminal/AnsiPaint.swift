internal import Interface
internal import Plot

/// Colours lines by the escape sequences of ANSI terminals with 24-bit colour.
struct AnsiPaint {
  let tokens: Tokens

  /// The line on the theme's background, so that its contrast does not depend on the terminal's own colours.
  func text(of line: ScreenLine, width: Int) -> String {
    line.padded(to: width).runs.map { "\(code($0))\($0.text)" }.joined() + "\u{1B}[0m"
  }

  private func code(_ run: TextRun) -> String {
    let look = form(run.look)
    let ground = look.ground ?? (run.isOnCard ? tokens.card : tokens.ground)
    let marks = (look.isBold ? ";1" : "") + (look.isUnderlined ? ";4" : "")
    return "\u{1B}[0\(marks);38;2;\(parts(look.ink));48;2;\(parts(ground))m"
  }

  private func parts(_ colour: Colour) -> String { "\(colour.red);\(colour.green);\(colour.blue)" }

  private struct Form {
    var ink: Colour
    var ground: Colour?
    var isBold = false
    var isUnderlined = false
  }

  private func form(_ look: TextLook) -> Form {
    switch look {
    case .plain: Form(ink: tokens.ink)
    case .strong, .title: Form(ink: tokens.ink, isBold: true)
    case .soft: Form(ink: tokens.softInk)
    case .accent: Form(ink: tokens.accent, isBold: true)
    case .number: Form(ink: tokens.accent)
    case .press: Form(ink: tokens.accent, isUnderlined: true)
    case .main: Form(ink: tokens.onAccent, ground: tokens.accent, isBold: true)
    case .border: Form(ink: tokens.border)
    case .tone(let tone): Form(ink: tokens.colour(.tone(tone)), isBold: tone != .neutral)
    case .hue(let name): Form(ink: tokens.colour(.hue(name)), isBold: true)
    }
  }
}
