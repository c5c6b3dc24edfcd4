package import Interface
internal import Plot

extension Theme {
  package static let cadence = Theme(
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
      shared: .dark),
    // A speech bubble with strokes in a rhythm.
    motif: Motif([
      .path("M6 3.5h12a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-5l-5 4v-4H6a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3z"),
      .path("M8 8.8v2.4M12 7.2v5.6M16 8.8v2.4"),
    ]),
    webRules: """
      [data-theme=cadence] > body::before {
        --sign:
          linear-gradient(var(--a), var(--a)) calc(100% - 2rem) 9rem / .75rem 2rem no-repeat,
          linear-gradient(var(--a), var(--a)) calc(100% - 4rem) 7.5rem / .75rem 5rem no-repeat,
          linear-gradient(var(--a), var(--a)) calc(100% - 6rem) 6rem / .75rem 8rem no-repeat,
          linear-gradient(var(--a), var(--a)) calc(100% - 8rem) 8rem / .75rem 4rem no-repeat,
          linear-gradient(var(--a), var(--a)) calc(100% - 10rem) 7rem / .75rem 6rem no-repeat,
          linear-gradient(var(--a), var(--a)) calc(100% - 12rem) 8.75rem / .75rem 2.5rem no-repeat }
      [data-theme=cadence] .log { background: none; border: 0; padding: 0 }
      """)
}
