internal import Glibc
internal import Storage

/// Seals and opens the sealed columns of rows: one text a row, of the names and values of those that are not null.
///
/// Keeps the row that was sealed or opened last, since checks, transitions and an answer read several columns of one row.
/// Not Sendable: each connection has one.
final class RowCipher {
  enum Field {
    case integer(Int64)
    case real(Double)
    case text(UnsafeBufferPointer<UInt8>)
  }

  private enum Tag {
    static let integer: UInt8 = 1
    static let real: UInt8 = 2
    static let text: UInt8 = 3
  }

  private let sealer: RowSealer
  /// The last row: its sealed text, its place, and its content.
  private var sealed: [UInt8] = []
  private var place: RowSealer.Place?
  private var content: [UInt8] = []
  /// Where the last field that was found ends; columns are mostly read in the order in which they were written.
  private var next = 0
  private var building: [UInt8] = []

  init(_ key: MasterKey) { sealer = RowSealer(key) }

  // MARK: Writing

  func begin() { building.removeAll(keepingCapacity: true) }

  func add(_ name: UnsafeBufferPointer<UInt8>, _ value: Int64) {
    begin(name, Tag.integer)
    withUnsafeBytes(of: value.littleEndian) { building.append(contentsOf: $0) }
  }

  func add(_ name: UnsafeBufferPointer<UInt8>, _ value: Double) {
    begin(name, Tag.real)
    withUnsafeBytes(of: value.bitPattern.littleEndian) { building.append(contentsOf: $0) }
  }

  func add(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
    begin(name, Tag.text)
    withUnsafeBytes(of: UInt32(clamping: value.count).littleEndian) { building.append(contentsOf: $0) }
    building.append(contentsOf: value)
  }

  private func begin(_ name: UnsafeBufferPointer<UInt8>, _ tag: UInt8) {
    building.append(UInt8(clamping: name.count))
    building.append(contentsOf: name.prefix(255))
    building.append(tag)
  }

  /// Adds the fields of the open row except those that `isReplaced` names.
  func addOthers(_ isReplaced: (UnsafeBufferPointer<UInt8>) -> Bool) {
    content.withUnsafeBufferPointer { content in
      var at = 0
      while let field = Self.field(content, at) {
        if !isReplaced(field.name) { building.append(contentsOf: content[at..<field.end]) }
        at = field.end
      }
    }
  }

  /// Seals the row that was built.
  func seal(at place: RowSealer.Place) -> [UInt8] {
    swap(&content, &building)
    self.place = place
    next = 0
    sealed = sealer.seal(content, at: place)
    return sealed
  }

  // MARK: Reading

  /// Makes a row the open one. False when it does not open: its text was changed, or belongs elsewhere.
  func open(_ text: UnsafeRawBufferPointer, at place: RowSealer.Place) -> Bool {
    if self.place == place, sealed.count == text.count, let start = text.baseAddress,
      memcmp(sealed, start, text.count) == 0
    {
      return true
    }
    guard let opened = sealer.open(text, at: place) else { return false }
    content.replaceSubrange(content.indices, with: opened)
    sealed.replaceSubrange(sealed.indices, with: text)
    self.place = place
    next = 0
    return true
  }

  /// Passes the field of the open row to `body`; nil when it is null.
  func read<Result>(_ name: UnsafeBufferPointer<UInt8>, _ body: (Field?) -> Result) -> Result {
    content.withUnsafeBufferPointer { content in
      let start = next
      var at = start
      while let field = Self.field(content, at) {
        at = field.end
        guard !Self.same(field.name, name) else {
          next = at
          return body(field.value)
        }
      }
      at = 0
      while at < start, let field = Self.field(content, at) {
        at = field.end
        guard !Self.same(field.name, name) else {
          next = at
          return body(field.value)
        }
      }
      return body(nil)
    }
  }

  private static func same(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard one.count == other.count, let first = one.baseAddress, let second = other.baseAddress else { return false }
    return memcmp(first, second, one.count) == 0
  }

  /// The field that begins there; nil at the end.
  private static func field(
    _ content: UnsafeBufferPointer<UInt8>, _ start: Int
  ) -> (name: UnsafeBufferPointer<UInt8>, value: Field, end: Int)? {
    guard start < content.count, let base = content.baseAddress else { return nil }
    let nameStart = start + 1
    let tagAt = nameStart + Int(content[start])
    guard tagAt < content.count else { return nil }
    let name = UnsafeBufferPointer(start: base + nameStart, count: tagAt - nameStart)
    let at = tagAt + 1
    let raw = UnsafeRawPointer(base)
    switch content[tagAt] {
    case Tag.integer where at + 8 <= content.count:
      let value = Int64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: Int64.self))
      return (name, .integer(value), at + 8)
    case Tag.real where at + 8 <= content.count:
      let bits = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      return (name, .real(Double(bitPattern: bits)), at + 8)
    case Tag.text where at + 4 <= content.count:
      let length = Int(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
      guard at + 4 + length <= content.count else { return nil }
      return (name, .text(UnsafeBufferPointer(start: base + at + 4, count: length)), at + 4 + length)
    default: return nil
    }
  }
}
