package import Interface
internal import Plot

extension Theme {
  package static let volvox = Theme(
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
      shared: .dark),
    // A colony: small cells inside one circle.
    motif: Motif([
      .circle(12, 12, radius: 9), .circle(12, 12, radius: 2.4, isFilled: true),
      .circle(8, 8.3, radius: 1.2, isFilled: true), .circle(16, 8.3, radius: 1.2, isFilled: true),
      .circle(8, 15.7, radius: 1.2, isFilled: true), .circle(16, 15.7, radius: 1.2, isFilled: true),
    ]),
    webRules: """
      [data-theme=volvox] > body::before {
        --sign:
          radial-gradient(circle at calc(100% - 5rem) 9rem, transparent 7.4rem, var(--a) 7.5rem 7.8rem,
          transparent 7.9rem),
          radial-gradient(circle at calc(100% - 5rem) 9rem, var(--a) 2rem, transparent 2.1rem),
          radial-gradient(circle at calc(100% - 9rem) 7rem, var(--a) .9rem, transparent 1rem),
          radial-gradient(circle at calc(100% - 2rem) 5.5rem, var(--a) .9rem, transparent 1rem),
          radial-gradient(circle at calc(100% - 7rem) 13rem, var(--a) .9rem, transparent 1rem),
          radial-gradient(circle at calc(100% - 1.5rem) 12rem, var(--a) .9rem, transparent 1rem) }
      [data-theme=volvox] .number { font-size: 6rem; color: var(--accent) }
      """)
}
