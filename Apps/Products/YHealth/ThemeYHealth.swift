package import Interface
internal import Pillar
internal import Plot

extension Theme {
  package static let yhealth = Theme(
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
      hues: [.fitness: Colour(0x64B5F6), .nutrition: Colour(0x81C784), .wellbeing: Colour(0xCE93D8)]),
    // Three equal rings.
    motif: Motif([
      .circle(12, 8.2, radius: 5, hue: .fitness), .circle(7.8, 15.4, radius: 5, hue: .nutrition),
      .circle(16.2, 15.4, radius: 5, hue: .wellbeing),
    ]),
    webRules: """
      [data-theme=yhealth] > body::before {
        --r1:
          light-dark(
            color-mix(in srgb, var(--hue-fitness) 7%, transparent),
            color-mix(in srgb, var(--hue-fitness) 15%, transparent));
        --r2:
          light-dark(
            color-mix(in srgb, var(--hue-nutrition) 7%, transparent),
            color-mix(in srgb, var(--hue-nutrition) 15%, transparent));
        --r3:
          light-dark(
            color-mix(in srgb, var(--hue-wellbeing) 7%, transparent),
            color-mix(in srgb, var(--hue-wellbeing) 15%, transparent));
        --sign:
          radial-gradient(circle at calc(100% - 7rem) 7rem, transparent 3.9rem, var(--r1) 4rem 4.7rem,
          transparent 4.8rem),
          radial-gradient(circle at calc(100% - 10.3rem) 12.7rem, transparent 3.9rem, var(--r2) 4rem 4.7rem,
          transparent 4.8rem),
          radial-gradient(circle at calc(100% - 3.7rem) 12.7rem, transparent 3.9rem, var(--r3) 4rem 4.7rem,
          transparent 4.8rem);
      }
      """)
}
