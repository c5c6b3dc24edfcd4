internal import Files
internal import JSON
internal import Kernel
internal import Platform
internal import Storage
internal import Zip

/// An archive that was opened and whose list of contents was checked.
struct OpenArchive {
  /// Closes the file with the last reference.
  private final class Descriptor: Sendable {
    private let opened: ReadableFile

    var file: OpenFile { OpenFile(number: opened.number, size: opened.size) }

    init(_ path: String) throws(ExportRefusal) {
      guard path.hasPrefix("/") else { throw .failed(missing) }
      do throws(ReadableFile.Refusal) { opened = try ReadableFile(path) } catch { throw .failed(missing) }
    }
  }

  let manifest: ExportManifest
  /// By collection.
  let data: [String: ZipEntry]
  /// By the name that records refer to.
  let files: [(name: String, entry: ZipEntry)]
  let losers: ZipEntry?
  /// The person whose account a server has packed; nil for the archive of a device.
  let owner: UUID?
  private let descriptor: Descriptor
  private let zip: ZipReader

  /// With `served`, also opens the archive that a server made of an account.
  init(
    _ path: String, of product: String, named name: String, served: ServedForm? = nil
  ) throws(ExportRefusal) {
    let descriptor = try Descriptor(path)
    let (zip, entries) = try OpenArchive.entries(of: descriptor.file)
    self.descriptor = descriptor
    self.zip = zip
    guard let list = entries[ExportManifest.file] else {
      // Of an earlier version: without a list of contents, and with the account in a file of its own.
      throw entries["account.json"] != nil && entries["README.txt"] != nil ? .ofServer : .notOne
    }
    var bytes: [UInt8] = []
    let reader = try OpenArchive.open(list, in: zip, atMost: ArchiveBounds.manifest)
    while let piece = try OpenArchive.piece(of: reader) { bytes += piece }
    data = entries.within("data/", ".json")
    if let account = try AccountManifest(bytes) {
      guard let served else { throw .ofServer }
      manifest = try account.manifest(served.collections, of: product, named: name)
      // Its files stay where the server keeps them, under the names that the rows have.
      (files, losers, owner) = ([], nil, account.owner)
      guard entries.keys.count(where: { $0.hasPrefix("files/") }) == account.files,
        Set(account.tables.keys) == Set(data.keys)
      else { throw .damaged }
      return
    }
    owner = nil
    manifest = try ExportManifest(bytes, of: product, named: name)
    losers = entries["replaced/versions.json"]
    files = entries.within("files/", "").filter { Blob.isPortable($0.key) }.map { ($0.key, $0.value) }
    guard files.count == manifest.files, Set(manifest.collections.map(\.name)) == Set(data.keys) else {
      throw .damaged
    }
  }

  /// The entries by name. Nothing is unpacked to a place of that name, yet one that leads out of the archive's folder, or
  /// is there twice, was not written by an export.
  private static func entries(of file: OpenFile) throws(ExportRefusal) -> (ZipReader, [String: ZipEntry]) {
    var entries: [String: ZipEntry] = [:]
    var (unpacked, count, isOutside, isTwice) = (0, 0, false, false)
    let zip: ZipReader
    do throws(ZipFailure) {
      guard try ZipReader.isArchive(file) else { throw ZipFailure.unknownMethod }
      zip = try ZipReader(file)
      try zip.forEach({ _ in true }) { name, entry throws(ZipFailure) in
        count += 1
        guard count <= ArchiveBounds.entries else { throw .tooLarge }
        unpacked += min(entry.length, ArchiveBounds.unpacked)
        guard unpacked <= ArchiveBounds.unpacked else { throw .tooLarge }
        let text = String(decoding: name, as: UTF8.self)
        if leadsOutside(text) { isOutside = true }
        if entries.updateValue(entry, forKey: text) != nil { isTwice = true }
      }
    } catch {
      throw error == .unknownMethod ? .notArchive : refusal(of: error)
    }
    if isOutside { throw .outside }
    if isTwice { throw .damaged }
    return (zip, entries)
  }

  private static func leadsOutside(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return name.hasPrefix("/") || parts.contains("..") || name.utf8.contains(0x5C) || name.utf8.contains(0)
      || name.utf8.contains(UInt8(ascii: ":"))
  }

  /// The entry of that name, for inspecting an archive.
  func entry(_ name: String) throws(ExportRefusal) -> ZipEntry? { try OpenArchive.entries(of: descriptor.file).1[name] }

  // MARK: Reading

  func open(_ entry: ZipEntry, atMost most: Int) throws(ExportRefusal) -> ZipEntryReader {
    try OpenArchive.open(entry, in: zip, atMost: most)
  }

  private static func open(
    _ entry: ZipEntry, in zip: ZipReader, atMost most: Int
  ) throws(ExportRefusal) -> ZipEntryReader {
    do throws(ZipFailure) { return try zip.open(entry, atMost: most) } catch { throw refusal(of: error) }
  }

  func records(_ entry: ZipEntry, blobs: [String: Blob]) throws(ExportRefusal) -> RecordLines<ImportedRow> {
    RecordLines(try open(entry, atMost: ArchiveBounds.unpacked)) { ImportedRow(json: $0, blobs: blobs) }
  }

  /// The rows of an account's archive.
  func rows(
    _ entry: ZipEntry, of collection: String, _ read: @escaping ([String: JSON], String) -> ServedRow?
  ) throws(ExportRefusal) -> RecordLines<ServedRow> {
    RecordLines(try open(entry, atMost: ArchiveBounds.unpacked)) { line in
      (try? JSON(bytes: line, deepest: 64))?.object.flatMap { read($0, collection) }
    }
  }

  static func piece(of reader: ZipEntryReader) throws(ExportRefusal) -> UnsafeMutableRawBufferPointer? {
    do throws(ZipFailure) { return try reader.next() } catch { throw refusal(of: error) }
  }

  static func refusal(of failure: ZipFailure) -> ExportRefusal {
    switch failure {
    case .cutShort: .cutShort
    case .damaged, .inParts, .unknownMethod: .damaged
    case .locked: .locked
    case .tooLarge: .tooLarge
    case .noMemory:
      .failed(
        Problem(
          "no-memory", "There is not enough memory to read the file.", safe: "Nothing was changed.",
          remedy: "Close something, then try again."))
    case .diskFailed:
      .failed(
        Problem(
          "disk-failed", "The file could not be read to its end.", safe: "Nothing was changed.",
          remedy: "Check the disk, then try again."))
    }
  }

  static let missing = Problem(
    "no-file", "There is no file of that name that can be read.", safe: "Nothing was changed.",
    remedy: "Write its whole path from the root, such as /home/me/export.zip, or choose the file.")
}

extension [String: ZipEntry] {
  /// The entries directly in a folder, by their names without folder and ending.
  fileprivate func within(_ folder: String, _ ending: String) -> [String: ZipEntry] {
    var found: [String: ZipEntry] = [:]
    for (name, entry) in self where name.hasPrefix(folder) && name.hasSuffix(ending) {
      let own = String(name.dropFirst(folder.count).dropLast(ending.count))
      if !own.isEmpty, !own.contains("/") { found[own] = entry }
    }
    return found
  }
}

/// Reads the records of an entry, a line at a time: a bracket, the records separated by commas, and a bracket.
///
/// Not Sendable on purpose: one task reads it.
final class RecordLines<Row> {
  private let reader: ZipEntryReader
  private let read: ([UInt8]) -> Row?
  private var buffer: [UInt8] = []
  private var at = 0
  private var isRead = false
  private var hasBegun = false
  private var isOver = false
  /// Number of records read so far.
  private(set) var count = 0

  init(_ reader: ZipEntryReader, _ read: @escaping ([UInt8]) -> Row?) {
    self.reader = reader
    self.read = read
  }

  /// The next records, at most so many; nil at the end, when the entry was found whole.
  func next(_ most: Int) throws(ExportRefusal) -> [Row]? {
    var rows: [Row] = []
    while rows.count < most, let line = try line() {
      if line.isEmpty { continue }
      if !hasBegun {
        guard line == [UInt8(ascii: "[")] else { throw .damaged }
        hasBegun = true
      } else if line == [UInt8(ascii: "]")] {
        guard !isOver else { throw .damaged }
        isOver = true
      } else {
        guard !isOver, let row = read(line.last == UInt8(ascii: ",") ? Array(line.dropLast()) : line)
        else { throw .damaged }
        rows.append(row)
      }
    }
    count += rows.count
    if rows.isEmpty {
      guard isOver else { throw .damaged }
      return nil
    }
    return rows
  }

  /// The next line without its end; nil after the last.
  private func line() throws(ExportRefusal) -> [UInt8]? {
    var searched = at
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        let line = Array(buffer[at..<end])
        at = end + 1
        return line
      }
      searched = buffer.count
      guard !isRead else {
        guard at < buffer.count else { return nil }
        let line = Array(buffer[at...])
        at = buffer.count
        return line
      }
      if at > 0 {
        buffer.removeFirst(at)
        searched -= at
        at = 0
      }
      guard buffer.count <= ArchiveBounds.line else { throw .damaged }
      guard let piece = try OpenArchive.piece(of: reader) else {
        isRead = true
        continue
      }
      buffer.append(contentsOf: piece)
    }
  }
}
