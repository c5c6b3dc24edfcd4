internal import JSON
internal import Platform

/// Writes the values of a row as JSON and as cells of a table, without decoding them first. What JSON has no form for is
/// an object with one member: `{"$date": "2026-11-23T07:30:00Z"}`, `{"$bytes": "aGVsbG8="}`, `{"$number": "nan"}`. A
/// member's own name that begins with a dollar sign gets another one. An identifier is a string in upper case.
///
/// Not Sendable: it belongs to one task.
final class RowText {
  let source = RowSource()
  var json: [UInt8] = []

  // MARK: JSON

  /// Appends the value at an offset and returns the offset of its end.
  func append(_ start: Int, depth: Int = 0) throws -> Int {
    guard depth < Bounds.depth else { throw Unreadable("nested too deep") }
    var at = start
    switch try source.tag(&at) {
    case .null: json += "null".utf8
    case .no: json += "false".utf8
    case .yes: json += "true".utf8
    case .int: JSONBytes.append(source.zigzag(try source.varint(&at)), to: &json)
    case .uint: json += "\(try source.varint(&at))".utf8
    case .double:
      RowText.append(try source.double(at), to: &json)
      at += 8
    case .float: throw Unreadable("a kind of number that no record has")
    case .text:
      let length = try source.length(&at)
      RowText.append(string: try source.slice(at, length), to: &json)
      at += length
    case .bytes:
      let length = try source.length(&at)
      json += "{\"$bytes\":\"".utf8
      json += Data(try source.slice(at, length)).base64EncodedString().utf8
      json += "\"}".utf8
      at += length
    case .date:
      json += "{\"$date\":".utf8
      RowText.append(instant: try source.double(at), to: &json)
      json.append(UInt8(ascii: "}"))
      at += 8
    case .uuid:
      json.append(UInt8(ascii: "\""))
      RowText.append(identifier: try source.slice(at, 16), to: &json)
      json.append(UInt8(ascii: "\""))
      at += 16
    case .list:
      json.append(UInt8(ascii: "["))
      var isFirst = true
      while try source.byte(at) != Tag.end.rawValue {
        if !isFirst { json.append(UInt8(ascii: ",")) }
        isFirst = false
        at = try append(at, depth: depth + 1)
      }
      json.append(UInt8(ascii: "]"))
      at += 1
    case .object:
      json.append(UInt8(ascii: "{"))
      var isFirst = true
      while try source.byte(at) != Tag.end.rawValue {
        if !isFirst { json.append(UInt8(ascii: ",")) }
        isFirst = false
        let name = try self.name(&at)
        RowText.append(string: name, to: &json, isEscaped: name.first == UInt8(ascii: "$"))
        json.append(UInt8(ascii: ":"))
        at = try append(at, depth: depth + 1)
      }
      json.append(UInt8(ascii: "}"))
      at += 1
    case .end: throw Unreadable("a value is missing")
    }
    return at
  }

  func name(_ at: inout Int) throws -> UnsafeRawBufferPointer {
    let length = try source.varint(&at)
    guard length > 0, length - 1 <= UInt64(Bounds.record) else { throw Unreadable("a name is missing") }
    let bytes = try source.slice(at, Int(length) - 1)
    at += Int(length) - 1
    return bytes
  }

  /// Text in double quotes. Bytes that are not UTF-8 are replaced.
  static func append(string: UnsafeRawBufferPointer, to json: inout [UInt8], isEscaped: Bool = false) {
    let isPlain = !isEscaped && string.allSatisfy { $0 < 0x80 }
    if isPlain {
      string.withMemoryRebound(to: UInt8.self) { JSONBytes.append(utf8: $0, to: &json) }
    } else {
      JSONBytes.append(string: (isEscaped ? "$" : "") + String(decoding: string, as: UTF8.self), to: &json)
    }
  }

  /// As `UUID.uuidString`, which takes several times as long.
  static func append(identifier bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
      text.append(digit(byte >> 4))
      text.append(digit(byte & 15))
    }
  }

  /// Always with a point or an exponent, which tells it from a whole number.
  static func append(_ number: Double, to json: inout [UInt8]) {
    if number.isFinite { json += "\(number)".utf8 } else { json += "{\"$number\":\"\(number)\"}".utf8 }
  }

  /// ISO 8601 in UTC where that is exact to the bit, else seconds since 2001 in UTC.
  static func append(instant: Double, to json: inout [UInt8]) {
    if let text = PortableInstant.text(instant) {
      json.append(UInt8(ascii: "\""))
      json += text
      json.append(UInt8(ascii: "\""))
    } else if instant.isFinite {
      json += "\(instant)".utf8
    } else {
      json += "\"\(instant)\"".utf8
    }
  }

  // MARK: Cells of a table

  /// The value at an offset as a person reads it, and the offset of its end. Lists and objects are JSON.
  func cell(_ start: Int, into cell: inout [UInt8]) throws -> Int {
    var at = start
    switch try source.tag(&at) {
    case .null: return at
    case .text:
      let length = try source.length(&at)
      RowText.append(cell: try source.slice(at, length), to: &cell)
      return at + length
    case .date:
      let instant = try source.double(at)
      if let text = PortableInstant.text(instant) { cell += text } else { cell += "\(instant)".utf8 }
      return at + 8
    case .bytes:
      let length = try source.length(&at)
      cell += Data(try source.slice(at, length)).base64EncodedString().utf8
      return at + length
    case .uuid:
      RowText.append(identifier: try source.slice(at, 16), to: &cell)
      return at + 16
    case .list, .object:
      let before = json.count
      let end = try append(start)
      let text = Array(json[before...])
      json.removeLast(json.count - before)
      text.withUnsafeBytes { RowText.append(cell: $0, to: &cell) }
      return end
    case .no, .yes, .int, .uint, .double, .float, .end:
      let before = json.count
      let end = try append(start)
      cell += json[before...]
      json.removeLast(json.count - before)
      return end
    }
  }

  /// Quoted where needed (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in front.
  static func append(cell text: UnsafeRawBufferPointer, to cell: inout [UInt8]) {
    var isQuoted = false
    for byte in text where byte == 0x22 || byte == 0x2C || byte == 0x0A || byte == 0x0D {
      isQuoted = true
      break
    }
    let isFormula = text.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
    if isQuoted { cell.append(0x22) }
    if isFormula { cell.append(UInt8(ascii: "'")) }
    for byte in text {
      if byte == 0x22 { cell.append(0x22) }
      cell.append(byte)
    }
    if isQuoted { cell.append(0x22) }
  }
}
