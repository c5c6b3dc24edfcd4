/// One entry of an archive, as described by the directory.
public struct ZipEntry: Sendable, Equatable {
  enum Method: UInt64 {
    case stored = 0
    case deflated = 8
  }

  private static let headLength = 30
  /// The greatest compression ratio of Deflate: two bits for a repetition of 258 bytes.
  private static let bestRatio = 1032

  let method: UInt64
  let isLocked: Bool
  let checksum: UInt32
  /// The compressed length in bytes.
  public let packed: Int
  /// The uncompressed length in bytes, as the directory says.
  public let length: Int
  /// Whether the length was stored with 64 bits.
  let isLong: Bool
  /// The offset of the local header.
  let place: Int

  package init(_ head: ArraySlice<UInt8>, extra: ArraySlice<UInt8>) throws(ZipFailure) {
    isLocked = head.number(2, at: 8) & 1 == 1
    method = head.number(2, at: 10)
    checksum = UInt32(head.number(4, at: 16))
    // Values that do not fit into 32 bits follow in the ZIP64 field, in this order, and only those.
    var fields = [head.number(4, at: 24), head.number(4, at: 20), head.number(4, at: 42)]
    let isLong = fields[0] == 0xFFFF_FFFF
    var long = ZipEntry.long(in: extra)
    for index in fields.indices where fields[index] == 0xFFFF_FFFF {
      guard let more = long, more.count >= 8 else { throw .damaged }
      fields[index] = more.number(8, at: 0)
      long = more.dropFirst(8)
    }
    guard let length = Int(exactly: fields[0]), let packed = Int(exactly: fields[1]),
      let place = Int(exactly: fields[2])
    else { throw .damaged }
    self.length = length
    self.packed = packed
    self.place = place
    self.isLong = isLong
  }

  /// The ZIP64 part of the extra field.
  private static func long(in extra: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = extra
    while rest.count >= 4 {
      let count = Int(rest.number(2, at: 2))
      guard count <= rest.count - 4 else { return nil }
      if rest.number(2, at: 0) == 1 { return rest.dropFirst(4).prefix(count) }
      rest = rest.dropFirst(4 + count)
    }
    return nil
  }

  /// Validates the entry before any of it is decompressed.
  public func check(in file: OpenFile, atMost most: Int) throws(ZipFailure) {
    if isLocked { throw .locked }
    guard let method = Method(rawValue: method) else { throw .unknownMethod }
    guard length <= most else { throw .tooLarge }
    guard packed <= file.size, place < file.size else { throw .cutShort }
    // A greater length is false, as in an archive made to fill a disk.
    let longest = method == .stored ? packed : packed * ZipEntry.bestRatio
    guard length <= longest, method == .deflated || length == packed else { throw .damaged }
  }

  /// The offset of the entry's data. The local header before it has a length of its own.
  func start(in file: OpenFile) throws(ZipFailure) -> Int {
    let head = try file.bytes(ZipEntry.headLength, from: place)
    guard head.number(4, at: 0) == 0x0403_4B50 else { throw .damaged }
    let start = place + ZipEntry.headLength + Int(head.number(2, at: 26)) + Int(head.number(2, at: 28))
    guard start <= file.size, packed <= file.size - start else { throw .cutShort }
    return start
  }

  /// Whether this many bytes are the whole entry. macOS truncates lengths of 4 GB and more to 32 bits.
  package func isWhole(_ count: Int) -> Bool {
    isLong || method == Method.stored.rawValue ? count == length : count & 0xFFFF_FFFF == length
  }
}
