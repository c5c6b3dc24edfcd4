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
}
