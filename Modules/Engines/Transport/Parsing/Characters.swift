/// The character classes of RFC 9110, 5.5 and 5.6, and of RFC 3986.
extension UInt8 {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20

  init(letter: Unicode.Scalar) { self = UInt8(ascii: letter) }

  /// `tchar`: names of fields, methods, codings.
  var isTokenCharacter: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  /// Whether the byte may stand in a field's value: no control character but the tab.
  var isFieldCharacter: Bool { self >= 0x20 && self != 0x7F || self == .tab }

  var isVisible: Bool { self > 0x20 && self < 0x7F }
  var isBlank: Bool { self == .space || self == .tab }
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isUpperCase: Bool { self >= 0x41 && self <= 0x5A }

  var isAlphanumeric: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  /// `unreserved` of RFC 3986.
  var isUnreserved: Bool { isAlphanumeric || self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E }

  /// The value of a hexadecimal digit.
  var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
