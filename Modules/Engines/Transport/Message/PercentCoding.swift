/// Percent-encoding (RFC 3986, 2.1), decoded strictly: two hex digits after each sign, and valid UTF-8.
public enum PercentCoding {
  /// Decodes a path. Returns nil when a segment would contain a slash, a backslash or a control character, since
  /// joining the segments again would name another path.
  static func path(_ bytes: ArraySlice<UInt8>) -> String? {
    decoded(bytes, plusIsSpace: false) { byte in
      byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "\\")
    }
  }

  static func decoded(
    _ bytes: ArraySlice<UInt8>, plusIsSpace: Bool, allows: (UInt8) -> Bool = { _ in true }
  ) -> String? {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "%") {
        guard bytes.endIndex - index >= 2, let high = bytes[index].hexValue, let low = bytes[index + 1].hexValue,
          allows(high << 4 | low)
        else { return nil }
        out.append(high << 4 | low)
        index += 2
      } else {
        out.append(plusIsSpace && byte == UInt8(ascii: "+") ? .space : byte)
      }
    }
    return String(validating: out, as: UTF8.self)
  }

  /// Encodes text as one segment of a path or one value of a query.
  public static func encoded(_ text: String) -> String {
    var out: [UInt8] = []
    for byte in text.utf8 {
      if byte.isUnreserved {
        out.append(byte)
      } else {
        out.append(contentsOf: [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)])
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
}
