internal import Kernel
internal import Platform

/// Decodes single values of a row. Values that came from a server as JSON are accepted too: an instant as text, an
/// integer for a fraction.
extension RowSource {
  func isNull(_ at: Int) throws -> Bool { try byte(at) == Tag.null.rawValue }

  func bool(_ start: Int) throws -> Bool {
    var at = start
    switch try tag(&at) {
    case .yes: return true
    case .no: return false
    default: throw Unreadable("no truth value where one is expected")
    }
  }

  @inline(__always)
  func text(_ start: Int) throws -> String {
    var at = start
    switch try tag(&at) {
    case .text:
      let length = try length(&at)
      return String(decoding: try slice(at, length), as: UTF8.self)
    case .uuid: return try uuid(at).uuidString
    default: throw Unreadable("no text where one is expected")
    }
  }

  @inline(__always)
  func number(_ start: Int) throws -> Double {
    var at = start
    switch try tag(&at) {
    case .double: return try double(at)
    case .int: return Double(zigzag(try varint(&at)))
    case .uint: return Double(try varint(&at))
    default: throw Unreadable("no number where one is expected")
    }
  }

  @inline(__always)
  func whole<Number: FixedWidthInteger>(_ start: Int, as type: Number.Type = Number.self) throws -> Number {
    var at = start
    let number: Number?
    switch try tag(&at) {
    case .int: number = Number(exactly: zigzag(try varint(&at)))
    case .uint: number = Number(exactly: try varint(&at))
    case .double: number = Number(exactly: try double(at))
    default: number = nil
    }
    guard let number else { throw Unreadable("no whole number of that size where one is expected") }
    return number
  }

  func date(_ start: Int) throws -> Date {
    var at = start
    switch try tag(&at) {
    case .date: return Date(timeIntervalSinceReferenceDate: try double(at))
    case .text:
      guard let date = Moment.date(try text(start)) else { throw Unreadable("no instant where one is expected") }
      return date
    case .double, .int: return Date(timeIntervalSinceReferenceDate: try number(start))
    default: throw Unreadable("no instant where one is expected")
    }
  }

  func anyUUID(_ start: Int) throws -> UUID {
    var at = start
    if try tag(&at) == .uuid { return try uuid(at) }
    guard let uuid = UUID(uuidString: try text(start)) else { throw Unreadable("no identifier where one is expected") }
    return uuid
  }

  func data(_ start: Int) throws -> Data {
    var at = start
    switch try tag(&at) {
    case .bytes:
      let length = try length(&at)
      return Data(try slice(at, length))
    case .text:
      guard let data = Data(base64Encoded: try text(start)) else {
        throw Unreadable("no bytes where some are expected")
      }
      return data
    default: throw Unreadable("no bytes where some are expected")
    }
  }

  @inline(__always) func zigzag(_ value: UInt64) -> Int64 { Int64(bitPattern: value >> 1) ^ -Int64(value & 1) }

  /// Decodes any value: types with an encoding of their own directly, others through `Decodable`.
  // Specialised for the three types: calls from the standard library are generic, where a cast costs as much as the
  // decoding.
  @_specialize(where Value == Date)
  @_specialize(where Value == UUID)
  @_specialize(where Value == Data)
  func value<Value: Decodable>(_ type: Value.Type, _ at: Int, depth: Int) throws -> Value {
    if type == Date.self || type == UUID.self || type == Data.self { return try own(type, at) }
    if try byte(at) == Tag.uuid.rawValue, let identifier = type as? any BareIdentifier.Type {
      return try bare(identifier, at + 1)
    }
    guard depth < Bounds.depth else { throw Unreadable("nested too deep") }
    return try Value(from: RowDecoder(source: self, at: at, depth: depth + 1))
  }

  /// Decodes a type with an encoding of its own.
  // Not inlined, since room for a value of any type would slow down the caller.
  @inline(never)
  private func own<Value>(_ type: Value.Type, _ at: Int) throws -> Value {
    if type == Date.self { return try same(date(at)) }
    if type == UUID.self { return try same(anyUUID(at)) }
    return try same(data(at))
  }

  private func bare<Identifier: BareIdentifier, Value>(_ type: Identifier.Type, _ at: Int) throws -> Value {
    try same(Identifier(uuid(at)))
  }

  /// Returns a value as the type that it is known to have.
  @inline(__always)
  private func same<Value, Same>(_ value: Value) throws -> Same {
    // Unlike `as?`, this builds no optional, whose type would have to be looked up.
    switch value {
    case let same as Same: return same
    default: throw Unreadable("a value of another type than expected")
    }
  }
}
