internal import JSON
internal import Platform

/// Reads the JSON that `RowText` writes into the bytes of a row, without a type. The text is untrusted: its nesting is
/// bounded, and the bytes made are never longer than a few times the text.
struct RowParser {
  private var reader: JSONReader
  /// The names of files in the archive and what they are called here.
  private let blobs: [String: Blob]
  private var bytes: [UInt8] = []

  init(_ text: [UInt8], blobs: [String: Blob] = [:]) {
    reader = JSONReader(text)
    self.blobs = blobs
  }

  // MARK: A whole record

  /// Reads `{"id": ..., "when": ..., "form": ..., "fields": {...}}` with its members in that order.
  mutating func record() throws -> (id: UUID, when: Double, row: Row) {
    try reader.openObject()
    try member("id")
    guard let id = UUID(uuidString: try reader.string()) else {
      throw Unreadable("no identifier where one is expected")
    }
    try member("when")
    let when = try instant()
    try member("form")
    guard let form = UInt64(reader.string(try reader.number())), form <= 1_000_000 else {
      throw Unreadable("no form where one is expected")
    }
    try member("fields")
    bytes = [Row.coding]
    bytes.put(varint: form)
    let start = bytes.count
    try value(depth: 0)
    guard bytes[start] == Tag.object.rawValue, when.isFinite else {
      throw Unreadable("no object where one is expected")
    }
    guard try reader.nextKey() == nil else { throw Unreadable("an unknown member") }
    try reader.finish()
    guard bytes.count <= Bounds.record else { throw Unreadable("too large") }
    return (id, when, Row(bytes: bytes))
  }

  private mutating func member(_ name: StaticString) throws {
    guard let key = try reader.nextKey(), reader.says(key, name) else { throw Unreadable("a member is missing") }
  }

  private mutating func instant() throws -> Double {
    let number: Double?
    if case .string = try reader.peek() {
      let text = try reader.string()
      number = PortableInstant.seconds(text.utf8) ?? RowParser.notFinite(text)
    } else {
      number = Double(reader.string(try reader.number()))
    }
    guard let number else { throw Unreadable("no instant where one is expected") }
    return number
  }

  private static func notFinite(_ text: String) -> Double? { Double(text).flatMap { $0.isFinite ? nil : $0 } }

  // MARK: Values

  /// Reads a value and appends it to the bytes.
  private mutating func value(depth: Int) throws {
    guard depth < Bounds.depth else { throw Unreadable("nested too deep") }
    switch try reader.peek() {
    case .object: try object(depth: depth)
    case .array:
      try reader.openArray()
      bytes.put(.list)
      while try reader.nextItem() { try value(depth: depth + 1) }
      bytes.put(.end)
    case .string: bytes.put(text: try reader.string())
    case .bool: bytes.put(try reader.bool() ? .yes : .no)
    case .null:
      try reader.null()
      bytes.put(.null)
    case .number:
      let digits = reader.string(try reader.number())
      if let whole = Int64(digits) {
        bytes.put(int: whole)
      } else if let large = UInt64(digits) {
        bytes.put(.uint)
        bytes.put(varint: large)
      } else if let number = Double(digits) {
        bytes.put(double: number)
      } else {
        throw Unreadable("no number where one is expected")
      }
    }
  }

  private mutating func object(depth: Int) throws {
    try reader.openObject()
    let start = bytes.count
    bytes.put(.object)
    var (name, size): (String?, Int64?) = (nil, nil)
    var members = 0
    while let text = try reader.nextKey() {
      var key = reader.string(text)
      members += 1
      if key.utf8.first == UInt8(ascii: "$") {
        key.removeFirst()
        if key.utf8.first != UInt8(ascii: "$") {
          bytes.removeLast(bytes.count - start)
          try tagged(key)
          guard members == 1, try reader.nextKey() == nil else { throw Unreadable("an unknown kind of value") }
          return
        }
      }
      bytes.put(name: key)
      let place = bytes.count
      try value(depth: depth + 1)
      if key == "name", case .text(let text)? = try? Value(of: bytes[place...]) { name = text }
      if key == "size", case .int(let number)? = try? Value(of: bytes[place...]) { size = number }
    }
    bytes.put(.end)
    // A file has another name in each profile, which its records take over.
    guard members == 2, size != nil, let blob = name.flatMap({ blobs[$0] }) else { return }
    bytes.removeLast(bytes.count - start)
    try Value.object(["name": .text(blob.hex), "size": .int(Int64(blob.size))]).write(to: &bytes)
  }

  private mutating func tagged(_ kind: String) throws {
    switch kind {
    case "date": bytes.put(double: try instant(), as: .date)
    case "bytes":
      guard let data = Data(base64Encoded: try reader.string()) else {
        throw Unreadable("no bytes where some are expected")
      }
      bytes.put(bytes: data)
    case "number":
      guard let number = RowParser.notFinite(try reader.string()) else {
        throw Unreadable("no number where one is expected")
      }
      bytes.put(double: number)
    default: throw Unreadable("an unknown kind of value")
    }
  }
}
