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
      (["COLORTERM": "truecolor", "COLORFGBG": "15;0"], true, .dark), (["TERM": "xterm-256color"], true, nil),
      (["COLORTERM": "truecolor", "TERM": "dumb"], true, nil),
      (["COLORTERM": "truecolor", "NO_COLOR": "1"], true, nil),
      (["COLORTERM": "truecolor", "NO_COLOR": ""], true, .dark), (["COLORTERM": "truecolor"], false, nil),
      ([:], true, nil),
    ] as [([String: String], Bool, Scheme?)])
  func colours(environment: [String: String], isTerminal: Bool, scheme: Scheme?) {
    #expect(Surface(environment: environment, columns: nil, isTerminal: isTerminal).scheme == scheme)
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
