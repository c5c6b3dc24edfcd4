internal import Platform

/// Collects the names of the fields that a type requests when it is decoded.
final class AskedNames {
  private(set) var names: Set<String> = []
  /// The field that was requested last: after a failure, the one that could not be decoded.
  private(set) var last: String?

  func insert(_ name: String) {
    names.insert(name)
    last = name
  }
}

/// The bytes being decoded. They are valid during one call only; a decoder kept longer finds nothing.
final class RowSource {
  private(set) var base: UnsafeRawPointer?
  private(set) var count = 0
  private let asked: AskedNames?

  init(asked: AskedNames? = nil) { self.asked = asked }

  func use<Result>(_ bytes: UnsafeRawBufferPointer, _ body: () throws -> Result) rethrows -> Result {
    lend(bytes)
    defer { takeBack() }
    return try body()
  }

  func lend(_ bytes: UnsafeRawBufferPointer) {
    base = bytes.baseAddress
    count = bytes.count
  }

  func takeBack() {
    base = nil
    count = 0
  }

  @inline(__always) func byte(_ at: Int) throws -> UInt8 {
    guard let base, at >= 0, at < count else { throw Unreadable("cut short") }
    return base.load(fromByteOffset: at, as: UInt8.self)
  }

  @inline(__always) func ask(_ name: String) {
    if let asked { asked.insert(name) }
  }

  func slice(_ at: Int, _ length: Int) throws -> UnsafeRawBufferPointer {
    guard let base, at >= 0, length >= 0, length <= count - at else { throw Unreadable("cut short") }
    return UnsafeRawBufferPointer(start: base + at, count: length)
  }

  @inline(__always) func varint(_ at: inout Int) throws -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      let byte = try byte(at)
      at += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw Unreadable("a number is too long")
  }

  @inline(__always) func length(_ at: inout Int) throws -> Int {
    let value = try varint(&at)
    guard value <= UInt64(count - at) else { throw Unreadable("cut short") }
    return Int(value)
  }

  @inline(__always) func tag(_ at: inout Int) throws -> Tag {
    guard let tag = Tag(rawValue: try byte(at)) else { throw Unreadable("an unknown kind of value") }
    at += 1
    return tag
  }

  @inline(__always) func double(_ at: Int) throws -> Double {
    Double(bitPattern: UInt64(littleEndian: try slice(at, 8).loadUnaligned(as: UInt64.self)))
  }

  @inline(__always) func uuid(_ at: Int) throws -> UUID { UUID(uuid: try slice(at, 16).loadUnaligned(as: uuid_t.self)) }

  /// Returns the end of the value that starts there.
  func end(of at: Int, depth: Int = 0) throws -> Int {
    var at = at
    switch try tag(&at) {
    case .null, .no, .yes: return at
    case .int, .uint:
      _ = try varint(&at)
      return at
    case .double, .date: return at + 8
    case .float: return at + 4
    case .uuid: return at + 16
    case .text, .bytes:
      let length = try length(&at)
      return at + length
    case .list, .object:
      // Rows sealed by this program never exceed the depth; other bytes might.
      guard depth < Bounds.depth else { throw Unreadable("nested too deep") }
      return try endOfMembers(at, depth)
    case .end: throw Unreadable("a value is missing")
    }
  }

  private func endOfMembers(_ start: Int, _ depth: Int) throws -> Int {
    var at = start
    let isObject = try byte(start - 1) == Tag.object.rawValue
    while try byte(at) != Tag.end.rawValue {
      if isObject { try skipName(&at) }
      at = try end(of: at, depth: depth + 1)
    }
    return at + 1
  }

  func skipName(_ at: inout Int) throws {
    let length = try varint(&at)
    guard length > 0, length <= UInt64(count - at) + 1 else { throw Unreadable("cut short") }
    at += Int(length) - 1
  }

  func name(_ at: inout Int) throws -> String {
    let start = at
    try skipName(&at)
    var from = start
    _ = try varint(&from)
    return String(decoding: try slice(from, at - from), as: UTF8.self)
  }
}

/// Decodes one value of a row. For an object it remembers the position of the last field, since fields are usually
/// requested in the order in which they were written.
final class RecordReader: Decoder {
  let source: RowSource
  private(set) var start: Int
  /// The positions of the last found field's name and value; zero before the first.
  private var lastName = 0
  private var lastValue = 0
  let depth: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ source: RowSource, at start: Int = 0, depth: Int = 0, isForMany: Bool = false) {
    self.isForMany = isForMany
    self.source = source
    self.start = start
    self.depth = depth
  }

  /// Resets the reader for the next row, which saves an allocation per row.
  func restart(at start: Int) {
    self.start = start
    lastName = 0
    lastValue = 0
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard try source.byte(start) == Tag.object.rawValue else { throw Unreadable("no object where one is expected") }
    return isForMany ? sharedContainer(keyedBy: type) : KeyedDecodingContainer(FieldsReader<Key>(reader: self))
  }

  // Making a container costs three lookups of generic types, as much as decoding half a row. It holds only this reader,
  // so rows decoded one after another share it; `finish` breaks the reference cycle.
  private var shared: AnyObject?
  private let isForMany: Bool

  @inline(never)
  private func sharedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    if let shared = shared as? SharedContainer<Key> { return shared.container }
    let made = SharedContainer(container: KeyedDecodingContainer(FieldsReader<Key>(reader: self)))
    shared = made
    return made.container
  }

  func finish() { shared = nil }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard try source.byte(start) == Tag.list.rawValue else { throw Unreadable("no list where one is expected") }
    return ListReader(reader: self, at: start + 1)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { OneReader(source: source, at: start, depth: depth) }

  // MARK: Fields

  /// Returns the position of that field's value, or nil when there is none.
  func place(of name: String) throws -> Int? {
    source.ask(name)
    var name = name
    return try name.withUTF8 { utf8 in
      let next = lastValue == 0 ? start + 1 : try source.end(of: lastValue)
      if let value = try match(utf8, at: next) { return found(next, value) }
      if lastValue != 0, try match(utf8, at: lastName) != nil { return lastValue }
      var at = start + 1
      while try source.byte(at) != 0 {
        if let value = try match(utf8, at: at) { return found(at, value) }
        try source.skipName(&at)
        at = try source.end(of: at)
      }
      return nil
    }
  }

  private func found(_ name: Int, _ value: Int) -> Int {
    lastName = name
    lastValue = value
    return value
  }

  /// Returns the position after the name at `at`, if it is this one.
  @inline(__always)
  private func match(_ utf8: UnsafeBufferPointer<UInt8>, at: Int) throws -> Int? {
    var at = at
    let length = try source.varint(&at)
    guard length == UInt64(utf8.count) + 1 else { return nil }
    let stored = try source.slice(at, utf8.count)
    for index in 0..<utf8.count where stored[index] != utf8[index] { return nil }
    return at + utf8.count
  }

  func names() throws -> [String] {
    var names: [String] = []
    var at = start + 1
    while try source.byte(at) != 0 {
      names.append(try source.name(&at))
      at = try source.end(of: at)
    }
    return names
  }
}

/// Holds a container as an object, so that a cast back to its type is cheap.
private final class SharedContainer<Key: CodingKey> {
  let container: KeyedDecodingContainer<Key>

  init(container: KeyedDecodingContainer<Key>) { self.container = container }
}
