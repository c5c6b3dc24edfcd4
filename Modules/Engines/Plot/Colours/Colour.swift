internal import Platform

/// An sRGB colour with eight bits per channel. Opaque, so that its contrast can be computed.
public struct Colour: Sendable, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a colour from 24-bit RGB: `Colour(0x1565C0)`. Higher bits are ignored.
  public init(_ hex: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
      blue: UInt8(truncatingIfNeeded: hex))
  }

  /// Parses `#1565C0` or the short form `#abc`; nil for anything else.
  public init?(hex text: String) {
    let bytes = Array(text.utf8.prefix(8))
    guard bytes.first == UInt8(ascii: "#"), bytes.count == 7 || bytes.count == 4 else { return nil }
    var parts: [UInt8] = []
    for byte in bytes.dropFirst() {
      guard let digit = Colour.digit(byte) else { return nil }
      parts.append(digit)
    }
    if parts.count == 3 { parts = parts.flatMap { [$0, $0] } }
    self.init(red: parts[0] << 4 | parts[1], green: parts[2] << 4 | parts[3], blue: parts[4] << 4 | parts[5])
  }

  /// `#1565C0`, always with six upper case digits.
  public var hex: String {
    let digits = Array("0123456789ABCDEF")
    return [red, green, blue].reduce(into: "#") { text, part in
      text.append(digits[Int(part >> 4)])
      text.append(digits[Int(part & 15)])
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

// MARK: - Luminance and contrast (WCAG 2.1)

extension Colour {
  /// Relative luminance, from 0 (black) to 1 (white).
  public var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Contrast ratio, from 1 (equal colours) to 21 (black and white); symmetric.
  public func contrast(with other: Colour) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }
}

extension Colour {
  /// Blends this colour with a share, 0 to 1, of another.
  public func mixed(with other: Colour, _ share: Double) -> Colour {
    func part(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8(min(max((Double(one) + (Double(two) - Double(one)) * min(max(share, 0), 1)).rounded(), 0), 255))
    }
    return Colour(red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
  }
}

extension Colour: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let colour = Colour(hex: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "is not a colour such as #1565C0")
    }
    self = colour
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}

extension Colour: CustomStringConvertible {
  public var description: String { hex }
}
