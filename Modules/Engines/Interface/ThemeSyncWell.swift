internal import Plot

extension Theme {
  public static let syncwell = Theme(
    id: "syncwell", name: "SyncWell",
    light: Tokens(
      ground: Colour(0xF3FAF9), card: Colour(0xFFFFFF), ink: Colour(0x10312E),
      softInk: Colour(0x47645F), accent: Colour(0x00695C), onAccent: Colour(0xFFFFFF),
      hairline: Colour(0xD7DDDC), border: Colour(0x758986),
      shared: .light),
    dark: Tokens(
      ground: Colour(0x0B1716), card: Colour(0x142422), ink: Colour(0xE6F4F2),
      softInk: Colour(0x9DBDB8), accent: Colour(0x5FD0C0), onAccent: Colour(0x06211E),
      hairline: Colour(0x384C49), border: Colour(0x677E7B),
      shared: .dark))
}
