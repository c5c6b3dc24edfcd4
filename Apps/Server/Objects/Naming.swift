@_spi(_Unicode) internal import Swift

/// An object's name in its bucket: segments with slashes between, in the one spelling that Unicode has for it.
struct ObjectName: Sendable, Hashable {
  static let longest = 1_024

  let text: String

  init(_ text: String) throws(Refused) {
    guard 1...ObjectName.longest ~= text.utf8.count else { throw .name(text) }
    // The same letters in two spellings would be two objects that nobody can tell apart.
    var normal = String.UnicodeScalarView()
    normal.append(contentsOf: text._nfc)
    let name = String(normal)
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
      default: scalar != "\\"
      }
    }
    // By bytes: to Swift a slash with an accent behind it is another character than a slash.
    let segments = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard name.utf8.count <= ObjectName.longest, isPlain, segments.count <= 64,
      segments.allSatisfy({ !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) })
    else { throw .name(text) }
    self.text = name
  }

  init(_ segments: some Sequence<Substring>) throws(Refused) { try self.init(segments.joined(separator: "/")) }

  /// The first segment: the person whose it is. Empty for what lies at the top.
  var root: String { text.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(text[..<$0]) } ?? "" }
  /// Everything before the last segment.
  var folder: String { text.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(text[..<$0]) } ?? "" }
  var leaf: String {
    text.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(text[text.utf8.index(after: $0)...]) } ?? text
  }
}

/// A bucket's name, which is its identifier too.
struct BucketName: Sendable, Hashable {
  let text: String

  /// Words that mean something else at their place in an address.
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
  /// Without blanks at its ends.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
