internal import Interface
internal import Plot

/// The common beginning and end of every page.
struct HTMLPage {
  let language: String
  let appearance: Appearance
  var markup = Markup()

  init(language: String, appearance: Appearance) {
    self.language = language
    self.appearance = appearance
  }

  /// Writes the beginning of the page up to the end of the common head. The caller may add to the head.
  mutating func begin(title: String, look: WebLook) {
    markup.raw("<!doctype html>\n")
    markup.open(
      "html",
      [
        "lang": language, "data-theme": appearance.theme.isEmpty ? nil : appearance.theme,
        "data-scheme": appearance.scheme.rawValue, "data-text": String(appearance.textSize),
        "data-motion": appearance.motion.rawValue, "data-contrast": appearance.contrast.rawValue,
        "data-limits": appearance.timeLimits.rawValue,
        "data-switches": appearance.steering.switches == .off ? nil : appearance.steering.switches.rawValue,
        "data-keys": appearance.steering.switches == .off ? nil : appearance.steering.keys.rawValue,
        "data-captions": appearance.feedback.captions ? "" : nil, "data-press": appearance.pressCue,
      ])
    markup.raw("<head><meta charset=\"utf-8\">")
    markup.tag("title", words: title)
    markup.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">")
    let theme = look.theme(appearance.theme)
    for scheme in Scheme.allCases {
      guard let theme else { break }
      let ground = theme.tokens(for: appearance.scheme.scheme(on: scheme), appearance.contrast).ground.hex
      markup.open(
        "meta",
        ["name": "theme-color", "media": "(prefers-color-scheme: \(scheme.rawValue))", "content": ground])
    }
    markup.open("link", ["rel": "stylesheet", "href": look.sheetAddress])
    // Without an icon link, a browser requests `/favicon.ico`.
    guard let icon = look.iconAddress(of: appearance.theme) else { return }
    markup.open("link", ["rel": "icon", "type": "image/svg+xml", "href": icon])
  }

  mutating func end() {
    markup.close("body")
    markup.close("html")
    markup.raw("\n")
  }
}
