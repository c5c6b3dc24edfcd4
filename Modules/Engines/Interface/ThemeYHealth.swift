internal import Plot

extension Theme {
  public static let yhealth = Theme(
    id: "yhealth", name: "yHealth",
    light: Tokens(
      ground: Colour(0xF6F8FB), card: Colour(0xFFFFFF), ink: Colour(0x14202E),
      softInk: Colour(0x4A5A6C), accent: Colour(0x1565C0), onAccent: Colour(0xFFFFFF),
      hairline: Colour(0xD7DBDF), border: Colour(0x7A8692),
      shared: .light,
      hues: [.fitness: Colour(0x1769BD), .nutrition: Colour(0x27702B), .wellbeing: Colour(0x8E24AA)]),
    dark: Tokens(
      ground: Colour(0x0E141B), card: Colour(0x18212B), ink: Colour(0xEEF3F8),
      softInk: Colour(0xA9B8C8), accent: Colour(0x7CB8FF), onAccent: Colour(0x0B1A2B),
      hairline: Colour(0x3E4854), border: Colour(0x6E7B87),
      shared: .dark,
      hues: [.fitness: Colour(0x64B5F6), .nutrition: Colour(0x81C784), .wellbeing: Colour(0xCE93D8)]))
}
