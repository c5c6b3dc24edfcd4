import Foundation
import JSON

/// An intended difference between Foundation's `JSONDecoder` and `JSONReader`. Texts with one are left out of their
/// comparison.
enum FoundationDifference: Hashable, CaseIterable {
  /// Foundation guesses UTF-16 and UTF-32 from null bytes and byte order marks; JSON is sent as UTF-8.
  case otherEncoding
  /// Foundation accepts a comma before `}` and `]`, which RFC 8259 does not allow.
  case trailingComma
  /// Foundation refuses a number that begins with `0e`, which is a zero.
  case zeroWithExponent
  /// Foundation refuses a nonzero number that rounds to zero. `JSONReader` rounds it, as in IEEE 754.
  case underflow
  /// Foundation takes the first of repeated keys, and does not check the numbers of the others. `JSONReader` takes the
  /// last, as PostgreSQL's jsonb does.
  case repeatedKey
  /// Foundation allows a depth of 512, `JSONReader` the depth that it is given.
  case depth

  /// Every difference in a text, as far as `JSONReader` can read it.
  static func all(in bytes: [UInt8]) -> Set<FoundationDifference> {
    var found: Set<FoundationDifference> = []
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
    if bytes.contains(0) || marks.contains(where: { bytes.starts(with: $0) }) { found.insert(.otherEncoding) }
    var reader = JSONReader(bytes)
    do throws(JSONFlaw) { try walk(&reader, &found) } catch {
      if error.what == "has nothing after a comma" { found.insert(.trailingComma) }
      if error.what == "is nested too deeply" { found.insert(.depth) }
    }
    return found
  }

  private static func walk(
    _ reader: inout JSONReader, _ found: inout Set<FoundationDifference>
  ) throws(JSONFlaw) {
    switch try reader.peek() {
    case .object:
      var keys: Set<String> = []
      try reader.openObject()
      while let key = try reader.nextKey() {
        if !keys.insert(reader.string(key)).inserted { found.insert(.repeatedKey) }
        try walk(&reader, &found)
      }
    case .array:
      try reader.openArray()
      while try reader.nextItem() { try walk(&reader, &found) }
    case .number:
      let text = reader.string(try reader.number()).lowercased()
      if text.hasPrefix("0e") { found.insert(.zeroWithExponent) }
      let digits = text.prefix { $0 != "e" }
      if Double(text) == 0, digits.contains(where: { "1"..."9" ~= $0 }) { found.insert(.underflow) }
    default: try reader.skip()
    }
  }
}
