// For charts without a theme, such as a file drawn from the command line without a product.
extension Palette {
  public static let light = Palette(
    ground: Colour(0xF6F7F9), card: Colour(0xFFFFFF), ink: Colour(0x18202A), softInk: Colour(0x505C6A),
    gridLine: Colour(0xD5DAE0),
    hues: standard(
      [0x1565C0, 0xB4480A, 0x00796B, 0x8E24AA, 0x7A5C00, 0xC2185B], accent: 0x1565C0, neutral: 0x505C6A,
      score: [0x1B5E20, 0x7A4F01, 0xB3261E], pillars: [0x1769BD, 0x27702B, 0x8E24AA]))

  public static let dark = Palette(
    ground: Colour(0x0F1419), card: Colour(0x182029), ink: Colour(0xEDF2F7), softInk: Colour(0xA9B5C2),
    gridLine: Colour(0x3C4753),
    hues: standard(
      [0x7CB8FF, 0xFFB074, 0x5FD0C0, 0xCE93D8, 0xE6C34A, 0xF78FB3], accent: 0x7CB8FF, neutral: 0xA9B5C2,
      score: [0x7BD88F, 0xF2C14E, 0xFF8A80], pillars: [0x64B5F6, 0x81C784, 0xCE93D8]))

  private static func standard(
    _ series: [UInt32], accent: UInt32, neutral: UInt32, score: [UInt32], pillars: [UInt32]
  ) -> [Hue: Colour] {
    let names =
      Hue.series + [.accent, .neutral, .excellent, .attention, .priority]
      + ["fitness", "nutrition", "wellbeing"].map { Hue($0) }
    let colours = series + [accent, neutral] + score + pillars
    return Dictionary(zip(names, colours.map { Colour($0) })) { first, _ in first }
  }
}
