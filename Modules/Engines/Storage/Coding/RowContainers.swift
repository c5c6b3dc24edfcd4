struct FieldsReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: RecordReader
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { ((try? reader.names()) ?? []).compactMap(Key.init(stringValue:)) }

  @inline(__always) private func at(_ key: Key) throws -> Int {
    guard let at = try reader.place(of: key.stringValue) else {
      throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "the row has no such field"))
    }
    return at
  }

  @inline(__always) private func present(_ key: Key) throws -> Int? {
    guard let at = try reader.place(of: key.stringValue), try !reader.source.isNull(at) else { return nil }
    return at
  }

  func contains(_ key: Key) -> Bool { (try? reader.place(of: key.stringValue)) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try reader.source.isNull(at(key)) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try reader.source.bool(at(key)) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try reader.source.text(at(key)) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try reader.source.number(at(key)) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try reader.source.whole(at(key)) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try reader.source.whole(at(key)) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try reader.source.value(type, at(key), depth: reader.depth)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key).map(reader.source.bool) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key).map(reader.source.text)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key).map(reader.source.number)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try present(key).map { try reader.source.whole($0) }
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try present(key).map { try reader.source.value(type, $0, depth: reader.depth) }
  }

  private func below(_ key: Key) throws -> RecordReader {
    guard reader.depth < Bounds.depth else { throw Unreadable("nested too deep") }
    return RecordReader(reader.source, at: try at(key), depth: reader.depth + 1)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  { try below(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try below(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder {
    guard let at = try reader.place(of: "super") else { throw Unreadable("no super class where one is expected") }
    return RecordReader(reader.source, at: at, depth: reader.depth + 1)
  }
  func superDecoder(forKey key: Key) throws -> any Decoder { try below(key) }
}

struct ListReader: UnkeyedDecodingContainer {
  let reader: RecordReader
  private var at: Int
  private(set) var currentIndex = 0

  init(reader: RecordReader, at: Int) {
    self.reader = reader
    self.at = at
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  /// False for a truncated list, so that reading on reports the error.
  var isAtEnd: Bool { (try? reader.source.byte(at)) == Tag.end.rawValue }

  private mutating func next() throws -> Int {
    guard !isAtEnd else { throw Unreadable("a list is too short") }
    let here = at
    at = try reader.source.end(of: here)
    currentIndex += 1
    return here
  }

  private mutating func below() throws -> RecordReader {
    guard reader.depth < Bounds.depth else { throw Unreadable("nested too deep") }
    return RecordReader(reader.source, at: try next(), depth: reader.depth + 1)
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, try reader.source.isNull(at) else { return false }
    _ = try next()
    return true
  }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try reader.source.value(type, next(), depth: reader.depth)
  }
  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try below().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try below().unkeyedContainer() }
  mutating func superDecoder() throws -> any Decoder { try below() }
}

struct OneReader: SingleValueDecodingContainer {
  let source: RowSource
  let at: Int
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { (try? source.isNull(at)) ?? false }
  func decode(_ type: Bool.Type) throws -> Bool { try source.bool(at) }
  func decode(_ type: String.Type) throws -> String { try source.text(at) }
  func decode(_ type: Double.Type) throws -> Double { try source.number(at) }
  func decode(_ type: Float.Type) throws -> Float { Float(try source.number(at)) }
  func decode(_ type: Int.Type) throws -> Int { try source.whole(at) }
  func decode(_ type: Int8.Type) throws -> Int8 { try source.whole(at) }
  func decode(_ type: Int16.Type) throws -> Int16 { try source.whole(at) }
  func decode(_ type: Int32.Type) throws -> Int32 { try source.whole(at) }
  func decode(_ type: Int64.Type) throws -> Int64 { try source.whole(at) }
  func decode(_ type: UInt.Type) throws -> UInt { try source.whole(at) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try source.whole(at) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try source.whole(at) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try source.whole(at) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try source.whole(at) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try source.value(type, at, depth: depth)
  }
}
