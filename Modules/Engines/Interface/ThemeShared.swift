internal import Plot

extension Tokens.Shared {
  public static let light = Tokens.Shared(
    score: ScoreColours(
      excellent: Colour(0x1B5E20), attention: Colour(0x7A4F01), priority: Colour(0xB3261E)),
    tones: Tones(
      info: Tones.Pair(text: Colour(0x0B4F91), ground: Colour(0xE3EFFB)),
      success: Tones.Pair(text: Colour(0x1B5E20), ground: Colour(0xE4F3E5)),
      warning: Tones.Pair(text: Colour(0x6B4500), ground: Colour(0xFCF0D6)),
      critical: Tones.Pair(text: Colour(0xA3211A), ground: Colour(0xFCE7E5))),
    hues: hues([0x1565C0, 0xB4480A, 0x00796B, 0x8E24AA, 0x7A5C00, 0xC2185B]))

  public static let dark = Tokens.Shared(
    score: ScoreColours(
      excellent: Colour(0x7BD88F), attention: Colour(0xF2C14E), priority: Colour(0xFF8A80)),
    tones: Tones(
      info: Tones.Pair(text: Colour(0xA6CFFF), ground: Colour(0x14304D)),
      success: Tones.Pair(text: Colour(0x9BE3AB), ground: Colour(0x15351D)),
      warning: Tones.Pair(text: Colour(0xF5CF75), ground: Colour(0x3B2C0A)),
      critical: Tones.Pair(text: Colour(0xFFB0A8), ground: Colour(0x4A1714))),
    hues: hues([0x7CB8FF, 0xFFB074, 0x5FD0C0, 0xCE93D8, 0xE6C34A, 0xF78FB3]))

  private static func hues(_ series: [UInt32]) -> [Hue: Colour] {
    Dictionary(zip(Hue.series, series.map { Colour($0) })) { first, _ in first }
  }
}
