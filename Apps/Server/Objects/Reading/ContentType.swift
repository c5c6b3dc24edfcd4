/// The media type that a file's sender declares: `image/png; charset=binary`.
enum ContentType {
  static let unknown = "application/octet-stream"

  /// Returns the type if it is valid as a header value, else `unknown`.
  static func checked(_ text: String?) -> String {
    guard let text, text.utf8.count <= 200, text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }), isPattern(plain(text)),
      !text.contains("*")
    else { return unknown }
    return text
  }

  /// Returns the type without parameters, in lower case.
  static func plain(_ type: String) -> String {
    var text = type.prefix { $0 != ";" }
    while text.last == " " { text.removeLast() }
    return text.lowercased()
  }

  /// Whether the text is a media type, or a pattern such as `image/*`.
  static func isPattern(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        1...100 ~= part.utf8.count && part.utf8.allSatisfy(isWord)
      }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$&^_.+-*".utf8.contains(byte)
    }
  }

  /// Whether a browser may display it inline: excludes types that could run as a page of this origin.
  static func isShown(_ type: String) -> Bool {
    let plain = plain(type)
    switch plain {
    case "image/svg+xml": return false
    case "text/plain", "application/json", "application/pdf": return true
    default:
      return ["image/", "audio/", "video/", "font/"].contains { plain.hasPrefix($0) } && !plain.hasSuffix("+xml")
    }
  }
}
