internal import Plot

extension Theme {
  public static let volvox = Theme(
    id: "volvox", name: "Volvox.Sober",
    light: Tokens(
      ground: Colour(0xF6F5FC), card: Colour(0xFFFFFF), ink: Colour(0x1E1A3C),
      softInk: Colour(0x565078), accent: Colour(0x4A3AA8), onAccent: Colour(0xFFFFFF),
      hairline: Colour(0xDAD8E1), border: Colour(0x86819D),
      shared: .light),
    dark: Tokens(
      ground: Colour(0x110F20), card: Colour(0x1C1932), ink: Colour(0xEFEDFB),
      softInk: Colour(0xB4AED6), accent: Colour(0xB3A6FF), onAccent: Colour(0x191338),
      hairline: Colour(0x44405D), border: Colour(0x7B7695),
      shared: .dark))
}
