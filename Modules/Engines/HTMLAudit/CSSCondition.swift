/// Whether something holds, where a page alone may not tell.
enum CSSTruth: Sendable {
  case no, maybe, yes

  func and(_ other: CSSTruth) -> CSSTruth {
    if self == .no || other == .no { return .no }
    return self == .yes && other == .yes ? .yes : .maybe
  }
  func or(_ other: CSSTruth) -> CSSTruth {
    if self == .yes || other == .yes { return .yes }
    return self == .no && other == .no ? .no : .maybe
  }
  var not: CSSTruth { self == .yes ? .no : self == .no ? .yes : .maybe }
}

/// Evaluates the conditions of style sheets for a screen of 1280 by 720 pixels as it comes: light, with a mouse, and
/// without wishes for less motion or more contrast.
enum CSSCondition {
  static let width = 1280.0
  static let height = 720.0

  /// A list of media queries, such as "screen and (min-width: 40em), print".
  static func media(_ list: String) -> CSSTruth {
    let text = list.lowercased().trimmed
    guard !text.isEmpty else { return .yes }
    return CSSText.split(text, at: ",").prefix(50).reduce(.no) { $0.or(query(String($1).trimmed)) }
  }

  /// A condition of `@supports`: taken to hold for what is asked for, since browsers support what pages use.
  static func supports(_ text: String) -> CSSTruth {
    let words = text.lowercased().trimmed
    if words.hasPrefix("not") { return words.contains(" and ") || words.contains(" or ") ? .maybe : .no }
    return words.contains("not(") || words.contains("not ") ? .maybe : .yes
  }

  private static func query(_ text: String) -> CSSTruth {
    var words = CSSText.words(text).map(String.init)[...]
    if words.first == "only" { words = words.dropFirst() }
    let isDenied = words.first == "not"
    if isDenied { words = words.dropFirst() }
    guard words.count < 100, var result = words.popFirst().map({ term($0) }) else { return .no }
    while let joint = words.popFirst(), var next = words.popFirst() {
      var isNextDenied = false
      if next == "not", let denied = words.popFirst() {
        isNextDenied = true
        next = denied
      }
      let value = isNextDenied ? term(next).not : term(next)
      switch joint {
      case "and": result = result.and(value)
      case "or": result = result.or(value)
      default: return .no
      }
    }
    return isDenied ? result.not : result
  }

  private static func term(_ text: String, depth: Int = 0) -> CSSTruth {
    guard text.hasPrefix("("), text.hasSuffix(")") else {
      return ["all", "screen"].contains(text) ? .yes : text.contains("(") ? .maybe : .no
    }
    let inside = String(text.dropFirst().dropLast()).trimmed
    if inside.hasPrefix("(") || inside.hasPrefix("not") { return inside.utf8.count < 500 ? query(inside) : .maybe }
    return feature(inside)
  }

  private static let usual: [String: Set<String>] = [
    "orientation": ["landscape"], "prefers-color-scheme": ["light"], "prefers-reduced-motion": ["no-preference"],
    "prefers-contrast": ["no-preference"], "prefers-reduced-transparency": ["no-preference"],
    "prefers-reduced-data": ["no-preference"], "forced-colors": ["none"], "inverted-colors": ["none"],
    "hover": ["hover", ""], "any-hover": ["hover", ""], "pointer": ["fine", ""], "any-pointer": ["fine", ""],
    "update": ["fast", ""], "scripting": ["enabled", ""], "grid": ["0"], "color": ["", "8"], "monochrome": ["0"],
    "display-mode": ["browser"], "overflow-block": ["scroll", ""], "overflow-inline": ["scroll", ""],
    "color-gamut": ["srgb"], "scan": ["progressive"], "width": [""], "height": [""],
  ]

  private static func feature(_ text: String) -> CSSTruth {
    if text.contains("<") || text.contains(">") || text.contains("=") { return range(text) }
    let sides = text.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
    guard let name = sides.first else { return .no }
    let value = sides.count > 1 ? sides[1] : ""
    for (side, measure) in [("width", width), ("height", height), ("device-width", width), ("device-height", height)] {
      guard name == side && !value.isEmpty || name == "min-\(side)" || name == "max-\(side)" else { continue }
      guard let asked = CSSMath.pixels(value, font: 16, root: 16) else { return .maybe }
      if name == side { return asked == measure ? .yes : .no }
      return (name.hasPrefix("min") ? measure >= asked : measure <= asked) ? .yes : .no
    }
    guard let taken = usual[name] else { return .maybe }
    return taken.contains(value) ? .yes : .no
  }

  /// A range such as "400px <= width < 900px".
  private static func range(_ text: String) -> CSSTruth {
    var parts: [String] = []
    var signs: [String] = []
    var word = ""
    for it in text {
      guard "<>=".contains(it) else {
        word.append(it)
        continue
      }
      if word.trimmed.isEmpty, it == "=", let last = signs.last {
        signs[signs.count - 1] = last + "="
      } else {
        parts.append(word.trimmed)
        signs.append(String(it))
      }
      word = ""
    }
    parts.append(word.trimmed)
    guard parts.count == signs.count + 1, signs.count < 3 else { return .maybe }
    let values = parts.map { part -> Double? in
      part == "width" ? width : part == "height" ? height : CSSMath.pixels(part, font: 16, root: 16)
    }
    for (index, sign) in signs.enumerated() {
      guard let left = values[index], let right = values[index + 1] else { return .maybe }
      let holds =
        switch sign {
        case "<": left < right
        case "<=": left <= right
        case ">": left > right
        case ">=": left >= right
        default: left == right
        }
      if !holds { return .no }
    }
    return .yes
  }
}
