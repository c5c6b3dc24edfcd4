/// The address with which a browser returns, parsed strictly: repeated fields and half escapes are refused.
public struct ReturnAddress: Sendable, Hashable {
  public static let longest = 16_384

  /// The part before the query.
  public let address: String
  private let fields: [String: String]

  /// Returns nil for an address that is too long, has other characters than visible ASCII, more than 20 fields or one of
  /// them twice, or is wrongly escaped.
  public init?(_ text: String) {
    guard text.utf8.count <= ReturnAddress.longest, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
    // A fragment stays in the browser; a server that put tokens there was not asked by us.
    let front = text.prefix { $0 != "#" }
    let mark = front.firstIndex(of: "?") ?? front.endIndex
    address = String(front[..<mark])
    var fields: [String: String] = [:]
    for part in front[mark...].dropFirst().split(separator: "&") {
      let name = part.prefix { $0 != "=" }
      let value = part.dropFirst(name.count + 1).replacing("+", with: " ")
      guard fields.count < 20, let name = ReturnAddress.decoded(name),
        let value = ReturnAddress.decoded(Substring(value)), fields.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    self.fields = fields
  }

  /// The value of a field of the query.
  public subscript(name: String) -> String? { fields[name] }

  /// Decodes percent signs; nil for half ones and for text that is no UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }),
        let low = rest.popFirst().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue })
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
