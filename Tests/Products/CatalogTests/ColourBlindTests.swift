import Covers
import Interface
import Plot
import Testing
import YHealth

@Suite("Every theme, as colour-blind people see it")
struct ColourBlindTests {
  @Test(
    "keeps text and marks apart from every ground by 3 to 1 under each simulation, light, dark and with more contrast",
    .covers("yh-S04.7.3-B22"), arguments: Dress.all)
  func readable(dress: Dress) {
    for contrast in ContrastChoice.allCases {
      let tokens = dress.theme.tokens(for: dress.scheme, contrast)
      let texts = [tokens.ink, tokens.softInk, tokens.accent] + Tone.allCases.map { tokens.colour(.tone($0)) }
      for vision in ColourVision.allCases {
        for ground in [tokens.ground, tokens.card] {
          let seen = ground.seen(with: vision)
          for text in texts {
            let ratio = text.seen(with: vision).contrast(with: seen)
            #expect(ratio >= 3, "\(vision), \(contrast): \(text) on \(ground) is \(ratio)")
          }
          for hue in tokens.everyHue.values {
            #expect(hue.seen(with: vision).contrast(with: seen) >= 3, "\(vision): \(hue) on \(ground)")
          }
        }
      }
    }
  }

  /// The colours that stand beside each other and mean different things, with the least distance under a simulation. All of
  /// three kinds of cones are needed to tell many colours apart, so these are low: `colour-alone` and `chart-colour` of the audit
  /// ask for words, icons, lines or points besides.
  private func groups(_ tokens: Tokens) -> [(colours: [Colour], least: Double)] {
    let (score, tones) = (tokens.score, tokens.tones)
    return [
      ([score.excellent, score.attention, score.priority], 5),
      ([tones.info.text, tones.success.text, tones.warning.text, tones.critical.text], 2),
      (Hue.series.prefix(3).map { tokens.everyHue[$0] ?? tokens.accent }, 4),
    ]
  }

  private func distances(_ colours: [Colour]) -> [Double] {
    colours.indices.flatMap { one in
      colours.indices.dropFirst(one + 1).map { colours[one].difference(to: colours[$0]) }
    }
  }

  @Test(
    "has scores, messages and hues that are obviously apart, and the first of them visibly under each simulation",
    .covers("yh-S04.7.3-B22"), arguments: Dress.all)
  func apart(dress: Dress) {
    let tokens = dress.tokens
    let hues = Hue.series.map { tokens.everyHue[$0] ?? tokens.accent }
    #expect(Set(hues).count == hues.count && distances(hues).allSatisfy { $0 >= 20 }, "\(distances(hues))")
    for (colours, least) in groups(tokens) {
      #expect(distances(colours).allSatisfy { $0 >= 20 }, "\(distances(colours))")
      for vision in ColourVision.allCases {
        let seen = distances(colours.map { $0.seen(with: vision) })
        #expect(seen.allSatisfy { $0 >= least }, "\(vision): \(seen)")
      }
    }
  }
}
