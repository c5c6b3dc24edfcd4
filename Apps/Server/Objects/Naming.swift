@_spi(_Unicode) internal import Swift

/// An object's name in its bucket: segments separated by slashes, in Unicode normalization form C.
struct ObjectName: Sendable, Hashable {
  static let longest = 1_024

  let text: String

  init(_ text: String) throws(Refused) {
    guard 1...ObjectName.longest ~= text.utf8.count else { throw .name(text) }
    // Different spellings of the same letters would be two objects that look alike.
    var normal = String.UnicodeScalarView()
    normal.append(contentsOf: text._nfc)
    let name = String(normal)
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
      default: scalar != "\\"
      }
    }
    // Compares bytes: in Swift a slash with a combining accent is a different character.
    let segments = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard name.utf8.count <= ObjectName.longest, isPlain, segments.count <= 64,
      segments.allSatisfy({ !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) })
    else { throw .name(text) }
    self.text = name
  }

  init(_ segments: some Sequence<Substring>) throws(Refused) { try self.init(segments.joined(separator: "/")) }

  /// The first segment, which identifies the owner. Empty for objects at the top.
  var root: String { text.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(text[..<$0]) } ?? "" }
  /// The path before the last segment.
  var folder: String { text.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(text[..<$0]) } ?? "" }
  var leaf: String {
    text.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(text[text.utf8.index(after: $0)...]) } ?? text
  }
}

/// A bucket's name, which is also its identifier.
struct BucketName: Sendable, Hashable {
  let text: String

  /// Names that have another meaning at the same place of a URL.
  private static let taken: Set<String> = [
    "authenticated", "copy", "info", "list", "list-v2", "move", "public", "sign", "upload",
  ]

  init(_ text: String) throws(Refused) {
    let isName = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_. !'()&$@=;:+,".utf8.contains(byte)
      }
    }
    guard 1...100 ~= text.utf8.count, isName, !text.hasPrefix("."), text == text.trimmed,
      !BucketName.taken.contains(text)
    else { throw .bucketName }
    self.text = text
  }

  init(_ text: Substring) throws(Refused) { try self.init(String(text)) }
}

extension String {
  /// The text without leading and trailing spaces.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
