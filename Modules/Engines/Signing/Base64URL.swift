internal import Platform

/// The URL-safe base64 coding: `-` and `_` instead of `+` and `/`, without padding (RFC 4648, section 5).
public enum Base64URL {
  public static func text(_ bytes: [UInt8]) -> String {
    let mapped = Data(bytes).base64EncodedString().utf8.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: byte
      }
    }
    return String(decoding: mapped, as: UTF8.self)
  }

  /// Returns nil for anything that `text` would not have written, so each value has exactly one spelling. A token with
  /// two spellings would get past a list of used tokens.
  public static func bytes(_ text: String) -> [UInt8]? {
    var mapped: [UInt8] = []
    mapped.reserveCapacity(text.utf8.count + 2)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"): mapped.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): mapped.append(UInt8(ascii: "/"))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        mapped.append(byte)
      default: return nil
      }
    }
    while mapped.count % 4 != 0 { mapped.append(UInt8(ascii: "=")) }
    guard let data = Data(base64Encoded: Data(mapped)) else { return nil }
    let bytes = [UInt8](data)
    return self.text(bytes) == text ? bytes : nil
  }
}
