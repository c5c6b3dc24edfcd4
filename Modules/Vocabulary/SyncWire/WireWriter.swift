internal import JSON
internal import Kernel
internal import Platform

/// Writes messages: compact, and the same bytes for the same message in every run.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  /// Appends a literal of the protocol.
  mutating func say(_ words: StaticString) {
    words.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func text(_ text: String?) {
    if let text { JSONBytes.append(string: text, to: &bytes) } else { say("null") }
  }

  /// Appends a UUID in lower case, as servers write it.
  mutating func id(_ id: UUID) {
    let digits: StaticString = "0123456789abcdef"
    say("\"")
    withUnsafeBytes(of: id.uuid) { parts in
      for (index, byte) in parts.enumerated() {
        if index == 4 || index == 6 || index == 8 || index == 10 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(digits.utf8Start[Int(byte >> 4)])
        bytes.append(digits.utf8Start[Int(byte & 15)])
      }
    }
    say("\"")
  }

  mutating func instant(_ date: Date) { text(Moment(date).text) }

  mutating func flag(_ flag: Bool) { JSONBytes.append(flag, to: &bytes) }

  mutating func number(_ number: Int) { JSONBytes.append(Int64(number), to: &bytes) }

  mutating func object(_ fields: [String: JSON]) { members(fields) { writer, value in writer.value(value) } }

  mutating func value(_ value: JSON) {
    switch value {
    case .null: say("null")
    case .bool(let flag): self.flag(flag)
    case .number(let number):
      // Up to 2^53 every integer has an exact Double, and an integer column accepts it.
      if let whole = Int64(exactly: number), whole.magnitude <= 1 << 53 {
        JSONBytes.append(whole, to: &bytes)
      } else {
        JSONBytes.append(number, to: &bytes)
      }
    case .string(let text): self.text(text)
    case .array(let items): list(items) { writer, item in writer.value(item) }
    case .object(let members): object(members)
    }
  }

  mutating func members<Value>(_ members: [String: Value], _ write: (inout WireWriter, Value) -> Void) {
    say("{")
    var isFirst = true
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      if !isFirst { say(",") }
      isFirst = false
      text(name)
      say(":")
      write(&self, value)
    }
    say("}")
  }

  mutating func list<Item>(_ items: [Item], _ write: (inout WireWriter, Item) -> Void) {
    say("[")
    var isFirst = true
    for item in items {
      if !isFirst { say(",") }
      isFirst = false
      write(&self, item)
    }
    say("]")
  }
}
