/// A colour of sRGB with its opacity, each from 0 to 1.
struct CSSColour: Sendable, Hashable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double

  static let black = CSSColour(red: 0, green: 0, blue: 0, alpha: 1)
  static let white = CSSColour(red: 1, green: 1, blue: 1, alpha: 1)
  static let transparent = CSSColour(red: 0, green: 0, blue: 0, alpha: 0)

  init(red: Double, green: Double, blue: Double, alpha: Double) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Reads a hexadecimal colour, a name, or a function such as rgb(), hsl() or oklch(). Returns nil for anything else.
  init?(_ text: String) {
    let words = text.trimmed.lowercased()
    if words == "transparent" {
      self = .transparent
    } else if words.hasPrefix("#") {
      self.init(hexadecimal: words.dropFirst())
    } else if let number = CSSColourNames.all[words] ?? CSSColourNames.system[words] {
      self.init(number, alpha: 1)
    } else if words.hasSuffix(")"), let open = words.firstIndex(of: "(") {
      let inside = words[words.index(after: open)...].dropLast()
      guard !inside.contains("(") else { return nil }
      let parts = inside.split { $0 == "," || $0 == "/" || $0.isWhitespace }
      self.init(function: words[..<open], parts.map(String.init))
    } else {
      return nil
    }
  }

  private static let functions: Set<String> = [
    "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix", "light-dark",
    "contrast-color", "device-cmyk", "attr", "env", "var",
  ]

  /// True for what browsers take as a colour, whether or not it can be computed here.
  static func isWellFormed(_ text: String) -> Bool {
    if CSSColour(text) != nil || text == CSSDeclarations.unknown || text == "accentcolor" || text == "accentcolortext" {
      return true
    }
    guard let open = text.firstIndex(of: "("), functions.contains(String(text[..<open])) else { return false }
    // Without another function or colour in it, it can be computed, or is none.
    let computable: Set<String> = ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch"]
    let inside = text[text.index(after: open)...]
    return !computable.contains(String(text[..<open])) || inside.contains("(") || inside.contains("from")
  }

  init(_ number: Int, alpha: Double) {
    self.init(
      red: Double(number >> 16 & 255) / 255, green: Double(number >> 8 & 255) / 255, blue: Double(number & 255) / 255,
      alpha: alpha)
  }

  private init?(hexadecimal digits: Substring) {
    guard digits.allSatisfy(\.isHexDigit), digits.utf8.count == digits.count else { return nil }
    let long =
      switch digits.count {
      case 3, 4: digits.map { "\($0)\($0)" }.joined()
      case 6, 8: String(digits)
      default: ""
      }
    guard let number = Int(long.prefix(6), radix: 16), !long.isEmpty else { return nil }
    let alpha = long.count == 8 ? Double(Int(long.suffix(2), radix: 16) ?? 255) / 255 : 1
    self.init(number, alpha: alpha)
  }

  private init?(function name: Substring, _ parts: [String]) {
    guard parts.count == 3 || parts.count == 4 else { return nil }
    /// A part from 0 to 1, where a number refers to `whole`.
    func part(_ index: Int, whole: Double) -> Double? {
      CSSColour.number(parts[index], percent: 1, whole: whole).map { min(1, max(0, $0)) }
    }
    guard let alpha = parts.count == 4 ? part(3, whole: 1) : 1 else { return nil }
    switch name {
    case "rgb", "rgba":
      guard let red = part(0, whole: 255), let green = part(1, whole: 255), let blue = part(2, whole: 255) else {
        return nil
      }
      self.init(red: red, green: green, blue: blue, alpha: alpha)
    case "hsl", "hsla":
      guard let hue = CSSColour.degrees(parts[0]), let saturation = part(1, whole: 100),
        let lightness = part(2, whole: 100)
      else { return nil }
      func channel(_ shift: Double) -> Double {
        CSSColour.channel(hue, shift, saturation, lightness)
      }
      self.init(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
    case "hwb":
      guard let hue = CSSColour.degrees(parts[0]), let white = part(1, whole: 100), let black = part(2, whole: 100)
      else { return nil }
      func channel(_ shift: Double) -> Double {
        if white + black >= 1 { return white / (white + black) }
        return CSSColour.channel(hue, shift, 1, 0.5) * (1 - white - black) + white
      }
      self.init(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
    default:
      guard let colour = CSSColour(space: name, parts, alpha) else { return nil }
      self = colour
    }
  }

  private static func channel(_ hue: Double, _ shift: Double, _ saturation: Double, _ lightness: Double) -> Double {
    let angle = (hue / 30 + shift).truncatingRemainder(dividingBy: 12)
    let turned = angle < 0 ? angle + 12 : angle
    return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(turned - 3, 9 - turned, 1))
  }

  static func number(_ text: String, percent: Double, whole: Double) -> Double? {
    if text == "none" { return 0 }
    guard let length = CSSLength(text), length.unit.isEmpty || length.unit == "%" else { return nil }
    return length.unit == "%" ? length.number / 100 * percent : length.number / whole
  }

  static func degrees(_ text: String) -> Double? {
    if text == "none" { return 0 }
    let units: [(String, Double)] = [("deg", 1), ("grad", 0.9), ("rad", 180 / Double.pi), ("turn", 360)]
    for (unit, factor) in units where text.hasSuffix(unit) {
      return CSSLength(String(text.dropLast(unit.count))).map { $0.number * factor }.flatMap {
        abs($0) < 1e6 ? $0 : nil
      }
    }
    return CSSLength(text).flatMap { $0.unit.isEmpty && abs($0.number) < 1e6 ? $0.number : nil }
  }

  /// Lays this colour over another.
  func over(_ ground: CSSColour) -> CSSColour {
    let whole = alpha + ground.alpha * (1 - alpha)
    guard whole > 0 else { return .transparent }
    func mixed(_ mine: Double, _ other: Double) -> Double {
      (mine * alpha + other * ground.alpha * (1 - alpha)) / whole
    }
    return CSSColour(
      red: mixed(red, ground.red), green: mixed(green, ground.green), blue: mixed(blue, ground.blue), alpha: whole)
  }

  func faded(_ opacity: Double) -> CSSColour {
    CSSColour(red: red, green: green, blue: blue, alpha: alpha * opacity)
  }

  /// Relative luminance as WCAG 2.1 defines it.
  var luminance: Double {
    func linear(_ value: Double) -> Double {
      value <= 0.03928 ? value / 12.92 : CSSColour.power((value + 0.055) / 1.055)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// x to the 2.4th: its square times its fifth root squared.
  private static func power(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    var root = value
    for _ in 0..<60 { root -= (root * root * root * root * root - value) / (5 * root * root * root * root) }
    return value * value * root * root
  }

  /// Contrast ratio of WCAG 2.1, from 1 to 21.
  func contrast(with other: CSSColour) -> Double {
    let (mine, its) = (luminance, other.luminance)
    return (max(mine, its) + 0.05) / (min(mine, its) + 0.05)
  }

  /// As "#rrggbb".
  var hexadecimal: String {
    let number = [red, green, blue].reduce(0) { $0 * 256 + Int((max(0, min(1, $1)) * 255).rounded()) }
    let digits = String(number, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
