/// Simulates colour blindness after the models of Viénot, Brettel and Mollon (1999): in LMS space, the response of the
/// missing cone is derived from the other two.
public enum ColourVision: String, Sendable, Hashable, CaseIterable {
  /// Missing long-wave, medium-wave and short-wave cones.
  case protanopia, deuteranopia, tritanopia
}

extension Colour {
  public func seen(with vision: ColourVision) -> Colour {
    let (red, green, blue) = linear
    // LMS responses from the linear RGB of a typical screen.
    let long = 17.8824 * red + 43.5161 * green + 4.11935 * blue
    let middle = 3.45565 * red + 27.1554 * green + 3.86714 * blue
    let short = 0.0299566 * red + 0.184309 * green + 1.46709 * blue
    var cones = (long, middle, short)
    switch vision {
    case .protanopia: cones.0 = 2.02344 * middle - 2.52581 * short
    case .deuteranopia: cones.1 = 0.494207 * long + 1.24827 * short
    case .tritanopia: cones.2 = -0.395913 * long + 0.801109 * middle
    }
    return Colour(
      linear: 0.0809444479 * cones.0 - 0.130504409 * cones.1 + 0.116721066 * cones.2,
      -0.0102485335 * cones.0 + 0.0540193266 * cones.1 - 0.113614708 * cones.2,
      -0.000365296938 * cones.0 - 0.00412161469 * cones.1 + 0.693511405 * cones.2)
  }

  /// The distance of two colours in CIE L*a*b*: below about 2 it is invisible, above 20 obvious.
  public func difference(to other: Colour) -> Double {
    let (one, two) = (lab, other.lab)
    let (l, a, b) = (one.0 - two.0, one.1 - two.1, one.2 - two.2)
    return (l * l + a * a + b * b).squareRoot()
  }

  private var linear: (Double, Double, Double) {
    func part(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
    }
    return (part(red), part(green), part(blue))
  }

  private init(linear red: Double, _ green: Double, _ blue: Double) {
    func part(_ value: Double) -> UInt8 {
      let bounded = min(max(value, 0), 1)
      let light = bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * power(bounded, 1 / 2.4) - 0.055
      return UInt8((light * 255).rounded())
    }
    self.init(red: part(red), green: part(green), blue: part(blue))
  }

  private var lab: (Double, Double, Double) {
    let (red, green, blue) = linear
    func bent(_ value: Double) -> Double {
      value > 216 / 24_389 ? power(value, 1 / 3) : (24_389 / 27 * value + 16) / 116
    }
    let x = bent((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    let y = bent(0.2126729 * red + 0.7151522 * green + 0.072175 * blue)
    let z = bent((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))
  }
}
