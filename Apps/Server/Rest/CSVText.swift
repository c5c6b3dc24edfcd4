internal import JSON

/// Encodes rows as comma-separated values (RFC 4180): a header line, then one line per row. Null is empty; lists and
/// objects are JSON.
enum CSVText {
  static func bytes(_ json: [UInt8], names: [String]) -> [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity(json.count)
    for (index, name) in names.enumerated() {
      if index > 0 { lines.append(UInt8(ascii: ",")) }
      add(Array(name.utf8), to: &lines)
    }
    var reader = JSONReader(json)
    let names = names.map { Array($0.utf8) }
    try? rows(&reader, names, &lines)
    return lines
  }

  private static func rows(_ reader: inout JSONReader, _ names: [[UInt8]], _ lines: inout [UInt8]) throws(JSONFlaw) {
    try reader.openArray()
    var fields = [[UInt8]](repeating: [], count: names.count)
    while try reader.nextItem() {
      for index in fields.indices { fields[index].removeAll(keepingCapacity: true) }
      try reader.openObject()
      var expected = 0
      while let key = try reader.nextKey() {
        let isExpected = expected < names.count && reader.says(key, names[expected])
        let index = isExpected ? expected : names.firstIndex { reader.says(key, $0) }
        let field = try value(&reader)
        if let index {
          fields[index] = field
          expected = index + 1
        }
      }
      lines.append(UInt8(ascii: "\n"))
      for (index, field) in fields.enumerated() {
        if index > 0 { lines.append(UInt8(ascii: ",")) }
        add(field, to: &lines)
      }
    }
  }

  private static func value(_ reader: inout JSONReader) throws(JSONFlaw) -> [UInt8] {
    switch try reader.peek() {
    case .null:
      try reader.null()
      return []
    case .string: return Array(try reader.string().utf8)
    default: return Array(reader.bytes[try reader.skip()])
    }
  }

  private static func add(_ field: [UInt8], to lines: inout [UInt8]) {
    let quotation = UInt8(ascii: "\"")
    let isPlain = !field.contains { $0 == quotation || $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D }
    guard !isPlain else { return lines.append(contentsOf: field) }
    lines.append(quotation)
    for byte in field {
      if byte == quotation { lines.append(quotation) }
      lines.append(byte)
    }
    lines.append(quotation)
  }
}
