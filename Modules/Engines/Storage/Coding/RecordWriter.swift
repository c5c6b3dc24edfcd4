internal import Platform

/// Encodes any value as tagged bytes. Nil fields are encoded as null, so that a row shows which fields its writer knew.
final class RecordWriter: Encoder {
  enum Opened { case nothing, single, keyed, unkeyed }

  var bytes: [UInt8] = []
  var opened = Opened.nothing
  let depth: Int
  /// Containers still being written, each with the offset at which it belongs.
  private var late: [(offset: Int, writer: RecordWriter)] = []
  // Kept apart, since asking the array means a check for exclusive access at every value.
  private var lateCount = 0

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(depth: Int = 0) { self.depth = depth }

  /// Encodes one value.
  static func bytes(of value: some Encodable) throws -> [UInt8] {
    let writer = RecordWriter()
    writer.bytes.reserveCapacity(512)
    try writer.write(value)
    return writer.joined()
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    open(.keyed, .object)
    return KeyedEncodingContainer(FieldsWriter<Key>(writer: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    open(.unkeyed, .list)
    return ListWriter(writer: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    opened = .single
    return OneWriter(writer: self)
  }

  private func open(_ kind: Opened, _ tag: Tag) {
    // Each class of a hierarchy requests the same container.
    if opened == kind { return }
    opened = kind
    bytes.put(tag)
  }

  // Specialised as `RowSource.value` is, for the same reason.
  @_specialize(where Value == Date)
  @_specialize(where Value == UUID)
  @_specialize(where Value == Data)
  func write<Value: Encodable>(_ value: Value) throws {
    // Compares metatypes first, since a dynamic cast of the value costs as much as encoding it.
    if Value.self == Date.self, let date = value as? Date {
      bytes.put(double: date.timeIntervalSinceReferenceDate, as: .date)
    } else if Value.self == UUID.self, let uuid = value as? UUID {
      bytes.put(uuid: uuid)
    } else if Value.self == Data.self, let data = value as? Data {
      bytes.put(bytes: data)
    } else {
      // An identifier does not count as a level, since it is one value only.
      guard lateCount < 10_000, depth + nesting < Bounds.depth || Value.self is any BareIdentifier.Type else {
        throw Unreadable("nested too deep")
      }
      let outer = opened
      opened = .nothing
      nesting += 1
      defer {
        nesting -= 1
        opened = outer
      }
      try value.encode(to: self)
      close()
    }
    guard bytes.count <= Bounds.record else { throw Unreadable("too large") }
  }

  private var nesting = 0

  private func close() {
    switch opened {
    case .single: break
    case .keyed, .unkeyed: bytes.put(.end)
    case .nothing:
      // A value without fields, such as an empty struct.
      bytes.put(.object)
      bytes.put(.end)
    }
  }

  /// Returns a writer for a nested container, which may be filled later.
  func later() -> RecordWriter {
    let writer = RecordWriter(depth: depth + nesting + 1)
    late.append((bytes.count, writer))
    lateCount += 1
    return writer
  }

  private func joined() -> [UInt8] {
    guard !late.isEmpty else { return bytes }
    var whole: [UInt8] = []
    var from = 0
    for (offset, writer) in late {
      whole += bytes[from..<offset]
      writer.close()
      whole += writer.joined()
      from = offset
    }
    return whole + bytes[from...]
  }
}

struct FieldsWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: RecordWriter
  var codingPath: [any CodingKey] { [] }

  private func name(_ key: Key) { writer.bytes.put(name: key.stringValue) }
  private func none(_ key: Key) {
    name(key)
    writer.bytes.put(.null)
  }
  private func whole(_ value: some BinaryInteger, _ key: Key) {
    name(key)
    writer.bytes.put(int: Int64(value))
  }

  func encodeNil(forKey key: Key) { none(key) }
  func encode(_ value: Bool, forKey key: Key) {
    name(key)
    writer.bytes.put(value ? .yes : .no)
  }
  func encode(_ value: String, forKey key: Key) {
    name(key)
    writer.bytes.put(text: value)
  }
  func encode(_ value: Double, forKey key: Key) {
    name(key)
    writer.bytes.put(double: value)
  }
  func encode(_ value: Int, forKey key: Key) { whole(value, key) }
  func encode(_ value: Int64, forKey key: Key) { whole(value, key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    name(key)
    try writer.write(value)
  }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) {
    if let value { encode(value, forKey: key) } else { none(key) }
  }
  func encodeIfPresent(_ value: String?, forKey key: Key) {
    if let value { encode(value, forKey: key) } else { none(key) }
  }
  func encodeIfPresent(_ value: Double?, forKey key: Key) {
    if let value { encode(value, forKey: key) } else { none(key) }
  }
  func encodeIfPresent(_ value: Int?, forKey key: Key) {
    if let value { encode(value, forKey: key) } else { none(key) }
  }
  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { none(key) }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested>
  {
    name(key)
    return writer.later().container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    name(key)
    return writer.later().unkeyedContainer()
  }
  func superEncoder() -> any Encoder {
    writer.bytes.put(name: "super")
    return writer.later()
  }
  func superEncoder(forKey key: Key) -> any Encoder {
    name(key)
    return writer.later()
  }
}

struct ListWriter: UnkeyedEncodingContainer {
  let writer: RecordWriter
  var codingPath: [any CodingKey] { [] }
  private(set) var count = 0

  init(writer: RecordWriter) { self.writer = writer }

  mutating func encodeNil() {
    writer.bytes.put(.null)
    count += 1
  }
  mutating func encode<T: Encodable>(_ value: T) throws {
    try writer.write(value)
    count += 1
  }
  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    count += 1
    return writer.later().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    count += 1
    return writer.later().unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder {
    count += 1
    return writer.later()
  }
}

struct OneWriter: SingleValueEncodingContainer {
  let writer: RecordWriter
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { writer.bytes.put(.null) }
  func encode(_ value: Bool) { writer.bytes.put(value ? .yes : .no) }
  func encode(_ value: String) { writer.bytes.put(text: value) }
  func encode(_ value: Double) { writer.bytes.put(double: value) }
  func encode(_ value: Float) { writer.bytes.put(double: Double(value)) }
  func encode(_ value: Int) { writer.bytes.put(int: Int64(value)) }
  func encode(_ value: Int8) { writer.bytes.put(int: Int64(value)) }
  func encode(_ value: Int16) { writer.bytes.put(int: Int64(value)) }
  func encode(_ value: Int32) { writer.bytes.put(int: Int64(value)) }
  func encode(_ value: Int64) { writer.bytes.put(int: value) }
  func encode(_ value: UInt) { whole(UInt64(value)) }
  func encode(_ value: UInt8) { whole(UInt64(value)) }
  func encode(_ value: UInt16) { whole(UInt64(value)) }
  func encode(_ value: UInt32) { whole(UInt64(value)) }
  func encode(_ value: UInt64) { whole(value) }
  func encode<T: Encodable>(_ value: T) throws {
    try writer.write(value)
    // The encoded value is complete, so there is no container to close.
    writer.opened = .single
  }

  private func whole(_ value: UInt64) {
    if let small = Int64(exactly: value) {
      writer.bytes.put(int: small)
    } else {
      writer.bytes.put(.uint)
      writer.bytes.put(varint: value)
    }
  }
}
