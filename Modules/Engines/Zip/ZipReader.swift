/// The central directory of a ZIP archive (PKWARE's APPNOTE 6.3, with ZIP64). The archive is untrusted: every offset is
/// checked against the file before it is used, and the directory is read in blocks.
public struct ZipReader: Sendable {
  private static let longestComment = 65_535
  private static let endLength = 22
  private static let locatorLength = 20
  private static let end64Length = 56
  private static let headLength = 46
  private static let block = 65_536
  /// The longest directory that is read, in bytes.
  private static let longest = 32 << 20

  public let file: OpenFile
  /// The range of the directory in the file.
  private let directory: Range<Int>

  /// Whether the file is an archive, by its signature: a local entry, the end of an empty directory, or the first of
  /// several parts.
  public static func isArchive(_ file: OpenFile) throws(ZipFailure) -> Bool {
    guard file.size >= 4 else { return false }
    let start = try file.bytes(4, from: 0)
    return start[0] == 0x50 && start[1] == 0x4B && [[3, 4], [5, 6], [7, 8]].contains(Array(start[2...]))
  }

  public init(_ file: OpenFile) throws(ZipFailure) {
    self.file = file
    let tail = try file.bytes(
      min(file.size, ZipReader.endLength + ZipReader.longestComment),
      from: max(0, file.size - ZipReader.endLength - ZipReader.longestComment))
    guard let found = ZipReader.end(in: tail) else { throw .cutShort }
    let end = tail[found...]
    let place = file.size - tail.count + found
    guard [end.number(2, at: 4), end.number(2, at: 6)].allSatisfy({ $0 == 0 || $0 == 0xFFFF }) else {
      throw .inParts
    }
    let large = try ZipReader.end64(of: file, before: place)
    let (length, start) = large ?? (end.number(4, at: 12), end.number(4, at: 16))
    guard start <= UInt64(place), length <= UInt64(place) - start else { throw .damaged }
    guard length <= UInt64(ZipReader.longest) else { throw .damaged }
    directory = Int(start)..<Int(start + length)
  }

  /// The last possible end record, since the comment after it may hold arbitrary bytes.
  private static func end(in tail: [UInt8]) -> Int? {
    guard tail.count >= endLength else { return nil }
    return (0...(tail.count - endLength)).reversed().first { place in
      tail[place] == 0x50 && tail[place...].number(4, at: 0) == 0x0605_4B50
        && place + endLength + Int(tail[place...].number(2, at: 20)) <= tail.count
    }
  }

  /// Length and offset of the directory from the ZIP64 record; nil when there is none.
  private static func end64(of file: OpenFile, before place: Int) throws(ZipFailure) -> (UInt64, UInt64)? {
    guard place >= locatorLength else { return nil }
    let locator = try file.bytes(locatorLength, from: place - locatorLength)
    guard locator.number(4, at: 0) == 0x0706_4B50 else { return nil }
    guard locator.number(4, at: 4) == 0, locator.number(4, at: 16) <= 1 else { throw .inParts }
    guard let start = Int(exactly: locator.number(8, at: 8)), start <= place - locatorLength - end64Length else {
      throw .damaged
    }
    let end = try file.bytes(end64Length, from: start)
    guard end.number(4, at: 0) == 0x0606_4B50 else { throw .damaged }
    return (end.number(8, at: 40), end.number(8, at: 48))
  }

  /// Passes each entry whose name is wanted to `body`, in the order of the directory. Other entries are skipped unread.
  public func forEach(
    _ isWanted: (_ name: ArraySlice<UInt8>) -> Bool,
    _ body: (_ name: ArraySlice<UInt8>, _ entry: ZipEntry) throws(ZipFailure) -> Void
  ) throws(ZipFailure) {
    var place = directory.lowerBound
    var held: [UInt8] = []
    var heldFrom = place
    /// Reads bytes of the directory, in blocks.
    func bytes(_ count: Int, from start: Int) throws(ZipFailure) -> ArraySlice<UInt8> {
      guard count <= directory.upperBound - start else { throw .damaged }
      if start < heldFrom || start + count > heldFrom + held.count {
        held = try file.bytes(min(max(count, ZipReader.block), directory.upperBound - start), from: start)
        heldFrom = start
      }
      return held[(start - heldFrom)..<(start - heldFrom + count)]
    }
    while place < directory.upperBound {
      let head = try bytes(ZipReader.headLength, from: place)
      guard head.number(4, at: 0) == 0x0201_4B50 else { throw .damaged }
      let (name, extra, comment) = (
        Int(head.number(2, at: 28)), Int(head.number(2, at: 30)), Int(head.number(2, at: 32))
      )
      let whole = try bytes(ZipReader.headLength + name + extra, from: place)
      let text = whole.dropFirst(ZipReader.headLength).prefix(name)
      if isWanted(text) { try body(text, try ZipEntry(whole, extra: whole.suffix(extra))) }
      place += ZipReader.headLength + name + extra + comment
    }
    guard place == directory.upperBound else { throw .damaged }
  }

  /// Opens an entry for reading. `most` is the longest that it may be, in bytes.
  public func open(_ entry: ZipEntry, atMost most: Int) throws(ZipFailure) -> ZipEntryReader {
    try entry.check(in: file, atMost: most)
    return try ZipEntryReader(entry, in: file, atMost: most)
  }
}
