internal import JSON

/// Builds a JSON object member by member.
struct JSONObject {
  private var inside: [UInt8] = []

  var bytes: [UInt8] { [UInt8(ascii: "{")] + inside + [UInt8(ascii: "}")] }

  private mutating func name(_ name: String) {
    if !inside.isEmpty { inside.append(UInt8(ascii: ",")) }
    JSONBytes.append(string: name, to: &inside)
    inside.append(UInt8(ascii: ":"))
  }

  mutating func field(_ name: String, _ text: String?) {
    self.name(name)
    if let text { JSONBytes.append(string: text, to: &inside) } else { inside += "null".utf8 }
  }

  mutating func field(_ name: String, _ number: Int?) {
    self.name(name)
    if let number { JSONBytes.append(Int64(number), to: &inside) } else { inside += "null".utf8 }
  }

  mutating func field(_ name: String, _ flag: Bool) {
    self.name(name)
    JSONBytes.append(flag, to: &inside)
  }

  /// Adds a value that is JSON already; null when it is nil.
  mutating func field(_ name: String, json: [UInt8]?) {
    self.name(name)
    inside += json ?? Array("null".utf8)
  }

  static func list(_ items: [[UInt8]]) -> [UInt8] {
    [UInt8(ascii: "[")] + items.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
  }

  static func list(_ texts: [String]) -> [UInt8] {
    list(
      texts.map { text in
        var bytes: [UInt8] = []
        JSONBytes.append(string: text, to: &bytes)
        return bytes
      })
  }
}
