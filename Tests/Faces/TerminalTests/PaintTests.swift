import Covers
import EveryRole
import Interface
import Plot
import Testing

@testable import Terminal

@Suite("Colours in a terminal")
struct PaintTests {
  /// The pairs of text colour and ground in a text with ANSI colours.
  private func painted(_ text: String) -> Set<[Colour]> {
    var found: Set<[Colour]> = []
    for run in text.split(separator: "\u{1B}[").dropFirst() {
      guard let end = run.firstIndex(of: "m"), run[run.index(after: end)...].contains(where: \.isLetter) else {
        continue
      }
      let parts = run[..<end].split(separator: ";").compactMap { UInt8($0) }
      guard let front = parts.firstIndex(of: 38), parts.count >= front + 10 else { continue }
      let colours = [front + 2, front + 7].map { Colour(red: parts[$0], green: parts[$0 + 1], blue: parts[$0 + 2]) }
      found.insert(colours)
    }
    return found
  }

  /// The colour pairs that the audit measures in that frame.
  private func audited(_ frame: Frame, _ tokens: Tokens) -> Set<[Colour]> {
    func pairs(_ element: Element, on ground: Shade) -> [ColourPair] {
      element.colourPairs(on: ground) + element.children.flatMap { pairs($0, on: element.surface ?? ground) }
    }
    return Set(
      frame.everything.flatMap { pairs($0, on: .ground) }
        .map { [tokens.colour($0.front), tokens.colour($0.ground)] })
  }

  @Test("are only those that the audit measures", arguments: Theme.all)
  func pairs(theme: Theme) {
    for scheme in Scheme.allCases {
      let tokens = theme.tokens(for: scheme)
      for nodes in [EveryRole.words, EveryRole.doing, EveryRole.entering, EveryRole.showing] {
        let frame = EveryRole.frame(nodes)
        let painted = painted(FrameText(width: 72, colours: tokens, isNumbered: true).text(of: frame))
        #expect(painted.count > 3)
        #expect(painted.subtracting(audited(frame, tokens)) == [])
      }
    }
  }

  /// The sixteen colours of xterm by their code for text.
  private static let xterm: [Int: Colour] = [
    30: Colour(0x000000), 31: Colour(0xCD0000), 32: Colour(0x00CD00), 33: Colour(0xCDCD00), 34: Colour(0x0000EE),
    35: Colour(0xCD00CD), 36: Colour(0x00CDCD), 37: Colour(0xE5E5E5), 90: Colour(0x7F7F7F), 91: Colour(0xFF0000),
    97: Colour(0xFFFFFF),
  ]

  @Test("are readable with 256 colours on both grounds", arguments: Theme.all)
  func indexed(theme: Theme) throws {
    for scheme in Scheme.allCases {
      let tokens = theme.tokens(for: scheme)
      let frame = EveryRole.frame(EveryRole.words + EveryRole.doing + EveryRole.entering + EveryRole.showing)
      let text = FrameText(width: 72, colours: tokens, depth: .indexed, isNumbered: true).text(of: frame)
      #expect(text.withoutColours == FrameText(width: 72, isNumbered: true).text(of: frame))
      let pairs = text.matches(of: #/\[0[14;]*38;5;([0-9]+);48;5;([0-9]+)m([^\x1B]*)/#)
      #expect(Set(pairs.map { "\($0.1) \($0.2)" }).count > 5)
      for pair in pairs where pair.3.contains(where: \.isLetter) {
        let (ink, ground) = (try #require(Int(pair.1)), try #require(Int(pair.2)))
        #expect(ink > 15 && ground > 15, "Users change the first sixteen.")
        #expect(IndexedPalette.colour(ink).contrast(with: IndexedPalette.colour(ground)) >= 4.5)
        let isDark = IndexedPalette.colour(IndexedPalette.nearest(to: tokens.ground)).luminance < 0.18
        #expect(isDark == (scheme == .dark))
      }
    }
  }

  @Test("are readable with sixteen colours on both grounds", arguments: Scheme.allCases)
  func sixteen(scheme: Scheme) throws {
    let looks: [TextLook] =
      [.plain, .strong, .soft, .title, .accent, .number, .press, .main, .hue("fitness")]
      + Tone.allCases.map { .tone($0) }
    for look in looks {
      let pair = SixteenColours.pair(look, on: scheme)
      let ink = try #require(PaintTests.xterm[pair.ink])
      let ground = try #require(PaintTests.xterm[pair.ground - 10])
      #expect(ink.contrast(with: ground) >= 4.5, "\(look)")
    }
    let frame = EveryRole.frame(EveryRole.doing)
    let tokens = Theme.plain.tokens(for: scheme)
    let text = FrameText(width: 72, colours: tokens, depth: .sixteen).text(of: frame)
    #expect(text.withoutColours == FrameText(width: 72).text(of: frame))
    #expect(text.contains(scheme == .dark ? ";40m" : ";107m") && !text.contains("38;"))
  }
}
