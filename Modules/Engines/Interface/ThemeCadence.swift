internal import Plot

extension Theme {
  public static let cadence = Theme(
    id: "cadence", name: "Cadence",
    light: Tokens(
      ground: Colour(0xFBF7F2), card: Colour(0xFFFFFF), ink: Colour(0x2A1C12),
      softInk: Colour(0x6A5444), accent: Colour(0xB43E0A), onAccent: Colour(0xFFFFFF),
      hairline: Colour(0xDED9D6), border: Colour(0x928276),
      shared: .light),
    dark: Tokens(
      ground: Colour(0x17110C), card: Colour(0x241B14), ink: Colour(0xF8EFE6),
      softInk: Colour(0xC9B4A1), accent: Colour(0xFFA36B), onAccent: Colour(0x2A1407),
      hairline: Colour(0x4F4339), border: Colour(0x85776B),
      shared: .dark))
}
