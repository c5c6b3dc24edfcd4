internal import JSON

/// An input that is not valid JSON, or not of the expected form, with a short reason.
struct Malformed: Error, Hashable {
  let what: String

  init(what: String) { self.what = what }

  init(_ flaw: JSONFlaw) { what = flaw.sentence }
}

/// Validates and slices JSON without decoding values, for content that is only passed on. Slices that it returns are
/// safe to embed in frames for other clients.
enum JSONSlices {
  struct Member {
    let name: String
    let value: ArraySlice<UInt8>
  }

  /// The deepest nesting of lists and objects.
  private static let deepest = 64

  /// Returns the members of an object, in order.
  static func members(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> [Member] {
    let bytes = Array(bytes)
    return try read(bytes) { (reader) throws(JSONFlaw) in
      var members: [Member] = []
      try reader.openObject()
      while let key = try reader.nextKey() {
        members.append(Member(name: reader.string(key), value: bytes[try reader.skip()]))
      }
      return members
    }
  }

  static func items(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> [ArraySlice<UInt8>] {
    let bytes = Array(bytes)
    return try read(bytes) { (reader) throws(JSONFlaw) in
      var items: [ArraySlice<UInt8>] = []
      try reader.openArray()
      while try reader.nextItem() { items.append(bytes[try reader.skip()]) }
      return items
    }
  }

  /// Whether the bytes are exactly one JSON value.
  static func isWhole(_ bytes: ArraySlice<UInt8>) -> Bool {
    (try? read(Array(bytes)) { (reader) throws(JSONFlaw) in _ = try reader.skip() }) != nil
  }

  /// Returns the decoded string; nil for any other value.
  static func string(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.first == UInt8(ascii: "\"") else { return nil }
    return try? read(Array(bytes)) { (reader) throws(JSONFlaw) in try reader.string() }
  }

  static func bool(_ bytes: ArraySlice<UInt8>) -> Bool? {
    bytes.elementsEqual("true".utf8) ? true : bytes.elementsEqual("false".utf8) ? false : nil
  }

  static func isNull(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.elementsEqual("null".utf8) }

  static func isObject(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.first == UInt8(ascii: "{") }

  /// Returns the text as a JSON string, with quotation marks.
  static func quoted(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 2)
    JSONBytes.append(string: text, to: &bytes)
    return bytes
  }

  private static func read<Result>(
    _ bytes: [UInt8], _ body: (inout JSONReader) throws(JSONFlaw) -> Result
  ) throws(Malformed) -> Result {
    var reader = JSONReader(bytes, deepest: deepest)
    do throws(JSONFlaw) {
      let result = try body(&reader)
      try reader.finish()
      return result
    } catch {
      throw Malformed(error)
    }
  }
}
