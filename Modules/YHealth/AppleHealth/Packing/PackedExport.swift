internal import Kernel

/// The central directory of a ZIP archive (PKWARE's APPNOTE 6.3, with ZIP64), searched for the export. The archive is
/// untrusted: every offset is checked against the file before it is used.
struct Archive {
  private static let longestComment = 65_535
  private static let endLength = 22
  private static let locatorLength = 20
  private static let end64Length = 56
  private static let headLength = 46
  private static let block = 65_536
  /// The longest directory that is read: an export with ten thousand routes has one megabyte.
  private static let longest = 32 << 20

  private let file: OpenFile
  /// The range of the directory in the file.
  private let directory: Range<Int>

  /// Whether the file is an archive, by its signature: a local entry, the end of an empty directory, or the first of
  /// several parts.
  static func isOne(_ file: OpenFile) throws(Problem) -> Bool {
    guard file.size >= 4 else { return false }
    let start = try file.bytes(4, from: 0)
    return start[0] == 0x50 && start[1] == 0x4B && [[3, 4], [5, 6], [7, 8]].contains(Array(start[2...]))
  }

  init(_ file: OpenFile) throws(Problem) {
    self.file = file
    let tail = try file.bytes(
      min(file.size, Archive.endLength + Archive.longestComment),
      from: max(0, file.size - Archive.endLength - Archive.longestComment))
    guard let found = Archive.end(in: tail) else { throw ExportProblem.packedCutShort }
    let end = tail[found...]
    let place = file.size - tail.count + found
    guard [end.number(2, at: 4), end.number(2, at: 6)].allSatisfy({ $0 == 0 || $0 == 0xFFFF }) else {
      throw ExportProblem.packedInParts
    }
    let large = try Archive.end64(of: file, before: place)
    let (length, start) = large ?? (end.number(4, at: 12), end.number(4, at: 16))
    guard start <= UInt64(place), length <= UInt64(place) - start else { throw ExportProblem.packedDamaged }
    guard length <= UInt64(Archive.longest) else { throw ExportProblem.packedDamaged }
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
  private static func end64(of file: OpenFile, before place: Int) throws(Problem) -> (UInt64, UInt64)? {
    guard place >= locatorLength else { return nil }
    let locator = try file.bytes(locatorLength, from: place - locatorLength)
    guard locator.number(4, at: 0) == 0x0706_4B50 else { return nil }
    guard locator.number(4, at: 4) == 0, locator.number(4, at: 16) <= 1 else { throw ExportProblem.packedInParts }
    guard let start = Int(exactly: locator.number(8, at: 8)), start <= place - locatorLength - end64Length else {
      throw ExportProblem.packedDamaged
    }
    let end = try file.bytes(end64Length, from: start)
    guard end.number(4, at: 0) == 0x0606_4B50 else { throw ExportProblem.packedDamaged }
    return (end.number(8, at: 40), end.number(8, at: 48))
  }

  // MARK: Export entry

  /// The entry of the export. Its name is localized (export.xml in English): the largest XML file directly in the
  /// folder that is not the clinical document.
  func export() throws(Problem) -> PackedEntry {
    var best: PackedEntry?
    var place = directory.lowerBound
    var held: [UInt8] = []
    var heldFrom = place
    /// Reads bytes of the directory, in blocks.
    func bytes(_ count: Int, from start: Int) throws(Problem) -> ArraySlice<UInt8> {
      guard count <= directory.upperBound - start else { throw ExportProblem.packedDamaged }
      if start < heldFrom || start + count > heldFrom + held.count {
        held = try file.bytes(min(max(count, Archive.block), directory.upperBound - start), from: start)
        heldFrom = start
      }
      return held[(start - heldFrom)..<(start - heldFrom + count)]
    }
    while place < directory.upperBound {
      let head = try bytes(Archive.headLength, from: place)
      guard head.number(4, at: 0) == 0x0201_4B50 else { throw ExportProblem.packedDamaged }
      let (name, extra, comment) = (
        Int(head.number(2, at: 28)), Int(head.number(2, at: 30)), Int(head.number(2, at: 32))
      )
      let whole = try bytes(Archive.headLength + name + extra, from: place)
      if Archive.isExport(whole.dropFirst(Archive.headLength).prefix(name)) {
        let entry = try PackedEntry(whole, extra: whole.suffix(extra))
        if entry.length > best?.length ?? -1 { best = entry }
      }
      place += Archive.headLength + name + extra + comment
    }
    guard place == directory.upperBound else { throw ExportProblem.packedDamaged }
    guard let best else { throw ExportProblem.packedWithout }
    try best.check(in: file)
    return best
  }

  /// Whether an entry may be the export, by its name in any language and encoding: at most one folder deep, and neither
  /// the clinical document nor macOS metadata.
  static func isExport(_ name: ArraySlice<UInt8>) -> Bool {
    // Some archives separate folders with backslashes.
    let name = name.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 | (65...90 ~= $0 ? 32 : 0) }
    let parts = name.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual([UInt8(ascii: ".")]) }
    guard let last = parts.last, parts.count <= 2, name.last != UInt8(ascii: "/") else { return false }
    return last.ends(with: ".xml") && !last.ends(with: "_cda.xml") && last.first != UInt8(ascii: ".")
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with text: StaticString) -> Bool {
    text.withUTF8Buffer { suffix($0.count).elementsEqual($0) }
  }
}
