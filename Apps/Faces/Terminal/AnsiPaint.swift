internal import Interface
internal import Plot

/// Colours lines by the escape sequences of ANSI terminals.
struct AnsiPaint {
  let tokens: Tokens
  let depth: ColourDepth
  private let scheme: Scheme
  /// The sequences made so far.
  private var codes: [TextRun.Style: String] = [:]

  init(tokens: Tokens, depth: ColourDepth) {
    self.tokens = tokens
    self.depth = depth
    scheme = tokens.ground.luminance < 0.18 ? .dark : .light
  }

  /// The line on the theme's background, so that its contrast does not depend on the terminal's own colours.
  mutating func text(of line: ScreenLine, width: Int) -> String {
    var text = ""
    for run in line.padded(to: width).runs { text += code(run.style) + run.text }
    return text + "\u{1B}[0m"
  }

  private mutating func code(_ style: TextRun.Style) -> String {
    if let known = codes[style] { return known }
    let form = form(style.look)
    let marks = (form.isBold ? ";1" : "") + (form.isUnderlined ? ";4" : "")
    let code = "\u{1B}[0\(marks);\(colours(form, style))m"
    codes[style] = code
    return code
  }

  private func colours(_ form: Form, _ style: TextRun.Style) -> String {
    let ground = form.ground ?? (style.isOnCard ? tokens.card : tokens.ground)
    switch depth {
    case .full: return "38;2;\(parts(form.ink));48;2;\(parts(ground))"
    case .indexed:
      let index = IndexedPalette.nearest(to: ground)
      let wanted = min(style.look == .border ? 3 : 4.5, form.ink.contrast(with: ground))
      return "38;5;\(IndexedPalette.nearest(to: form.ink, on: index, contrast: wanted));48;5;\(index)"
    case .sixteen:
      let pair = SixteenColours.pair(style.look, on: scheme)
      return "\(pair.ink);\(pair.ground)"
    }
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

/// The sixteen colours of a terminal, as codes. Users change them, so only pairs are used that are readable in the usual
/// palettes: black or white behind, and never a bright colour that Solarized makes a grey.
enum SixteenColours {
  static func pair(_ look: TextLook, on scheme: Scheme) -> (ink: Int, ground: Int) {
    let isDark = scheme == .dark
    let ground = isDark ? 40 : 107
    switch look {
    case .plain, .strong, .title: return (isDark ? 97 : 30, ground)
    case .soft: return (isDark ? 37 : 30, ground)
    case .border: return (isDark ? 37 : 90, ground)
    case .accent, .number, .press, .hue: return (isDark ? 36 : 34, ground)
    case .main: return isDark ? (30, 46) : (97, 44)
    case .tone(let tone):
      switch tone {
      case .critical, .priorityFocus: return (isDark ? 91 : 31, ground)
      case .warning, .needsAttention: return (isDark ? 33 : 35, ground)
      case .success, .excellent: return (isDark ? 32 : 30, ground)
      case .info, .accent: return (isDark ? 36 : 34, ground)
      case .neutral: return (isDark ? 97 : 30, ground)
      }
    }
  }
}
