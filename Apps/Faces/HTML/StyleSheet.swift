internal import Interface
internal import Plot

enum StyleSheet {
  static func sheet(of themes: [Theme]) -> String {
    let rules = String(decoding: WebFile.named("look.css") ?? [], as: UTF8.self)
    let own = themes.map(\.webRules).filter { !$0.isEmpty }.joined(separator: "\n")
    return properties(of: themes) + textSizes + short(rules + own)
  }

  /// Minifies CSS: removes comments and insignificant white space.
  static func short(_ rules: String) -> String {
    var text = ""
    var isQuoted = false
    var rest = rules[...]
    while let first = rest.first {
      if !isQuoted, rest.hasPrefix("/*") {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.hasPrefix("*/") { rest.removeFirst() }
        rest = rest.dropFirst(2)
        continue
      }
      rest.removeFirst()
      if first == "\"" { isQuoted.toggle() }
      guard !isQuoted, first.isWhitespace else {
        if !isQuoted, "{},;".contains(first), text.last == " " { text.removeLast() }
        text.append(first)
        continue
      }
      if let last = text.last, !"{},;: ".contains(last) { text.append(" ") }
    }
    return text
  }

  /// The colours of a theme, by the name of their custom property.
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

  /// Custom properties with the light and the dark value of each colour. The page's `color-scheme` selects between
  /// them. Themes are attribute selectors, so a part of a page may have another theme than the rest. Values that all
  /// themes share are written once.
  static func properties(of all: [Theme]) -> String {
    let themes = all.map { theme in (theme.id, pairs(of: theme)) }
    let shared = (themes.first?.1 ?? []).filter { pair in themes.allSatisfy { $0.1.contains(pair) } }
    let own = themes.map { id, pairs in "[data-theme=\(id)]{\(pairs.filter { !shared.contains($0) }.joined())}" }
    let scheme =
      "html{color-scheme:light dark}html[data-scheme=light]{color-scheme:light}html[data-scheme=dark]{color-scheme:dark}"
    return "html{\(shared.joined())}\(own.joined())\(scheme)\(marks(of: all))\(moreContrast(of: all, besides: shared))"
  }

  /// The colours under more contrast, by the person's choice or the device's. A value moves to the page as a whole only if
  /// its property does in the usual colours too, since a theme's own property would hide it.
  private static func moreContrast(of all: [Theme], besides usual: [String]) -> String {
    let names = Set(usual.map { $0.prefix { $0 != ":" } })
    let themes = all.map { theme in (theme.id, pairs(of: theme, .more)) }
    let shared = (themes.first?.1 ?? []).filter { pair in
      names.contains(pair.prefix { $0 != ":" }) && themes.allSatisfy { $0.1.contains(pair) }
    }
    let plain = "--wash:var(--ground);--tint:var(--card);--shade:transparent;"
    func rules(_ page: String) -> String {
      "\(page){\(plain)\(shared.joined())}"
        + themes.map { id, pairs in
          "\(page)[data-theme=\(id)],\(page) [data-theme=\(id)]{\(pairs.filter { !shared.contains($0) }.joined())}"
        }.joined() + "\(page) body::before{display:none}"
    }
    return rules("html[data-contrast=more]")
      + "@media (prefers-contrast:more){\(rules("html[data-contrast=system]"))}"
  }

  private static func pairs(of theme: Theme, _ contrast: ContrastChoice = .system) -> [String] {
    let dark = Dictionary(
      colours(theme.tokens(for: .dark, contrast)).map { ($0.name, $0.colour) }, uniquingKeysWith: { $1 })
    return colours(theme.tokens(for: .light, contrast)).map { name, light in
      "--\(name):light-dark(\(light.hex),\((dark[name] ?? light).hex));"
    }
  }

  /// Rules for the hue and the tone that an element names.
  private static func marks(of themes: [Theme]) -> String {
    let hues = Set(themes.flatMap { $0.light.hues.keys.map(\.name) }).sorted()
      .map { "[data-hue=\($0)]{--hue:var(--hue-\($0),var(--accent))}" }.joined()
    let tones = Tone.allCases.filter { $0 != .neutral }.map { tone in
      let own = "[data-tone=\(tone.rawValue)]{--tone:var(--\(tone.rawValue));"
      return own + "--tone-ground:var(--\(tone.rawValue)-ground,var(--card))}"
    }.joined()
    return hues + tones
  }

  /// Rules for the text sizes, in steps of 5 per cent. From `largeText` on, the bars scroll with the page instead of
  /// covering it, and decorative parts are hidden.
  static var textSizes: String {
    stride(from: Appearance.textSizes.lowerBound, through: Appearance.textSizes.upperBound, by: 5).map { size in
      "html[data-text=\"\(size)\"]{font-size:\(size)%\(size >= largeText ? ";--stay:static;--spare:none" : "")}"
    }.joined() + "\n"
  }

  private static let largeText = 140
}
