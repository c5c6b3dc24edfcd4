internal import Platform

/// Appends encoded values to a row.
extension [UInt8] {
  mutating func put(_ tag: Tag) { append(tag.rawValue) }

  /// Seven bits per byte, least significant first.
  mutating func put(varint: UInt64) {
    var rest = varint
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func put(int: Int64) {
    put(.int)
    // Zigzag encoding keeps small numbers of either sign short.
    put(varint: UInt64(bitPattern: (int << 1) ^ (int >> 63)))
  }

  mutating func put(double: Double, as tag: Tag = .double) {
    put(tag)
    Swift.withUnsafeBytes(of: double.bitPattern.littleEndian) { append(contentsOf: $0) }
  }

  mutating func put(text: String) {
    if text.utf8.count == 36, let uuid = UUID(uuidString: text), uuid.uuidString == text {
      // Identifiers encode themselves as text; 16 bytes hold the same and decode to the same text.
      put(uuid: uuid)
    } else {
      put(.text)
      var text = text
      text.withUTF8 { utf8 in
        put(varint: UInt64(utf8.count))
        append(contentsOf: utf8)
      }
    }
  }

  mutating func put(uuid: UUID) {
    put(.uuid)
    Swift.withUnsafeBytes(of: uuid.uuid) { append(contentsOf: $0) }
  }

  mutating func put(bytes: some Swift.Collection<UInt8>) {
    put(.bytes)
    put(varint: UInt64(bytes.count))
    append(contentsOf: bytes)
  }

  /// Appends a field's name. Its length is stored plus one, since zero ends an object.
  mutating func put(name: String) {
    var name = name
    name.withUTF8 { utf8 in
      put(varint: UInt64(utf8.count) + 1)
      append(contentsOf: utf8)
    }
  }
}
