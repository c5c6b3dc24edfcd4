package import Interface
internal import Plot

extension Theme {
  package static let dailypa = Theme(
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
      shared: .dark),
    // A text field with a caret.
    motif: Motif([
      .path(
        "M5.5 7.5h13a2.5 2.5 0 0 1 2.5 2.5v4a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 14v-4a2.5 2.5 0 0 1 2.5-2.5z"),
      .path("M7 10.3v3.4M10.5 12h6.5"),
    ]),
    webRules: """
      [data-theme=dailypa] > body::before {
        --sign:
          linear-gradient(transparent 40%, var(--ground)),
          repeating-linear-gradient(transparent 0 2.4375rem, var(--hairline) 2.4375rem 2.5rem) }
      [data-theme=dailypa] .bar { border-block-end: 3px solid var(--accent) }
      """)
}
