internal import Kernel

/// One file within a packed one, as the directory describes it.
struct PackedEntry: Equatable {
  enum Way: UInt64 {
    case stored = 0
    case deflated = 8
  }

  private static let headLength = 30
  /// Deflate packs no better: one bit for the 258 bytes of a repetition, and one for how far back that lies.
  private static let bestRatio = 1032

  let way: UInt64
  let isLocked: Bool
  let checksum: UInt32
  /// How many bytes it takes in the packed file, and unpacked.
  let packed: Int
  let length: Int
  /// Whether the length was written with 64 bits.
  let isLong: Bool
  /// Where its own head lies.
  let place: Int

  init(_ head: ArraySlice<UInt8>, extra: ArraySlice<UInt8>) throws(Problem) {
    isLocked = head.number(2, at: 8) & 1 == 1
    way = head.number(2, at: 10)
    checksum = UInt32(head.number(4, at: 16))
    // What does not fit into 32 bits stands behind, in this order, and only that.
    var fields = [head.number(4, at: 24), head.number(4, at: 20), head.number(4, at: 42)]
    let isLong = fields[0] == 0xFFFF_FFFF
    var long = PackedEntry.long(in: extra)
    for index in fields.indices where fields[index] == 0xFFFF_FFFF {
      guard let more = long, more.count >= 8 else { throw ExportProblem.packedDamaged }
      fields[index] = more.number(8, at: 0)
      long = more.dropFirst(8)
    }
    guard let length = Int(exactly: fields[0]), let packed = Int(exactly: fields[1]),
      let place = Int(exactly: fields[2])
    else { throw ExportProblem.packedDamaged }
    self.length = length
    self.packed = packed
    self.place = place
    self.isLong = isLong
  }

  /// The part of what is extra that holds numbers of 64 bits.
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

  /// Whether it can be unpacked at all, before any of it is.
  func check(in file: OpenFile) throws(Problem) {
    if isLocked { throw ExportProblem.packedLocked }
    guard let way = Way(rawValue: way) else { throw ExportProblem.packedOtherwise }
    guard length <= ExportFile.largest else { throw ExportProblem.huge }
    guard packed <= file.size, place < file.size else { throw ExportProblem.packedCutShort }
    // A length beyond that is none, and the file one of those that are made to fill a disk.
    let most = way == .stored ? packed : packed * PackedEntry.bestRatio
    guard length <= most, way == .deflated || length == packed else { throw ExportProblem.packedDamaged }
  }

  /// Where its bytes begin. The head before them has a length of its own.
  func start(in file: OpenFile) throws(Problem) -> Int {
    let head = try file.bytes(PackedEntry.headLength, from: place)
    guard head.number(4, at: 0) == 0x0403_4B50 else { throw ExportProblem.packedDamaged }
    let start = place + PackedEntry.headLength + Int(head.number(2, at: 26)) + Int(head.number(2, at: 28))
    guard start <= file.size, packed <= file.size - start else { throw ExportProblem.packedCutShort }
    return start
  }

  /// Whether so many bytes are all of it. Macs write lengths past 4 GB without the upper of their 64 bits.
  func isWhole(_ count: Int) -> Bool {
    isLong || way == Way.stored.rawValue ? count == length : count & 0xFFFF_FFFF == length
  }
}
