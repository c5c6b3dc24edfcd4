import Interface
import Testing

@testable import Terminal

@Suite("The surface of a terminal")
struct SurfaceTests {
  @Test(
    "has colours only where they are known to work and are not disabled",
    arguments: [
      (["COLORTERM": "truecolor"], true, Scheme.dark), (["COLORTERM": "24bit"], true, .dark),
      (["TERM": "xterm-kitty"], true, .dark), (["TERM": "xterm-direct"], true, .dark),
      (["COLORTERM": "truecolor", "COLORFGBG": "0;15"], true, .light),
      (["COLORTERM": "truecolor", "COLORFGBG": "15;0"], true, .dark), (["TERM": "xterm-256color"], true, .dark),
      (["TERM": "xterm"], true, .dark), (["TERM": "vt220"], true, nil), (["TERM": "xterm-mono"], true, nil),
      (["TERM": "dumb"], true, nil), (["TERM": "xterm-256color", "NO_COLOR": "1"], true, nil),
      (["TERM": "xterm", "COLORFGBG": "0;15"], true, .light),
      (["COLORTERM": "truecolor", "TERM": "dumb"], true, nil),
      (["COLORTERM": "truecolor", "NO_COLOR": "1"], true, nil),
      (["COLORTERM": "truecolor", "NO_COLOR": ""], true, .dark), (["COLORTERM": "truecolor"], false, nil),
      ([:], true, nil),
    ] as [([String: String], Bool, Scheme?)])
  func colours(environment: [String: String], isTerminal: Bool, scheme: Scheme?) {
    #expect(Surface(environment: environment, columns: nil, isTerminal: isTerminal).scheme == scheme)
  }

  @Test(
    "has as many colours as the terminal says",
    arguments: [
      (["TERM": "xterm"], ColourDepth.sixteen), (["TERM": "screen"], .sixteen), (["TERM": "linux"], .sixteen),
      (["TERM": "xterm-256color"], .indexed), (["TERM": "tmux-256color"], .indexed),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .full), (["TERM": "xterm", "COLORTERM": "24bit"], .full),
      (["TERM": "xterm-kitty"], .full), (["TERM": "xterm-direct"], .full),
    ])
  func depth(environment: [String: String], depth: ColourDepth) {
    #expect(Surface(environment: environment, columns: nil, isTerminal: true).depth == depth)
  }

  @Test(
    "gets no escape sequence where the terminal is dumb, colours are disabled, or there is no terminal",
    arguments: [
      (["TERM": "dumb", "COLORTERM": "truecolor"], true, false, false),
      (["TERM": "xterm", "NO_COLOR": "1"], true, false, true), (["TERM": "xterm"], false, false, false),
      ([:], true, false, false), (["TERM": "xterm"], true, true, true), (["TERM": "vt100"], true, true, true),
    ])
  func escapes(environment: [String: String], isTerminal: Bool, accepts: Bool, edits: Bool) {
    let surface = Surface(environment: environment, columns: nil, isTerminal: isTerminal)
    #expect(surface.acceptsEscapes == accepts && surface.editsLines == edits)
  }

  @Test("takes its height from the terminal, else from the environment; without a terminal it has none")
  func height() {
    func height(_ rows: Int?, _ isTerminal: Bool = true) -> Int? {
      Surface(environment: ["LINES": "30"], columns: nil, rows: rows, isTerminal: isTerminal).height
    }
    #expect(height(24) == 24 && height(0) == 30 && height(nil) == 30 && height(24, false) == nil)
  }

  @Test("takes its width from the terminal, else from the environment, else 80")
  func width() {
    func width(_ environment: [String: String], _ columns: Int?) -> Int {
      Surface(environment: environment, columns: columns, isTerminal: true).width
    }
    #expect(width(["COLUMNS": "60"], 120) == 120)
    #expect(width(["COLUMNS": "60"], nil) == 60)
    #expect(width(["COLUMNS": "60"], 0) == 60)
    #expect(width(["COLUMNS": "-5"], nil) == 80)
    #expect(width(["COLUMNS": "wide"], nil) == 80)
    #expect(width([:], nil) == 80)
  }

  @Test("limits the width of a text to between 20 and 100 columns")
  func bounds() {
    #expect(FrameText(width: 1).width == 20)
    #expect(FrameText(width: 400).width == 100)
  }
}
