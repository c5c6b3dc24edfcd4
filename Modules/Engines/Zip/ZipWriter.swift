public import Kernel
public import Platform

/// Writes a ZIP archive from beginning to end into a sink, so that its memory does not grow with the archive but for the
/// directory. Entries are compressed with Deflate; their sizes follow the data.
///
/// Not Sendable on purpose: one task writes it.
public final class ZipWriter {
  /// The longest archive and entry: beyond, lengths need 64 bits, which not every program reads.
  public static let largest = Int(UInt32.max) - 1

  private let sink: Deflater.Sink
  private let stamp: [UInt8]
  private var place = 0
  private var directory: [UInt8] = []
  private var count = 0

  /// `date` is given to all entries, in UTC.
  public init(at date: Date, _ sink: @escaping Deflater.Sink) {
    self.sink = sink
    stamp = ZipWriter.stamp(of: date)
  }

  /// Number of bytes written so far.
  public var size: Int { place }

  /// Adds an entry, whose content `body` writes.
  public func add(
    _ name: String, level: Int32 = 1, _ body: (Deflater) async throws(Problem) -> Void
  ) async throws(Problem) {
    let start = try begin(name, flags: 0x0808, checksum: 0, packed: 0, length: 0)
    let deflater = try Deflater(level: level) { bytes throws(Problem) in try self.put(bytes) }
    try await body(deflater)
    let packed = try deflater.end()
    try put(
      little(0x0807_4B50, 4) + little(UInt64(packed.checksum), 4) + little(UInt64(packed.packed), 4)
        + little(UInt64(packed.length), 4))
    try list(name, flags: 0x0808, packed, at: start)
  }

  public func add(_ name: String, _ bytes: [UInt8]) async throws(Problem) {
    try await add(name, level: 6) { deflater throws(Problem) in try deflater.write(bytes) }
  }

  /// Adds an entry that a deflater has compressed elsewhere. `copy` hands over what it made.
  public func add(
    _ name: String, of packed: Deflater.Packed, copy: (_ put: Deflater.Sink) throws(Problem) -> Void
  ) throws(Problem) {
    let start = try begin(
      name, flags: 0x0800, checksum: UInt64(packed.checksum), packed: packed.packed, length: packed.length)
    try copy { bytes throws(Problem) in try self.put(bytes) }
    try list(name, flags: 0x0800, packed, at: start)
  }

  /// Writes the directory. Nothing may be added after it.
  public func finish() throws(Problem) {
    let (start, length) = (place, directory.count)
    try put(directory)
    if count >= 0xFFFF {
      let end64 = place
      try put(little(0x0606_4B50, 4) + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8))
      try put(
        little(UInt64(count), 8) + little(UInt64(count), 8) + little(UInt64(length), 8) + little(UInt64(start), 8))
      try put(little(0x0706_4B50, 4) + little(0, 4) + little(UInt64(end64), 8) + little(1, 4))
    }
    let few = UInt64(min(count, 0xFFFF))
    try put(little(0x0605_4B50, 4) + little(0, 4) + little(few, 2) + little(few, 2))
    try put(little(UInt64(length), 4) + little(UInt64(start), 4) + little(0, 2))
  }

  // MARK: Headers

  private func begin(
    _ name: String, flags: UInt64, checksum: UInt64, packed: Int, length: Int
  ) throws(Problem) -> Int {
    let (start, name) = (place, Array(name.utf8))
    try put(little(0x0403_4B50, 4) + little(20, 2) + little(flags, 2) + little(8, 2) + stamp)
    try put(little(checksum, 4) + little(UInt64(packed), 4) + little(UInt64(length), 4))
    try put(little(UInt64(name.count), 2) + little(0, 2) + name)
    return start
  }

  private func list(_ name: String, flags: UInt64, _ packed: Deflater.Packed, at start: Int) throws(Problem) {
    guard packed.length <= ZipWriter.largest else { throw ZipWriter.tooLarge }
    let name = Array(name.utf8)
    directory += little(0x0201_4B50, 4) + little(0x0314, 2) + little(20, 2) + little(flags, 2) + little(8, 2) + stamp
    directory += little(UInt64(packed.checksum), 4) + little(UInt64(packed.packed), 4)
    directory += little(UInt64(packed.length), 4) + little(UInt64(name.count), 2) + little(0, 8)
    // Readable by its owner only, where a program that unpacks it keeps rights.
    directory += little(0o100600 << 16, 4) + little(UInt64(start), 4) + name
    count += 1
  }

  private func put(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
    guard place + bytes.count <= ZipWriter.largest else { throw ZipWriter.tooLarge }
    place += bytes.count
    try sink(bytes)
  }

  private func put(_ bytes: [UInt8]) throws(Problem) {
    try Deflater.lend(bytes) { buffer throws(Problem) in try self.put(buffer) }
  }

  private static let tooLarge = Problem(
    "archive-too-large", "The archive is larger than 4 GB.", safe: "Nothing was changed.",
    remedy: "Remove some pictures and files, then try again.")

  /// Time and date as MS-DOS counted them, in steps of two seconds from 1980 on.
  private static func stamp(of date: Date) -> [UInt8] {
    let text = Array(Moment(date).text.utf8)
    func number(_ from: Int, _ count: Int) -> UInt64 {
      guard text.count >= from + count else { return 0 }
      return text[from..<(from + count)].reduce(0) { $0 * 10 + UInt64($1 >= 48 && $1 <= 57 ? $1 - 48 : 0) }
    }
    let year = min(max(number(0, 4), 1980), 2107) - 1980
    let time = number(11, 2) << 11 | number(14, 2) << 5 | number(17, 2) / 2
    return little(time, 2) + little(year << 9 | max(1, number(5, 2)) << 5 | max(1, number(8, 2)), 2)
  }
}

private func little(_ value: UInt64, _ width: Int) -> [UInt8] {
  (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
}
