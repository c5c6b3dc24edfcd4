internal import Plot

extension Tokens {
  /// The contrast of text and marks under `ContrastChoice.more`: WCAG 2.1 level AAA for text.
  public static let moreContrast = 7.0

  /// The same colours for people who need more contrast: pure grounds, text and marks of at least 7, no weaker text.
  public var withMoreContrast: Tokens {
    let isDark = ground.luminance < 0.5
    let paper = isDark ? Colour(0x000000) : Colour(0xFFFFFF)
    let pole = isDark ? Colour(0xFFFFFF) : Colour(0x000000)
    func clear(_ colour: Colour) -> Colour {
      // In 32 steps towards the pole; the last one is the pole itself.
      let steps = (0...32).lazy.map { colour.mixed(with: pole, Double($0) / 32) }
      return steps.first { $0.contrast(with: paper) >= Tokens.moreContrast } ?? pole
    }
    func pair(_ pair: Tones.Pair) -> Tones.Pair { Tones.Pair(text: clear(pair.text), ground: paper) }
    var tokens = self
    tokens.ground = paper
    tokens.card = paper
    tokens.ink = pole
    tokens.softInk = pole
    tokens.accent = clear(accent)
    tokens.onAccent = paper
    tokens.hairline = clear(border)
    tokens.border = pole
    tokens.focus = pole
    tokens.score = ScoreColours(
      excellent: clear(score.excellent), attention: clear(score.attention), priority: clear(score.priority))
    tokens.tones = Tones(
      info: pair(tones.info), success: pair(tones.success), warning: pair(tones.warning),
      critical: pair(tones.critical))
    tokens.hues = hues.mapValues(clear)
    return tokens
  }

  func with(_ contrast: ContrastChoice) -> Tokens { contrast == .more ? withMoreContrast : self }
}
