/// The colours that a chart is drawn with. Themes fill it; Plot itself knows no product.
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

  /// The colour of that role; a role that the theme does not know is drawn in the accent, or else in ink.
  public subscript(hue: Hue) -> Colour { hues[hue] ?? hues[.accent] ?? ink }
}
