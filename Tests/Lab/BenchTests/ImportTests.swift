import AppleHealth
import FoundationEssentials
import Testing

@testable import Bench

@Suite("Generated exports for benchmarks") struct ImportTests {
  @Test("are read completely, and have the same bytes for the same seed")
  func forged() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/troupe-forge-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let records = try ExportForge.write(bytes: 1_200_000, to: folder + "/one.xml")
    try ExportForge.write(bytes: 1_200_000, to: folder + "/two.xml")
    try ExportForge.write(bytes: 1_200_000, to: folder + "/other.xml", seed: 2)
    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: folder + "/" + name)) }
    #expect(try bytes("one.xml") == bytes("two.xml") && bytes("one.xml") != bytes("other.xml"))
    #expect(try abs(bytes("one.xml").count - 1_200_000) < 200_000)
    let export = try await ExportFile(folder + "/one.xml").read()
    #expect(export.records == records && export.unreadable == 0 && export.dayCount == 3 && export.sources.count == 2)
  }

  // With a far smaller file than `troupe bench` uses. The times measured here mean nothing, because other tests run at
  // the same time.
  @Test("The import rate is measured against bare expat, and the memory against its limit")
  func measured() async throws {
    let figures = try await Benchmark.healthImport(bytes: 800_000, rounds: 1).run()
    let rate = try #require(figures.first { $0.name == "health-import" })
    let memory = try #require(figures.first { $0.name == "health-import-memory" })
    #expect(rate.here > 0 && rate.peer > 0 && rate.better == .higher && rate.limit == 0.5)
    #expect(memory.peer == 60 && memory.limit == 1)
    #expect(Benchmark.named.contains { $0.name == "health-import" })
  }
}
