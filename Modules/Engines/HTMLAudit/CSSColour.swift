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

  /// Reads a hexadecimal colour, a name, or rgb() and hsl() of either notation. Returns nil for anything else.
  init?(_ text: String) {
    let words = text.trimmed.lowercased()
    if words == "transparent" {
      self = .transparent
    } else if words.hasPrefix("#") {
      self.init(hexadecimal: words.dropFirst())
    } else if let number = CSSColourNames.all[words] {
      self.init(number, alpha: 1)
    } else if words.hasSuffix(")"), let open = words.firstIndex(of: "(") {
      let inside = words[words.index(after: open)...].dropLast()
      let parts = inside.split { $0 == "," || $0 == "/" || $0 == " " || $0 == "\t" || $0 == "\n" }
      self.init(function: words[..<open], parts.map(String.init))
    } else {
      return nil
    }
  }

  private init(_ number: Int, alpha: Double) {
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
    func number(_ text: String, whole: Double) -> Double? {
      if text == "none" { return 0 }
      let value = text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text).map { $0 / whole }
      return value.flatMap { $0.isFinite ? min(1, max(0, $0)) : nil }
    }
    guard let alpha = parts.count == 4 ? number(parts[3], whole: 1) : 1 else { return nil }
    switch name {
    case "rgb", "rgba":
      guard let red = number(parts[0], whole: 255), let green = number(parts[1], whole: 255),
        let blue = number(parts[2], whole: 255)
      else { return nil }
      self.init(red: red, green: green, blue: blue, alpha: alpha)
    case "hsl", "hsla":
      let turn = parts[0].hasSuffix("deg") ? String(parts[0].dropLast(3)) : parts[0]
      guard let hue = Double(turn), hue.isFinite, abs(hue) < 1e6, let saturation = number(parts[1], whole: 100),
        let lightness = number(parts[2], whole: 100)
      else { return nil }
      func channel(_ shift: Double) -> Double {
        let angle = (hue / 30 + shift).truncatingRemainder(dividingBy: 12)
        let turned = angle < 0 ? angle + 12 : angle
        return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(turned - 3, 9 - turned, 1))
      }
      self.init(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
    default: return nil
    }
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
      value <= 0.03928 ? value / 12.92 : power((value + 0.055) / 1.055)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// x to the 2.4th: its square times its fifth root squared.
  private func power(_ value: Double) -> Double {
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
