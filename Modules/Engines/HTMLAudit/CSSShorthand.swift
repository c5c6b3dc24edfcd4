/// Expands shorthands, and drops declarations that browsers drop.
enum CSSShorthand {
  typealias Longhand = (name: String, text: String, shorthand: String?)

  private static let wide: Set<String> = ["inherit", "initial", "unset", "revert", "revert-layer"]
  /// The properties that are read, and that `all` sets therefore.
  private static let all = [
    "background-color", "background-image", "clip", "clip-path", "color", "content", "display", "filter", "float",
    "font-size", "font-weight", "mix-blend-mode", "opacity", "overflow-x", "overflow-y", "position", "text-shadow",
    "text-transform", "visibility",
  ]

  static func expanded(_ name: String, _ text: String) -> [Longhand] {
    let lower = text.lowercased()
    if name.hasPrefix("--") { return [(name, text, nil)] }
    let isOpen = lower.contains("var(") || lower.contains("env(")
    let isWide = wide.contains(lower)
    func each(_ names: [String]) -> [Longhand] { names.map { ($0, text, isOpen ? name : nil) } }
    switch name {
    case "all": return isWide ? each(all) : []
    case "background":
      if isOpen || isWide { return each(["background-color", "background-image"]) }
      return background(text).map { [("background-color", $0.colour, nil), ("background-image", $0.image, nil)] } ?? []
    case "font":
      let names = ["font-size", "font-weight", "line-height", "font-family"]
      if isOpen || isWide { return each(names) }
      return font(text).map { parts in names.map { ($0, parts[$0] ?? "", nil) } } ?? []
    case "overflow":
      let words = lower.words
      guard let first = words.first, !isOpen else { return each(["overflow-x", "overflow-y"]) }
      return [("overflow-x", first, nil), ("overflow-y", words.count > 1 ? words[1] : first, nil)]
    case "inset":
      return isOpen ? each(["top", "right", "bottom", "left"]) : sides(text, ["top", "right", "bottom", "left"])
    case "margin":
      let names = ["margin-top", "margin-right", "margin-bottom", "margin-left"]
      return [(name, text, nil)] + (isOpen ? each(names) : sides(text, names))
    case "animation": return [("animation-name", text, nil)]
    case "background-clip", "-webkit-background-clip": return [("background-clip", lower, nil)]
    default: return isOpen || isWide || isValid(name, lower) ? [(name, text, nil)] : []
    }
  }

  private static func sides(_ text: String, _ names: [String]) -> [Longhand] {
    let words = CSSText.words(text).map(String.init)
    guard (1...4).contains(words.count) else { return [] }
    let right = words.count > 1 ? words[1] : words[0]
    let all = [words[0], right, words.count > 2 ? words[2] : words[0], words.count > 3 ? words[3] : right]
    return zip(names, all).map { ($0, $1, nil) }
  }

  /// Values of properties that take keywords only.
  private static let keywords: [String: Set<String>] = [
    "visibility": ["visible", "hidden", "collapse"],
    "position": ["static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky"],
    "float": ["left", "right", "none", "inline-start", "inline-end"],
    "display": [
      "none", "block", "inline", "inline-block", "flex", "inline-flex", "grid", "inline-grid", "table", "inline-table",
      "table-row", "table-cell", "table-caption", "table-column", "table-column-group", "table-row-group",
      "table-header-group", "table-footer-group", "list-item", "contents", "flow-root", "flow", "ruby", "ruby-base",
      "ruby-text", "-webkit-box", "-webkit-inline-box", "-webkit-flex", "-webkit-inline-flex", "math",
    ],
  ]

  private static func isValid(_ name: String, _ text: String) -> Bool {
    switch name {
    case "color", "background-color", "-webkit-text-fill-color":
      return text == "currentcolor" || CSSColour.isWellFormed(text)
    case "font-size":
      return ComputedStyle.sizes[text] != nil || ["larger", "smaller", "math"].contains(text) || text.contains("(")
        || CSSLength(text).map { $0.number >= 0 } ?? false
    case "font-weight":
      return ["normal", "bold", "bolder", "lighter"].contains(text) || text.contains("(") || Double(text) != nil
    case "opacity": return text.contains("(") || CSSMath.number(text) != nil
    case "display": return text.words.allSatisfy { keywords[name, default: []].contains($0) }
    case "visibility", "position", "float": return keywords[name, default: []].contains(text)
    case "background-image": return text == "none" || text.contains("(")
    default: return true
    }
  }

  private static let grounds: Set<String> = [
    "none", "repeat", "repeat-x", "repeat-y", "no-repeat", "space", "round", "scroll", "fixed", "local", "center",
    "top",
    "bottom", "left", "right", "cover", "contain", "auto", "border-box", "padding-box", "content-box", "text", "/",
  ]

  /// The colour and the picture of a background; nil where browsers drop it.
  static func background(_ text: String) -> (colour: String, image: String)? {
    var colour = "transparent"
    var image = "none"
    for layer in CSSText.split(text, at: ",").prefix(50) {
      colour = "transparent"
      for word in CSSText.words(String(layer).replacing("/", with: " / ", unless: "(")).map(String.init) {
        let lower = word.lowercased()
        if ["url(", "gradient(", "image-set(", "image(", "cross-fade(", "element(", "paint("].contains(
          where: lower.contains)
        {
          image = word
        } else if lower == "currentcolor" || CSSColour.isWellFormed(lower) {
          colour = word
        } else if !grounds.contains(lower), CSSLength(lower) == nil, !lower.contains("(") {
          return nil
        }
      }
    }
    return (colour, image)
  }

  /// The parts of a font; nil where browsers drop it.
  static func font(_ text: String) -> [String: String]? {
    let lower = text.lowercased()
    if ["caption", "icon", "menu", "message-box", "small-caption", "status-bar"].contains(lower) {
      return ["font-size": "13.333px", "font-weight": "normal", "line-height": "normal", "font-family": lower]
    }
    var result = ["font-weight": "normal", "line-height": "normal"]
    var words = CSSText.words(text.replacing("/", with: " / ", unless: "(")).map(String.init)[...]
    while let word = words.popFirst() {
      let it = word.lowercased()
      if ["bold", "bolder", "lighter"].contains(it) || Double(it).map({ (1...1_000).contains($0) }) ?? false {
        result["font-weight"] = it
      } else if isValid("font-size", it), CSSLength(it)?.unit != "" || it == "0" {
        result["font-size"] = it
        break
      } else if CSSLength(it) != nil {
        return nil
      }
    }
    guard result["font-size"] != nil else { return nil }
    if words.first == "/" {
      words.removeFirst()
      result["line-height"] = words.popFirst() ?? "normal"
    }
    result["font-family"] = words.joined(separator: " ")
    return words.isEmpty ? nil : result
  }
}

extension String {
  /// Replaces words, unless the text has another one, within which they mean something else.
  fileprivate func replacing(_ words: String, with other: String, unless excluded: String) -> String {
    guard contains(excluded) else { return replacing(words, with: other) }
    // Outside of brackets only.
    return CSSText.split(self, at: Character(words)).joined(separator: other)
  }
}
