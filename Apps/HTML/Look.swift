internal import Interface
internal import Plot

/// The whole style sheet: every theme's colours as properties, the sizes a reader may choose, and the rules that use them.
public func stylesheet() -> String {
  Look.properties + Look.textSizes + String(decoding: WebFile.named("look.css") ?? [], as: UTF8.self)
}

enum Look {
  /// Every colour by the name that the rules know it by.
  static func colours(_ tokens: Tokens) -> [(name: String, colour: Colour)] {
    let tones: [(String, Tones.Pair)] = [
      ("info", tokens.tones.info), ("success", tokens.tones.success), ("warning", tokens.tones.warning),
      ("critical", tokens.tones.critical),
    ]
    return [
      ("ground", tokens.ground), ("card", tokens.card), ("ink", tokens.ink), ("soft", tokens.softInk),
      ("accent", tokens.accent), ("on-accent", tokens.onAccent), ("hairline", tokens.hairline),
      ("border", tokens.border), ("focus", tokens.focus), ("excellent", tokens.score.excellent),
      ("needs-attention", tokens.score.attention), ("priority-focus", tokens.score.priority),
    ]
      + tones.flatMap { [($0, $1.text), ("\($0)-ground", $1.ground)] }
      + tokens.hues.sorted { $0.key.name < $1.key.name }.map { ("hue-\($0.key.name)", $0.value) }
  }

  /// The scheme of a page that says none is the device's.
  static var properties: String {
    let common = { (scheme: Scheme) in shared(by: Theme.all.map { colours($0.tokens(for: scheme)) }) }
    let light = rules(.light, common(.light), under: [("", "html")], themed: "")
    let dark = rules(
      .dark, common(.dark), under: [("", "html[data-scheme=dark]")], themed: ":is([data-scheme=dark],[data-scheme=dark] *)")
    let system = rules(
      .dark, common(.dark), under: [("", "html[data-scheme=system]")],
      themed: ":is([data-scheme=system],[data-scheme=system] *)")
    let scheme =
      "html{color-scheme:light}html[data-scheme=dark]{color-scheme:dark}html[data-scheme=system]{color-scheme:light dark}"
    let hues = Set(Theme.all.flatMap { $0.light.hues.keys.map(\.name) }).sorted()
      .map { "[data-hue=\($0)]{--hue:var(--hue-\($0),var(--accent))}" }.joined()
    let tones = Tone.allCases.filter { $0 != .neutral }.map { tone in
      let own = "[data-tone=\(tone.rawValue)]{--tone:var(--\(tone.rawValue));"
      return own + "--tone-ground:var(--\(tone.rawValue)-ground,var(--card))}"
    }.joined()
    return "\(light)\n\(dark)\n@media (prefers-color-scheme:dark){\(system)}\n\(scheme)\n\(hues)\n\(tones)\n"
  }

  private static func rules(
    _ scheme: Scheme, _ common: [String: Colour], under roots: [(String, String)], themed suffix: String
  ) -> String {
    let all = roots.map { "\($0.1){\(common.sorted { $0.key < $1.key }.map(declaration).joined())}" }.joined()
    return all
      + Theme.all.map { theme in
        let own = colours(theme.tokens(for: scheme)).filter { common[$0.name] == nil }
        return "[data-theme=\(theme.id)]\(suffix){\(own.map { declaration(($0.name, $0.colour)) }.joined())}"
      }.joined()
  }

  private static func declaration(_ entry: (key: String, value: Colour)) -> String { "--\(entry.key):\(entry.value.hex);" }

  /// What all have alike is said once.
  private static func shared(by themes: [[(name: String, colour: Colour)]]) -> [String: Colour] {
    guard let first = themes.first else { return [:] }
    let others = themes.dropFirst().map { Dictionary($0.map { ($0.name, $0.colour) }, uniquingKeysWith: { $1 }) }
    return Dictionary(
      first.filter { entry in others.allSatisfy { $0[entry.name] == entry.colour } }.map { ($0.name, $0.colour) },
      uniquingKeysWith: { $1 })
  }

  /// In steps of 5 per cent. Where text is large, the bars go with the page rather than cover what is left of it.
  static var textSizes: String {
    stride(from: Appearance.textSizes.lowerBound, through: Appearance.textSizes.upperBound, by: 5).map { size in
      "html[data-text=\"\(size)\"]{font-size:\(size)%\(size >= largeText ? ";--stay:static" : "")}"
    }.joined() + "\n"
  }

  private static let largeText = 140
}
