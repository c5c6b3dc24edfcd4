extension CSSColour {
  /// Computes lab(), lch(), oklab() and oklch(); what sRGB cannot show is cut off at its borders.
  init?(space name: Substring, _ parts: [String], _ alpha: Double) {
    func part(_ index: Int, _ percent: Double) -> Double? { CSSColour.number(parts[index], percent: percent, whole: 1) }
    let isPolar = name.hasSuffix("ch")
    let isOK = name.hasPrefix("ok")
    guard let lightness = part(0, isOK ? 1 : 100), let first = part(1, isOK ? 0.4 : isPolar ? 150 : 125) else {
      return nil
    }
    var (a, b) = (first, 0.0)
    if isPolar {
      guard let hue = CSSColour.degrees(parts[2]) else { return nil }
      (a, b) = (first * CSSColour.cosine(hue), first * CSSColour.cosine(hue - 90))
    } else {
      guard let second = part(2, isOK ? 0.4 : 125) else { return nil }
      b = second
    }
    switch name {
    case "oklab", "oklch": self.init(okLightness: max(0, min(1, lightness)), a, b, alpha)
    case "lab", "lch": self.init(lightness: max(0, min(100, lightness)), a, b, alpha)
    default: return nil
    }
  }

  private init(okLightness lightness: Double, _ a: Double, _ b: Double, _ alpha: Double) {
    func cube(_ value: Double) -> Double { value * value * value }
    let long = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let medium = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let short = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    self.init(
      linear: 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
      -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
      -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short, alpha)
  }

  private init(lightness: Double, _ a: Double, _ b: Double, _ alpha: Double) {
    let middle = (lightness + 16) / 116
    func axis(_ value: Double) -> Double {
      let cube = value * value * value
      return cube > 216.0 / 24389 ? cube : (116 * value - 16) * 27 / 24389
    }
    // The white of D50, as print has it.
    let x = axis(middle + a / 500) * 0.9642956764
    let y = lightness > 8 ? middle * middle * middle : lightness * 27 / 24389
    let z = axis(middle - b / 200) * 0.8251046025
    self.init(
      linear: 3.1341359569 * x - 1.6173863321 * y - 0.4906619460 * z,
      -0.9787955502 * x + 1.9162543773 * y + 0.0334428765 * z,
      0.0719553500 * x - 0.2289767598 * y + 1.4053860351 * z, alpha)
  }

  private init(linear red: Double, _ green: Double, _ blue: Double, _ alpha: Double) {
    func encoded(_ value: Double) -> Double {
      let it = max(0, min(1, value))
      return it <= 0.0031308 ? it * 12.92 : 1.055 * CSSColour.encoded(it) - 0.055
    }
    self.init(red: encoded(red), green: encoded(green), blue: encoded(blue), alpha: alpha)
  }

  /// The cosine of an angle in degrees.
  private static func cosine(_ degrees: Double) -> Double {
    let turned = degrees.remainder(dividingBy: 360) * .pi / 180
    var (term, sum) = (1.0, 1.0)
    for step in stride(from: 2.0, through: 30, by: 2) {
      term *= -turned * turned / (step * (step - 1))
      sum += term
    }
    return sum
  }

  /// x to the power of 5/12: the fifth power of the cube root of its fourth root.
  private static func encoded(_ value: Double) -> Double {
    let fourth = value.squareRoot().squareRoot()
    var root = fourth
    for _ in 0..<60 { root -= (root * root * root - fourth) / (3 * root * root) }
    return root * root * root * root * root
  }
}
