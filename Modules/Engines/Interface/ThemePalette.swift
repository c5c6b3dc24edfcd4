public import Plot

extension Theme {
  /// The palette for charts of this product.
  public func palette(for scheme: Scheme, _ contrast: ContrastChoice = .system) -> Palette {
    let tokens = tokens(for: scheme, contrast)
    return Palette(
      ground: tokens.ground, card: tokens.card, ink: tokens.ink, softInk: tokens.softInk, gridLine: tokens.hairline,
      hues: tokens.everyHue)
  }
}
