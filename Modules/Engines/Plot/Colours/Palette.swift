/// The colours of a chart. Themes provide it; Plot itself knows no product.
public struct Palette: Sendable, Hashable, Codable {
  public var ground: Colour
  public var card: Colour
  public var ink: Colour
  public var softInk: Colour
  public var gridLine: Colour
  public var hues: [Hue: Colour]

  public init(
    ground: Colour, card: Colour, ink: Colour, softInk: Colour, gridLine: Colour, hues: [Hue: Colour] = [:]
  ) {
    self.ground = ground
    self.card = card
    self.ink = ink
    self.softInk = softInk
    self.gridLine = gridLine
    self.hues = hues
  }

  /// The colour of a role; for a role unknown to the theme, the accent or else the ink.
  public subscript(hue: Hue) -> Colour { hues[hue] ?? hues[.accent] ?? ink }
}
