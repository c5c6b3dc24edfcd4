internal import Days
internal import Kernel
internal import Zip

/// Reads an export out of an archive: decompressed into the parser, never onto the disk.
enum Unpacking {
  /// Interval between progress reports, in compressed bytes.
  private static let stride = 1 << 18

  static func read(
    _ file: OpenFile, _ today: CalendarDay?, _ progress: (ReadingProgress) -> Void, _ isCancelled: () -> Bool
  ) throws(Problem) -> ReadExport {
    let opened: ZipEntryReader?
    do throws(ZipFailure) {
      let archive = try ZipReader(file)
      let entry = try PackedExport.entry(in: archive)
      opened = if let entry { try archive.open(entry, atMost: ExportFile.largest) } else { nil }
    } catch {
      throw ExportProblem.of(error)
    }
    guard let reader = opened else { throw ExportProblem.packedWithout }
    let parser = ExportParser(today: today)
    var next = 0
    while let piece = try piece(of: reader) {
      if isCancelled() { throw ExportProblem.cancelled }
      if reader.done >= next {
        progress(ReadingProgress(done: reader.start + reader.done, whole: file.size, days: parser.days))
        next = reader.done + stride
      }
      try parser.feed(piece)
    }
    progress(ReadingProgress(done: file.size, whole: file.size, days: parser.days))
    if isCancelled() { throw ExportProblem.cancelled }
    return try parser.finish()
  }

  private static func piece(of reader: ZipEntryReader) throws(Problem) -> UnsafeMutableRawBufferPointer? {
    do throws(ZipFailure) { return try reader.next() } catch { throw ExportProblem.of(error) }
  }
}
