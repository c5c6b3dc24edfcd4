/// An address outside of the product that a person has asked for: a public page, or a mail to be written. The front end opens
/// it: a page in a browser within the app where it has one, and in a new tab or the system's browser elsewhere; a mail in the
/// person's mail program, where they still decide whether it is sent.
public struct OutgoingAddress: Sendable, Hashable, Codable {
  public enum Kind: String, Sendable, Hashable, Codable {
    case page, mail
  }

  /// The longest address, in bytes. Mail programs cut longer ones.
  public static let longest = 8_000

  public let kind: Kind
  public let address: String

  /// A public page. Nil for anything but an `https` address of printable ASCII.
  public init?(page address: String) {
    let rest = address.dropFirst("https://".count)
    guard address.hasPrefix("https://"), rest.first?.isLetter == true || rest.first?.isNumber == true,
      address.utf8.count <= OutgoingAddress.longest, address.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
      !rest.prefix(while: { $0 != "/" }).contains("@")
    else { return nil }
    kind = .page
    self.address = address
  }

  /// A mail with its subject and text. Nil for a recipient that is no plain address, and for a text that is too long.
  public init?(mailTo recipient: String, subject: String, text: String = "") {
    let parts = recipient.split(separator: "@", omittingEmptySubsequences: false)
    let isPlain = recipient.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "@"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "+"):
        true
      default: false
      }
    }
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), isPlain else { return nil }
    let fields = [("subject", subject), ("body", text)].filter { !$0.1.isEmpty }
      .map { "\($0.0)=\(OutgoingAddress.escaped($0.1))" }
    address = "mailto:\(recipient)" + (fields.isEmpty ? "" : "?\(fields.joined(separator: "&"))")
    kind = .mail
    if address.utf8.count > OutgoingAddress.longest { return nil }
  }

  /// Decodes an address of one of the two kinds, and refuses any other.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let (kind, address) = (
      try fields.decode(Kind.self, forKey: .kind), try fields.decode(String.self, forKey: .address)
    )
    let isPage = kind == .page && OutgoingAddress(page: address) != nil
    let isMail =
      kind == .mail && address.hasPrefix("mailto:") && address.utf8.count <= OutgoingAddress.longest
      && address.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    guard isPage || isMail else {
      throw DecodingError.dataCorruptedError(forKey: .address, in: fields, debugDescription: "not a page or a mail")
    }
    self.kind = kind
    self.address = address
  }

  /// Percent-encodes everything but the unreserved characters (RFC 3986), lines as CRLF (RFC 6068).
  private static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var escaped = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        escaped.append(Character(UnicodeScalar(byte)))
      case UInt8(ascii: "\n"): escaped += "%0D%0A"
      case UInt8(ascii: "\r"): break
      default:
        escaped.append("%")
        escaped.append(digits[Int(byte >> 4)])
        escaped.append(digits[Int(byte & 15)])
      }
    }
    return escaped
  }
}
