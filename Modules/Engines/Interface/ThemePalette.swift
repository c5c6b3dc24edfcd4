public import Plot

extension Theme {
  /// The palette for charts of this product.
  public func palette(for scheme: Scheme) -> Palette {
    let tokens = tokens(for: scheme)
    return Palette(
      ground: tokens.ground, card: tokens.card, ink: tokens.ink, softInk: tokens.softInk, gridLine: tokens.hairline,
      hues: tokens.everyHue)
  }
}
