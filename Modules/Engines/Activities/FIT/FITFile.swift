/// The bytes of a FIT file around its records, in little-endian order.
enum FITFile {
  /// The definition of a message: its number, and of each field the number, the size in bytes and the base type.
  static func definition(
    _ local: UInt8, message: UInt16, _ fields: [(number: UInt8, size: UInt8, base: UInt8)]
  ) -> [UInt8] {
    let head = [0x40 | local, 0, 0, UInt8(message & 0xFF), UInt8(message >> 8), UInt8(fields.count)]
    return head + fields.flatMap { [$0.number, $0.size, $0.base] }
  }

  /// A whole file: the header with its checksum, the records, and the checksum of everything.
  static func bytes(of records: [UInt8]) -> [UInt8] {
    var file: [UInt8] = [14, 0x20, 0x54, 0x08]
    withUnsafeBytes(of: UInt32(records.count).littleEndian) { file += $0 }
    file += ".FIT".utf8
    sign(&file)
    file += records
    sign(&file)
    return file
  }

  /// Appends the checksum of what is there.
  private static func sign(_ bytes: inout [UInt8]) {
    let sum = bytes.withUnsafeBufferPointer { FITReader.checksum($0, 0..<$0.count) }
    bytes += [UInt8(sum & 0xFF), UInt8(sum >> 8)]
  }
}
