/// The code of an invitation: 10 characters of Crockford's base32, which are 50 random bits.
public struct InvitationCode: Sendable, Hashable {
  public static let length = 10
  /// The longest typed text that is read.
  public static let longestTyped = 64
  /// The digits and letters without I, L, O and U.
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".unicodeScalars)

  /// The characters without a hyphen.
  public let text: String

  /// Reads a typed code in any case, with or without hyphens and spaces, I and L as 1 and O as 0; nil for anything else.
  public init?(_ typed: String) {
    guard typed.unicodeScalars.count <= InvitationCode.longestTyped else { return nil }
    var text = ""
    for scalar in typed.unicodeScalars where !InvitationCode.isSeparator(scalar) {
      guard let read = InvitationCode.read(scalar) else { return nil }
      text.unicodeScalars.append(read)
    }
    guard text.utf8.count == InvitationCode.length else { return nil }
    self.text = text
  }

  private init(places: [Int]) {
    text = places.reduce(into: "") { $0.unicodeScalars.append(InvitationCode.alphabet[$1]) }
  }

  /// Makes a new code.
  public static func random(
    using random: inout some RandomNumberGenerator
  ) -> InvitationCode {
    InvitationCode(places: (0..<length).map { _ in Int.random(in: alphabet.indices, using: &random) })
  }

  /// Makes a new code that nobody can predict.
  public static func random() -> InvitationCode {
    var system = SystemRandomNumberGenerator()
    return random(using: &system)
  }

  /// "7GK2M-9QXBT".
  public var shown: String { "\(text.prefix(InvitationCode.length / 2))-\(text.dropFirst(InvitationCode.length / 2))" }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    // Keyboards replace hyphens by dashes.
    scalar.properties.isWhitespace || scalar == "-" || "\u{2010}"..."\u{2015}" ~= scalar || scalar == "\u{2212}"
  }

  /// Letters beyond ASCII are none of a code, also where their capital letter is.
  private static func read(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let capital = "a"..."z" ~= scalar ? Unicode.Scalar(scalar.value - 0x20) : scalar
    switch capital {
    case "I", "L": return "1"
    case "O": return "0"
    default: return capital.flatMap { alphabet.contains($0) ? $0 : nil }
    }
  }
}
