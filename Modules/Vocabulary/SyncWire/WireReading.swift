internal import JSON
internal import Kernel
internal import Platform

/// Reads the parts common to all messages.
extension JSONReader {
  /// Reads a string, or a number as written, for servers whose revisions are numbers.
  mutating func word(_ name: StaticString) throws(JSONFlaw) -> String {
    guard let word = try wordOrNull(name) else { throw flaw("has null for \(name)") }
    return word
  }

  mutating func wordOrNull(_ name: StaticString) throws(JSONFlaw) -> String? {
    let word: String
    switch try peek() {
    case .null:
      try null()
      return nil
    case .string: word = try string()
    case .number: word = string(try number())
    case .bool, .array, .object: throw flaw("has no text for \(name)")
    }
    guard word.utf8.count <= WireBounds.word else { throw flaw("has a \(name) of more than \(WireBounds.word) bytes") }
    return word
  }

  mutating func uuid(_ name: StaticString) throws(JSONFlaw) -> UUID {
    let text = try word(name)
    // Foundation also accepts a UUID with trailing characters.
    guard text.utf8.count == 36, let uuid = UUID(uuidString: text) else { throw flaw("has no UUID for \(name)") }
    return uuid
  }

  mutating func instant(_ name: StaticString) throws(JSONFlaw) -> Date {
    guard let date = Moment.date(try word(name)) else { throw flaw("has no instant for \(name)") }
    return date
  }

  /// Reads text for a person, cut at `WireBounds.reason` bytes; empty if it is not a string.
  mutating func words() throws(JSONFlaw) -> String {
    guard try peek() == .string else {
      try skip()
      return ""
    }
    let text = try string()
    guard text.utf8.count > WireBounds.reason else { return text }
    // Never within a character.
    var end = text.utf8.index(text.startIndex, offsetBy: WireBounds.reason)
    while text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
    return String(text[..<end])
  }

  /// Reads the fields of a record. `usually` is the number of fields of the last one.
  mutating func fields(usually: Int = 0) throws(JSONFlaw) -> [String: JSON] {
    var fields = [String: JSON](minimumCapacity: usually)
    try openObject()
    while let key = try nextKey() {
      let name = string(key)
      fields[name] = try tree()
    }
    return fields
  }

  /// Reads an object keyed by collection names; entries for which `value` returns nil are dropped.
  mutating func byCollection<Value>(
    _ value: (inout JSONReader) throws(JSONFlaw) -> Value?
  ) throws(JSONFlaw) -> [String: Value] {
    var values: [String: Value] = [:]
    try openObject()
    while let key = try nextKey() {
      guard key.range.count <= WireBounds.word, values.count < WireBounds.collections else {
        throw flaw("names more collections than there can be")
      }
      let name = string(key)
      values[name] = try value(&self)
    }
    return values
  }

  /// Reads an array of at most `most` items.
  mutating func list<Item>(
    atMost most: Int, of name: StaticString, _ item: (inout JSONReader) throws(JSONFlaw) -> Item
  ) throws(JSONFlaw) -> [Item] {
    var items: [Item] = []
    try openArray()
    while try nextItem() {
      guard items.count < most else { throw flaw("has more than \(most) \(name)") }
      items.append(try item(&self))
    }
    return items
  }

  /// Returns the value, or throws if the message did not contain it.
  func needed<Value>(_ value: Value?, _ name: StaticString) throws(JSONFlaw) -> Value {
    guard let value else { throw flaw("has no \(name)") }
    return value
  }
}
