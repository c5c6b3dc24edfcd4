internal import FoundationEssentials

/// Encodes text for mail headers: plain for ASCII, else as encoded words (RFC 2047), folded to short lines.
enum HeaderText {
  /// Returns the text on one line, with control characters replaced by spaces.
  static func line(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
    var words = String.UnicodeScalarView()
    words.append(contentsOf: scalars)
    return String(words).split(separator: " ").joined(separator: " ")
  }

  /// Encodes unstructured text, such as a subject. `column` is the current position in its line.
  static func encoded(_ text: String, after column: Int) -> String {
    let isPlain = text.utf8.allSatisfy { 0x20...0x7E ~= $0 } && !text.contains("=?") && text.utf8.count + column <= 76
    return isPlain ? text : words(text, after: column)
  }

  /// Encodes a display name.
  static func phrase(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), 0x20, UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return isPlain && text.utf8.count <= 60 ? text : words(text, after: 6)
  }

  /// Returns encoded words of whole characters, one per line, at most 75 bytes each.
  private static func words(_ text: String, after column: Int) -> String {
    var words: [String] = []
    var part: [UInt8] = []
    func end() {
      if !part.isEmpty { words.append("=?utf-8?B?\(Data(part).base64EncodedString())?=") }
      part = []
    }
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      // 60 characters of base64 hold 45 bytes; the first line is shorter by the text before it.
      let room = words.isEmpty ? max(12, (60 - column) / 4 * 3) : 45
      if part.count + bytes.count > room { end() }
      part += bytes
    }
    end()
    return words.joined(separator: "\r\n ")
  }

  /// Decodes what `encoded` and `phrase` write.
  static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if word.hasPrefix("=?utf-8?B?"), word.hasSuffix("?="),
        let part = Data(base64Encoded: String(word.dropFirst(10).dropLast(2)))
      {
        bytes += part
      } else {
        if !bytes.isEmpty { bytes.append(0x20) }
        bytes += word.utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
