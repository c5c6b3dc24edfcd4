import Covers
import FoundationEssentials
import Kernel
import Storage
import Testing
import Zip

@testable import Portability

@Suite("An archive that is not imported") struct RefusalTests {
  private static let file = ("data/local_notes.json", "[\n\(ArchiveFile.note("x"))\n]\n")

  /// The code of the refusal. Whatever it is, nothing is changed, by the preview or by the import.
  private func refusal(_ archive: ArchiveFile) async throws -> String? {
    let ground = try await Ground()
    try await ground.notes.save(LocalNote(id: ID(UUID()), at: Date(), words: "was here"))
    var codes: Set<String> = []
    for isTrial in [true, false] {
      do throws(Problem) {
        if isTrial {
          _ = try await ground.source().preview(archive.path)
        } else {
          _ = try await ground.source().take(archive.path)
        }
      } catch {
        codes.insert(error.code)
        #expect(error.safe != nil && !error.remedy.isEmpty && !error.sentence.contains("/tmp"))
      }
    }
    #expect(try await ground.words() == ["was here"])
    #expect(try await ground.records().isEmpty)
    #expect(try await ground.store.blobs.all().isEmpty)
    #expect(try await ground.store.collections() == ["everything", "local_notes", "summaries"])
    #expect(codes.count <= 1)
    return codes.first
  }

  private func refusal(_ entries: [(String, String)]) async throws -> String? {
    try await refusal(try await ArchiveFile(entries))
  }

  @Test("is of another product, of a newer version, or no export at all")
  func others() async throws {
    let good = try await ArchiveFile([ArchiveFile.manifest([("local_notes", 1)]), Self.file])
    #expect(try await Ground().source().preview(good.path).counts.added == 1)
    #expect(try await refusal([ArchiveFile.manifest(product: "volvox")]) == "export-of-another")
    #expect(try await refusal([ArchiveFile.manifest(version: 2)]) == "export-newer")
    #expect(try await refusal([ArchiveFile.manifest(format: "other")]) == "no-export")
    #expect(try await refusal([("holiday.jpg", "no")]) == "no-export")
    let server = [("README.txt", "This archive"), ("account.json", "{}"), ("data/local_notes.json", "[\n]\n")]
    #expect(try await refusal(server) == "export-of-server")
    let both = try await ArchiveFile([ArchiveFile.manifest([("local_notes", 1)]), Self.file, server[1]])
    #expect(try await Ground().source().preview(both.path).counts.added == 1)
    #expect(try await refusal(try ArchiveFile(Array("hello, this is no archive".utf8))) == "no-archive")
    #expect(try await refusal(try ArchiveFile([UInt8]())) == "no-archive")
    let newer = ("data/local_notes.json", "[\n\(ArchiveFile.note("x", form: 9))\n]\n")
    #expect(try await refusal([ArchiveFile.manifest([("local_notes", 1)]), newer]) == "export-damaged")
  }

  @Test("leads out of its folder, or names an entry twice")
  func outside() async throws {
    let good = [ArchiveFile.manifest([("local_notes", 1)]), Self.file]
    for name in ["../evil", "/etc/passwd", "data/../../evil.json", "a\\..\\b", "C:evil", "files/../../x"] {
      #expect(try await refusal(good + [(name, "x")]) == "export-outside", "\(name)")
    }
    #expect(try await refusal(good + [Self.file]) == "export-damaged")
    #expect(try await refusal([ArchiveFile.manifest([("../x", 1)]), ("data/../x.json", "[\n]\n")]) == "export-outside")
  }

  @Test("unpacks to gigabytes, in one entry or in many, is refused without using the memory")
  func bomb() async throws {
    let all = Locked<[UInt8]>([])
    let writer = ZipWriter(at: Date(timeIntervalSince1970: 1_795_000_000)) { bytes throws(Problem) in
      all.withLock { $0 += bytes }
    }
    let (name, text) = ArchiveFile.manifest([("local_notes", 1)])
    try await writer.add(name, Array(text.utf8))
    // One line of nothing but spaces: a record that never ends.
    try await writer.add("data/local_notes.json", level: 9) { deflater throws(Problem) in
      try deflater.write(Array("[\n".utf8))
      let spaces = [UInt8](repeating: 32, count: 1 << 20)
      for _ in 0..<200 { try deflater.write(spaces) }
    }
    try writer.finish()
    let bytes = all.withLock { $0 }
    #expect(bytes.count < 1 << 20)
    #expect(try await refusal(try ArchiveFile(bytes)) == "export-damaged")
    // The directory claims three gigabytes for each of two entries.
    var forged = bytes
    for place in bytes.indices where bytes[place...].starts(with: [0x50, 0x4B, 1, 2]) {
      forged.replaceSubrange((place + 24)..<(place + 28), with: [0, 0, 0, 0xC0])
    }
    #expect(try await refusal(try ArchiveFile(forged)) == "export-too-large")
  }

  @Test("is cut short anywhere, or differs in any byte")
  func damaged() async throws {
    let old = try await Ground()
    for number in 0..<40 {
      try await old.notes.save(LocalNote(id: ID(UUID()), at: Date(timeIntervalSince1970: 1e9), words: "note \(number)"))
    }
    _ = try await old.store.blobs.add(Array(repeating: 7, count: 3000))
    let bytes = try await old.export().bytes
    for length in stride(from: 0, to: bytes.count, by: 211) {
      let code = try await refusal(try ArchiveFile(Array(bytes.prefix(length))))
      #expect(["no-archive", "export-cut-short", "export-damaged"].contains(code), "\(length)")
    }
    for place in stride(from: 4, to: bytes.count, by: 97) {
      var changed = bytes
      changed[place] ^= 0x41
      let archive = try ArchiveFile(changed)
      let ground = try await Ground()
      // Dates and rights in headers mean nothing; whatever else differs is refused.
      guard (try? await ground.source().take(archive.path)) != nil else {
        #expect(try await ground.words().isEmpty, "\(place)")
        continue
      }
      #expect(try await ground.words() == old.words(), "\(place)")
    }
  }

  @Test("has lines that are no records")
  func lines() async throws {
    let good = ArchiveFile.note("x")
    let wrong = [
      "", "[", "[\n]", "[\n\(good)", "[\n\(good)\n]\n\(good)", "[\n\(good)\n]\n]", "\(good)", "[\nnull\n]\n",
      "[\n{\"id\":1}\n]\n", "[\n\(good.dropLast())\n]\n", "[\n\(good)x\n]\n", "[\n\(good),\n\(good)\n]\n",
      "[\n\(good.replacing("words", with: "word"))\n]\n", "[\n\(good.replacing("$date", with: "$other"))\n]\n",
      "[\n\(good.replacing("2026-11-20T10:00:00Z", with: "2026-13-40T10:00:00Z"))\n]\n",
      "[\n\(good.replacing("\"x\"", with: String(repeating: "[", count: 500) + String(repeating: "]", count: 500)))\n]\n",
    ]
    for text in wrong {
      let code = try await refusal([ArchiveFile.manifest([("local_notes", 1)]), ("data/local_notes.json", text)])
      #expect(code == "export-damaged", "\(text.prefix(120))")
    }
    #expect(
      try await refusal([ArchiveFile.manifest([("local_notes", 2)]), Self.file]) == "export-damaged",
      "the list of contents promises more")
    #expect(try await refusal([ArchiveFile.manifest([("local_notes", 1)])]) == "export-damaged", "the data is missing")
    #expect(try await refusal([ArchiveFile.manifest([("local_notes", 1)], files: 1), Self.file]) == "export-damaged")
  }
}
