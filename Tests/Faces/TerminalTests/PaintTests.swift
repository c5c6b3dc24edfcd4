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
}
