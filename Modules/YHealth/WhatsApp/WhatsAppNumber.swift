/// A phone number with its country code, as WhatsApp knows people: 8 to 15 digits after a plus sign (E.164).
public struct WhatsAppNumber: Sendable, Hashable {
  /// The longest text that is read, in bytes.
  public static let longest = 40

  /// The digits without the plus sign.
  public let digits: String

  /// Reads a number as people write it: spaces, hyphens, dots, slashes, brackets and a "(0)" do not count, and "00" stands
  /// for the plus sign. Nil for a text without a country code, and for anything else.
  public init?(_ text: String) {
    guard text.utf8.count <= WhatsAppNumber.longest else { return nil }
    var kept: [UInt8] = []
    for byte in text.replacing("(0)", with: "").utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): kept.append(byte)
      case UInt8(ascii: "+") where kept.isEmpty: kept.append(byte)
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "("),
        UInt8(ascii: ")"):
        break
      default: return nil
      }
    }
    let code: ArraySlice<UInt8>
    if kept.first == UInt8(ascii: "+") {
      code = kept.dropFirst()
    } else if kept.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "0")]) {
      code = kept.dropFirst(2)
    } else {
      return nil
    }
    guard (8...15).contains(code.count), code.first != UInt8(ascii: "0") else { return nil }
    digits = String(decoding: code, as: UTF8.self)
  }

  public var text: String { "+\(digits)" }
}
