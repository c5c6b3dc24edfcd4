internal import Plot

extension Theme {
  public static let dailypa = Theme(
    id: "dailypa", name: "Daily PA",
    light: Tokens(
      ground: Colour(0xF6F7F8), card: Colour(0xFFFFFF), ink: Colour(0x1B2128),
      softInk: Colour(0x525C66), accent: Colour(0x33691E), onAccent: Colour(0xFFFFFF),
      hairline: Colour(0xD9DBDD), border: Colour(0x7F868D),
      shared: .light),
    dark: Tokens(
      ground: Colour(0x101316), card: Colour(0x1A1F24), ink: Colour(0xEDF1F4),
      softInk: Colour(0xA8B3BD), accent: Colour(0xAEDC6E), onAccent: Colour(0x16240A),
      hairline: Colour(0x3F454C), border: Colour(0x737B82),
      shared: .dark))
}
