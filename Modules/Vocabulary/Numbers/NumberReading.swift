/// The meaning of a typed text as a number.
public enum NumberReading: Sendable, Hashable {
  /// A number; `isWhole` when it was typed without a decimal sign.
  case number(Double, isWhole: Bool)
  /// The only sign may separate decimals or thousands.
  case ambiguous(decimal: Double, grouped: Double)
  case unreadable
}

/// The digits of a typed number, exactly as typed: ASCII digits before and after the decimal sign.
public struct TypedDigits: Sendable, Hashable {
  public let isNegative: Bool
  public let whole: String
  public let fraction: String
  /// Whether it was typed without a decimal sign.
  public let isWhole: Bool

  fileprivate var number: Double? {
    Double("\(isNegative ? "-" : "")\(whole.isEmpty ? "0" : whole).\(fraction.isEmpty ? "0" : fraction)")
  }
}

/// The meaning of a typed text as a number, without rounding.
public enum DigitsReading: Sendable, Hashable {
  case digits(TypedDigits)
  /// The only sign may separate decimals or thousands.
  case ambiguous(decimal: TypedDigits, grouped: TypedDigits)
  case unreadable
}

extension NumberNotation {
  /// The longest text that is read, in Unicode scalars.
  public static let longest = 64

  /// Reads a typed number.
  ///
  /// A point and a comma both count as decimal sign where that is clear: "6,5" and "6.5", "1.234,5" and "1,234.5". A
  /// single sign with three digits after it is the decimal sign if that is the locale's; any other sign could as well
  /// separate thousands, so the text is ambiguous. Groups may also be separated by spaces and apostrophes, and digits may
  /// be those of any script.
  public func read(_ typed: String) -> NumberReading {
    switch readDigits(typed) {
    case .digits(let digits): return digits.number.map { .number($0, isWhole: digits.isWhole) } ?? .unreadable
    case .ambiguous(let decimal, let grouped):
      guard let decimal = decimal.number, let grouped = grouped.number else { return .unreadable }
      return .ambiguous(decimal: decimal, grouped: grouped)
    case .unreadable: return .unreadable
    }
  }

  /// Reads a typed number as `read` does, and returns its digits, for what a `Double` would round.
  public func readDigits(_ typed: String) -> DigitsReading {
    guard let text = TypedNumber(typed) else { return .unreadable }
    func digits(decimals: Bool) -> DigitsReading { .digits(text.digits(decimals: decimals)) }
    guard let last = text.signs.last else { return digits(decimals: false) }
    let isOnly = text.signs.count == 1
    switch last {
    case .arabicDecimal: return isOnly || text.groups(before: 1) ? digits(decimals: true) : .unreadable
    case .space, .apostrophe, .arabicGroup: return text.groups(before: 0) ? digits(decimals: false) : .unreadable
    case .point, .comma:
      if !isOnly {
        if text.groups(before: 0) { return digits(decimals: false) }
        return text.signs.dropLast().contains(last) || !text.groups(before: 1) ? .unreadable : digits(decimals: true)
      }
      guard text.groups(before: 0), TypedNumber.Sign(decimal) != last else { return digits(decimals: true) }
      return .ambiguous(decimal: text.digits(decimals: true), grouped: text.digits(decimals: false))
    }
  }
}

/// A typed number, taken apart: groups of ASCII digits, and the signs between them.
struct TypedNumber {
  enum Sign: Hashable {
    case point, comma, arabicDecimal, arabicGroup, space, apostrophe

    init?(_ character: Character) {
      guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else { return nil }
      self.init(scalar)
    }

    init?(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      // The full-width forms too.
      case 0x2E, 0xFF0E: self = .point
      case 0x2C, 0xFF0C: self = .comma
      case 0x66B: self = .arabicDecimal
      case 0x66C: self = .arabicGroup
      case 0x27, 0x2018, 0x2019, 0xFF07: self = .apostrophe
      case 0x20, 0xA0, 0x2007, 0x2008, 0x2009, 0x200A, 0x202F, 0x3000: self = .space
      default: return nil
      }
    }
  }

  private(set) var isNegative = false
  private(set) var parts = [""]
  private(set) var signs: [Sign] = []

  init?(_ typed: String) {
    // Marks of the direction of writing are invisible.
    let ink = typed.unicodeScalars.prefix(NumberNotation.longest + 1).filter { !TypedNumber.isMark($0) }
    guard ink.count <= NumberNotation.longest else { return nil }
    var rest = ink[...]
    while let first = rest.first, first.properties.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
    if let first = rest.first, let isNegative = TypedNumber.isNegative(first) {
      self.isNegative = isNegative
      rest.removeFirst()
      while let first = rest.first, Sign(first) == .space { rest.removeFirst() }
    }
    for scalar in rest {
      if let digit = TypedNumber.digit(scalar) {
        parts[parts.count - 1].append(digit)
      } else if let sign = Sign(scalar) {
        signs.append(sign)
        parts.append("")
      } else {
        return nil
      }
    }
    // Digits are missing in ",5", and in "6," while more is typed; never between two signs.
    guard parts.contains(where: { !$0.isEmpty }), parts.dropFirst().dropLast().allSatisfy({ !$0.isEmpty }),
      signs.count == 1 || parts.first?.isEmpty == false
    else { return nil }
  }

  /// Whether the parts, without the last ones, are groups of thousands between equal signs. In India the groups before
  /// the last three digits have two.
  func groups(before last: Int) -> Bool {
    let (groups, between) = (parts.dropLast(last), signs.dropLast(last))
    guard let first = groups.first, Set(between).count <= 1 else { return false }
    if between.isEmpty { return !first.isEmpty }
    guard (1...3).contains(first.count), !first.hasPrefix("0"), groups.last?.count == 3 else { return false }
    let inner = groups.dropFirst().dropLast()
    return inner.allSatisfy { $0.count == 3 } || (first.count <= 2 && inner.allSatisfy { $0.count == 2 })
  }

  /// The digits, whose last part is the decimals or another group.
  func digits(decimals: Bool) -> TypedDigits {
    TypedDigits(
      isNegative: isNegative, whole: parts.dropLast(decimals ? 1 : 0).joined(),
      fraction: decimals ? parts.last ?? "" : "", isWhole: !decimals)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [0x200E, 0x200F, 0x61C].contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
      || (0x2066...0x2069).contains(scalar.value)
  }

  private static func isNegative(_ scalar: Unicode.Scalar) -> Bool? {
    switch scalar.value {
    case 0x2D, 0x2212, 0xFF0D, 0xFE63: true
    case 0x2B, 0xFF0B: false
    default: nil
    }
  }

  /// The ASCII digit for a decimal digit of any script.
  private static func digit(_ scalar: Unicode.Scalar) -> Character? {
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue, value >= 0, value <= 9
    else { return nil }
    return Unicode.Scalar(0x30 + UInt32(value)).map(Character.init)
  }
}
