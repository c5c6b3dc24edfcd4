/// The values of one message, read where they lie.
struct FITMessage {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let place: Int
  private let definition: FITReader.Definition

  init(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int, _ definition: FITReader.Definition) {
    (self.bytes, self.place, self.definition) = (bytes, place, definition)
  }

  /// The field that every message may have: seconds since the end of 1989.
  var time: UInt32? { whole(253).map { UInt32(truncatingIfNeeded: $0) } }

  /// A whole number; nil if the field is missing, invalid by its type, or no whole number. Of a list it is the first.
  func whole(_ number: UInt8) -> Int? {
    var at = place
    for field in definition.fields {
      if field.number == number { return read(field, at) }
      at += field.size
    }
    return nil
  }

  /// All values of a list; empty if the field is missing.
  func list(_ number: UInt8) -> [Int?] {
    var at = place
    for field in definition.fields {
      if field.number == number {
        let size = FITMessage.kind(field.base).size
        guard size > 0 else { return [] }
        return stride(from: 0, through: field.size - size, by: size).map { read(field, at + $0) }
      }
      at += field.size
    }
    return []
  }

  /// The parts among these that this message has values of.
  func unread(_ wanted: FITUnread) -> FITUnread {
    var found: FITUnread = definition.developerBytes > 0 ? .developerFields : []
    for field in definition.unread where !wanted.isDisjoint(with: field.part) {
      if hasValue(field.size, field.base, place + field.offset) { found.formUnion(field.part) }
    }
    return found
  }

  /// Whether a field that is not read has a value: any that its type does not call invalid.
  private func hasValue(_ length: Int, _ base: UInt8, _ at: Int) -> Bool {
    let size = FITMessage.kind(base).size
    if size > 0 {
      let field = FITReader.Field(number: 0, size: size, base: base)
      return stride(from: 0, through: length - size, by: size).contains { read(field, at + $0) != nil }
    }
    let values = bytes[at..<at + length]
    // Of a text none is 0, of bytes and floats it is all ones.
    return base & 0x1F == 7 ? values.first ?? 0 != 0 : values.contains { $0 != 0xFF }
  }

  /// The bytes of a field.
  func raw(_ number: UInt8) -> [UInt8]? {
    var at = place
    for field in definition.fields {
      if field.number == number { return Array(bytes[at..<at + field.size]) }
      at += field.size
    }
    return nil
  }

  /// Visits each field with its number and value, in one pass.
  @inline(__always) func each(_ visit: (_ number: UInt8, _ value: Int) -> Void) {
    var at = place
    for field in definition.fields {
      if let value = read(field, at) { visit(field.number, value) }
      at += field.size
    }
  }

  private func read(_ field: FITReader.Field, _ at: Int) -> Int? {
    let (size, isSigned, invalid) = FITMessage.kind(field.base)
    guard size > 0, field.size >= size else { return nil }
    var value: UInt64 = 0
    if definition.isBigEndian {
      for byte in 0..<size { value = value << 8 | UInt64(bytes[at + byte]) }
    } else {
      for byte in 0..<size { value |= UInt64(bytes[at + byte]) << (8 * UInt64(byte)) }
    }
    guard value != invalid else { return nil }
    guard isSigned else { return Int(truncatingIfNeeded: value) }
    let shift = 64 - 8 * UInt64(size)
    return Int(Int64(bitPattern: value << shift) >> Int64(shift))
  }

  /// Size, sign and the value that means none, by base type. Floats, texts and bytes are no whole numbers.
  private static func kind(_ base: UInt8) -> (size: Int, isSigned: Bool, invalid: UInt64) {
    switch base & 0x1F {
    case 0, 2: (1, false, 0xFF)
    case 10: (1, false, 0)
    case 1: (1, true, 0x7F)
    case 3: (2, true, 0x7FFF)
    case 4: (2, false, 0xFFFF)
    case 11: (2, false, 0)
    case 5: (4, true, 0x7FFF_FFFF)
    case 6: (4, false, 0xFFFF_FFFF)
    case 12: (4, false, 0)
    case 14: (8, true, 0x7FFF_FFFF_FFFF_FFFF)
    case 15: (8, false, .max)
    case 16: (8, false, 0)
    default: (0, false, 0)
    }
  }
}
