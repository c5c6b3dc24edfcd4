public import Plot

extension Theme {
  /// What a chart of this product is drawn with.
  public func palette(for scheme: Scheme) -> Palette {
    let tokens = tokens(for: scheme)
    var hues = tokens.hues
    hues[.accent] = tokens.accent
    hues[.neutral] = tokens.softInk
    hues[.excellent] = tokens.score.excellent
    hues[.attention] = tokens.score.attention
    hues[.priority] = tokens.score.priority
    return Palette(
      ground: tokens.ground, card: tokens.card, ink: tokens.ink, softInk: tokens.softInk, gridLine: tokens.hairline,
      hues: hues)
  }
}
