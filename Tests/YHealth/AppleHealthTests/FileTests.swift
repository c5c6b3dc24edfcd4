import FoundationEssentials
import Kernel
import Measures
import Testing

@testable import AppleHealth

@Suite("An export file") struct FileTests {
  private let good = Sample.steps("7", "2026-11-21 09:00:00 +0100", "2026-11-21 09:05:00 +0100")

  /// Runs `body` with a temporary folder that is removed afterwards.
  private func inFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/troupe-export-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
  }

  private func write(_ text: String, _ path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

  private func code(_ path: String) async -> String? {
    do throws(Problem) {
      _ = try await ExportFile(path).read()
      return nil
    } catch {
      return error.code
    }
  }

  @Test("is read to its end and reports its progress")
  func whole() async throws {
    try await inFolder { folder in
      let path = folder + "/export.xml"
      try write(Sample.head + String(repeating: good, count: 30_000) + Sample.foot, path)
      let heard = Locked<[ReadingProgress]>([])
      let export = try await ExportFile(path).read { progress in heard.withLock { $0.append(progress) } }
      #expect(export.records == 30_000 && export.amount(.steps, "2026-11-21") == 210_000)
      let progress = heard.withLock { $0 }
      let size = try ExportFile(path).size()
      #expect(progress.count >= 3 && progress.last == ReadingProgress(done: size, whole: size, days: 1))
      #expect(progress.map(\.done) == progress.map(\.done).sorted())
    }
  }

  @Test("stops when the task is cancelled, and throws")
  func cancelled() async throws {
    try await inFolder { folder in
      let path = folder + "/export.xml"
      try write(Sample.head + String(repeating: good, count: 30_000) + Sample.foot, path)
      let (gate, opening) = AsyncStream.makeStream(of: Void.self)
      let own = Locked<Task<String?, Never>?>(nil)
      let reading = Task { () async -> String? in
        for await _ in gate { break }
        do throws(Problem) {
          // On the first progress report, so that most of the file is still unread.
          _ = try await ExportFile(path).read { _ in own.withLock { $0 }?.cancel() }
          return nil
        } catch {
          return error.code
        }
      }
      own.withLock { $0 = reading }
      opening.yield()
      #expect(await reading.value == "import-cancelled")
      let before = Task { () async -> String? in
        withUnsafeCurrentTask { $0?.cancel() }
        return await self.code(path)
      }
      #expect(await before.value == "import-cancelled")
    }
  }

  @Test("that cannot be read is refused with a reason")
  func refused() async throws {
    try await inFolder { folder in
      let paths = [
        "export.xml", "", folder + "/nothing.xml", folder, "/dev/null", folder + "/a\0b",
        "/" + String(repeating: "a", count: 5000),
      ]
      for path in paths { #expect(await code(path) == "no-file") }
      try write("", folder + "/empty.xml")
      #expect(await code(folder + "/empty.xml") == "no-export")
      try write("PK\u{3}\u{4}", folder + "/export.zip")
      #expect(await code(folder + "/export.zip") == "export-cut-short")
      try write(Sample.head + good, folder + "/short.xml")
      #expect(await code(folder + "/short.xml") == "export-cut-short")
    }
  }
}
