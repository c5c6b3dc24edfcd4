public import Days
public import Kernel
internal import Platform
internal import Threads
internal import Zip

/// An export on this machine's disk: export.xml, or the export.zip that contains it.
public struct ExportFile: Sendable, Hashable {
  /// The largest export that is read, in bytes, uncompressed.
  public static let largest = 16 << 30
  public static let longestPath = 4096
  private static let block = 262_144
  /// Interval between progress reports, in bytes.
  private static let stride = 4 << 20

  public let path: String

  public init(_ path: String) { self.path = path }

  /// Reads the whole file in blocks on a thread of its own, and reports progress from that thread. All or nothing: a
  /// cancelled read, or a file with any error, has no result.
  /// - Parameter today: The day on which it is read, after which no record can lie; nil without that bound.
  public func read(
    today: CalendarDay? = nil, progress: @escaping @Sendable (ReadingProgress) -> Void = { _ in }
  ) async throws(Problem) -> ReadExport {
    let file = try open()
    let outcome = Locked<Result<ReadExport, Problem>?>(nil)
    let isCancelled = Locked(Task.isCancelled)
    let thread = OwnThread {
      defer { close(file.number) }
      let result = ExportFile.result(of: file, today, progress) { isCancelled.withLock { $0 } }
      outcome.withLock { $0 = result }
    }
    guard let thread else {
      close(file.number)
      throw ExportProblem.noMemory
    }
    await withTaskCancellationHandler {
      await thread.ended()
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
    guard let result = outcome.withLock({ $0 }) else { throw ExportProblem.diskFailed }
    return try result.get()
  }

  /// The uncompressed size in bytes. Throws when the file cannot be read.
  public func size() throws(Problem) -> Int {
    let file = try open()
    defer { close(file.number) }
    return try ExportFile.isPacked(file) ? PackedExport.length(in: file) : file.size
  }

  // MARK: File access

  private func open() throws(Problem) -> OpenFile {
    guard path.hasPrefix("/") else { throw ExportProblem.relative }
    guard path.utf8.count <= ExportFile.longestPath, !path.utf8.contains(0) else { throw ExportProblem.missing }
    // Non-blocking, since opening a pipe would wait for its writer.
    let number = Platform.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else {
      throw errno == EACCES || errno == EPERM ? ExportProblem.unreadable : ExportProblem.missing
    }
    do throws(Problem) {
      return OpenFile(number: number, size: try ExportFile.size(of: number))
    } catch {
      close(number)
      throw error
    }
  }

  private static func size(of number: Int32) throws(Problem) -> Int {
    var about = stat()
    guard fstat(number, &about) == 0 else { throw ExportProblem.diskFailed }
    if about.st_mode & S_IFMT == S_IFDIR { throw ExportProblem.folder }
    guard about.st_mode & S_IFMT == S_IFREG else { throw ExportProblem.irregular }
    guard about.st_size <= largest else { throw ExportProblem.huge }
    guard about.st_size > 0 else { throw ExportProblem.empty }
    return Int(about.st_size)
  }

  private static func isPacked(_ file: OpenFile) throws(Problem) -> Bool {
    do throws(ZipFailure) { return try ZipReader.isArchive(file) } catch { throw ExportProblem.of(error) }
  }

  // MARK: Reading thread

  private static func result(
    of file: OpenFile, _ today: CalendarDay?, _ progress: (ReadingProgress) -> Void, isCancelled: () -> Bool
  ) -> Result<ReadExport, Problem> {
    do throws(Problem) {
      let isPacked = try isPacked(file)
      return .success(
        isPacked
          ? try Unpacking.read(file, today, progress, isCancelled) : try read(file, today, progress, isCancelled))
    } catch {
      return .failure(error)
    }
  }

  private static func read(
    _ file: OpenFile, _ today: CalendarDay?, _ progress: (ReadingProgress) -> Void, _ isCancelled: () -> Bool
  ) throws(Problem) -> ReadExport {
    let parser = ExportParser(today: today)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: block, alignment: 16)
    defer { room.deallocate() }
    var done = 0
    var next = 0
    while done < file.size {
      if isCancelled() { throw ExportProblem.cancelled }
      if done >= next {
        progress(ReadingProgress(done: done, whole: file.size, days: parser.days))
        next += stride
      }
      let count = Platform.read(file.number, room.baseAddress, min(block, file.size - done))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ExportProblem.diskFailed }
      if count == 0 { break }
      try parser.feed(UnsafeMutableRawBufferPointer(rebasing: room[..<count]))
      done += count
    }
    progress(ReadingProgress(done: done, whole: file.size, days: parser.days))
    if isCancelled() { throw ExportProblem.cancelled }
    return try parser.finish()
  }
}
