internal import Kernel
internal import Zip

/// The export in an archive. Its name is localized (export.xml in English): the largest XML file directly in the folder
/// that is not the clinical document.
enum PackedExport {
  static func entry(in archive: ZipReader) throws(ZipFailure) -> ZipEntry? {
    var best: ZipEntry?
    try archive.forEach(isExport) { _, entry throws(ZipFailure) in
      if entry.length > best?.length ?? -1 { best = entry }
    }
    return best
  }

  /// The uncompressed length in bytes. Throws when the archive has no export that can be read.
  static func length(in file: OpenFile) throws(Problem) -> Int {
    let found: ZipEntry?
    do throws(ZipFailure) {
      found = try entry(in: try ZipReader(file))
      try found?.check(in: file, atMost: ExportFile.largest)
    } catch {
      throw ExportProblem.of(error)
    }
    guard let found else { throw ExportProblem.packedWithout }
    return found.length
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
