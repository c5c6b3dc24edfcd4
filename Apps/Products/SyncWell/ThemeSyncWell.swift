package import Interface
internal import Plot

extension Theme {
  package static let syncwell = Theme(
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
      shared: .dark),
    // A source, an arrow, a destination.
    motif: Motif([
      .circle(4.7, 12, radius: 2.7), .path("M10 12h5.5M13.3 9.3 16 12l-2.7 2.7"),
      .circle(20, 12, radius: 2.4, isFilled: true),
    ]),
    webRules: """
      [data-theme=syncwell] > body::before {
        --sign:
          radial-gradient(circle at calc(100% - 17rem) 9.5rem, transparent 1.4rem, var(--a) 1.5rem 2rem,
          transparent 2.1rem),
          repeating-linear-gradient(90deg, var(--a) 0 1.125rem, transparent 1.125rem 1.75rem) calc(100% -
          6rem) 9.25rem / 8.375rem .5rem no-repeat, radial-gradient(circle at calc(100% - 3.75rem) 9.5rem,
          var(--a) 2rem, transparent 2.1rem) }
      """)
}
