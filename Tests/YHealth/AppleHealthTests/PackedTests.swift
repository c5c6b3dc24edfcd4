import FoundationEssentials
import Kernel
import Measures
import Testing
import Zip

@testable import AppleHealth

@Suite("A zipped export") struct PackedTests {
  private static let good = Sample.steps("7", "2026-11-21 09:00:00 +0100", "2026-11-21 09:05:00 +0100")
  private static let text = Sample.export(
    good, Sample.slept("AsleepCore", "-23:00", "06:00"), Sample.workout("10:00", "10:30", duration: "30"))
  private static let export = Zip.Entry("apple_health_export/export.xml", text)
  private static let clinical = Zip.Entry(
    "apple_health_export/export_cda.xml",
    "<ClinicalDocument xmlns=\"urn:hl7-org:v3\"/>" + String(repeating: " ", count: 9000))
  private static let route = Zip.Entry("apple_health_export/workout-routes/route.gpx", "<gpx/>")

  /// Reads a file that contains those bytes.
  private func read(
    _ bytes: [UInt8], _ progress: @escaping @Sendable (ReadingProgress) -> Void = { _ in }
  ) async throws -> ReadExport {
    let path = FileManager.default.temporaryDirectory.path + "/troupe-packed-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try ExportFile(path).size()
    return try await ExportFile(path).read(progress: progress)
  }

  /// The problem of reading, or nil.
  private func problem(_ bytes: [UInt8]) async throws -> Problem? {
    do {
      _ = try await read(bytes)
      return nil
    } catch let problem as Problem {
      #expect(problem.safe == ExportProblem.safe && !problem.remedy.isEmpty)
      return problem
    }
  }

  private func code(_ zip: Zip) async throws -> String? { try await problem(zip.bytes)?.code }

  @Test("reads the same as the plain file, in every zip variant")
  func same() async throws {
    let plain = try Sample.read(Self.text)
    #expect(plain.records == 3)
    var commented = Zip(Self.clinical, Self.export, Self.route)
    commented.comment = Array("PK\u{5}\u{6} is no end".utf8)
    var long = Zip(Self.clinical.with { $0.isLong = true }, Self.export.with { $0.isLong = true })
    long.isLong = true
    let several: [Zip] = [
      Zip(Self.export), commented, long, Zip(Self.export.with { $0.way = 0 }),
      Zip(Self.export.with { $0.hasDescriptor = true }, Self.route.with { $0.hasDescriptor = true }),
      Zip(Self.export.with { $0.isLong = true }), Zip(Self.export.with { $0.name = "export.xml" }),
      Zip(Self.export.with { $0.name = "apple_health_export\\Export.XML" }),
      Zip(Self.export.with { $0.name = "./apple_health_export/書き出したデータ.xml" }),
    ]
    for zip in several { #expect(try await read(zip.bytes) == plain, "\(zip.entries.map(\.name))") }
  }

  @Test("is the largest XML file directly in the folder, except the clinical document and macOS metadata")
  func chosen() async throws {
    let other = Zip.Entry("apple_health_export/notes.xml", "<notes/>")
    let deep = Self.export.with { entry in
      entry.name = "apple_health_export/older/export.xml"
      entry.body += Array(repeating: 32, count: 9000)
    }
    let mac = deep.with { $0.name = "__MACOSX/._export.xml" }
    let export = try await read(Zip(other, Self.clinical, deep, mac, Self.export).bytes)
    #expect(export == (try Sample.read(Self.text)))
    func isExport(_ name: String) -> Bool { PackedExport.isExport(Array(name.utf8)[...]) }
    for name in ["a/exportieren.xml", "EXPORT.XML", "a\\b.xml", "/a/b.xml"] { #expect(isExport(name), "\(name)") }
    for name in ["", "/", ".xml", "a.xml/", "a/b/c.xml", "a/EXPORT_CDA.XML", "a/.xml", "a/b.gpx", "xml"] {
      #expect(!isExport(name), "\(name)")
    }
  }

  @Test("without a readable export says why")
  func refused() async throws {
    #expect(try await code(Zip()) == "no-export")
    #expect(try await code(Zip(Self.clinical, Self.route)) == "no-export")
    #expect(try await code(Zip(Self.export.with { $0.body = [] })) == "no-export")
    #expect(try await code(Zip(Self.export.with { $0.flags = 1 })) == "export-locked")
    for way in [UInt16(9), 12, 14, 93, 99] {
      #expect(try await code(Zip(Self.export.with { $0.way = way })) == "export-packed-otherwise")
    }
    var part = Zip(Self.export)
    part.disk = 3
    #expect(try await code(part) == "export-packed-otherwise")
    // A document of another kind under the name of an export.
    #expect(try await code(Zip(Zip.Entry("a/export.xml", "<svg/>"))) == "no-export")
    #expect(try await code(Zip(Zip.Entry("a/export.xml", "PK\u{3}\u{4}"))) == "export-zipped")
  }

  @Test("that contradicts its directory is refused as a whole")
  func damaged() async throws {
    #expect(try await code(Zip(Self.export.with { $0.checksum = 7 })) == "export-damaged")
    #expect(
      try await code(
        Zip(
          Self.export.with {
            $0.way = 0; $0.checksum = 7
          })) == "export-damaged")
    for length in [UInt64(0), 1, UInt64(Self.text.utf8.count) - 1, UInt64(Self.text.utf8.count) + 1, 0xFFFF_FFFE] {
      #expect(try await code(Zip(Self.export.with { $0.length = length })) == "export-damaged", "\(length)")
      #expect(
        try await code(
          Zip(
            Self.export.with {
              $0.way = 0; $0.length = length
            })) == "export-damaged")
    }
    // More than it can contain, and more than is ever read.
    for length in [UInt64(1) << 33, 1 << 40, .max] {
      let code = try await code(
        Zip(
          Self.export.with {
            $0.isLong = true; $0.length = length
          }))
      #expect(code == (length == .max || length == 1 << 33 ? "export-damaged" : "file-too-large"), "\(length)")
    }
    var bytes = Zip(Self.export).bytes
    bytes.append(contentsOf: [1, 2, 3])
    #expect(try await problem(bytes) == nil, "bytes after the archive are ignored")
  }

  @Test("is refused as a whole wherever it is truncated")
  func cut() async throws {
    let bytes = Zip(Self.export, Self.clinical).bytes
    for length in stride(from: 4, to: bytes.count, by: 13) {
      #expect(try await problem(Array(bytes[..<length])) != nil, "\(length)")
    }
    #expect(try await problem(Array(bytes[..<100]))?.what == "The packed file ends in the middle.")
    #expect(try await problem(Array("PK\u{3}\u{4}".utf8))?.code == "export-cut-short")
  }

  @Test("with any mutation is read to the same result or refused with a sentence")
  func mutations() async throws {
    let plain = try Sample.read(Self.text)
    var long = Zip(Self.clinical, Self.export.with { $0.isLong = true }, Self.route.with { $0.way = 0 })
    long.isLong = true
    let kinds = [Zip(Self.export, Self.clinical).bytes, long.bytes, Zip(Self.export.with { $0.way = 0 }).bytes]
    var random = Seeded(43)
    var (read, refused) = (0, 0)
    for number in 0..<450 {
      var mutant = kinds[number % kinds.count]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // Half of the mutations hit the directory, which is small.
        let tail = min(mutant.count, 400)
        let place =
          Bool.random(using: &random)
          ? Int.random(in: 0..<mutant.count, using: &random)
          : mutant.count - 1 - Int.random(in: 0..<tail, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: mutant[place] = UInt8.random(in: .min ... .max, using: &random)
        case 1: mutant[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: mutant[place] = 0xFF
        case 3: mutant.removeSubrange(place..<min(mutant.count, place + Int.random(in: 1...20, using: &random)))
        default: mutant.insert(contentsOf: [0xFF, 0xFF, 0xFF, 0xFF], at: place)
        }
        if mutant.count < 8 { mutant = kinds[0] }
      }
      do {
        #expect(try await self.read(mutant) == plain)
        read += 1
      } catch let problem as Problem {
        #expect(!problem.what.isEmpty && !problem.remedy.isEmpty)
        refused += 1
      }
    }
    #expect(read > 25 && refused > 50)
  }

  @Test("reports progress in packed bytes and its size in unpacked ones, and can be cancelled")
  func progress() async throws {
    // Digits without repetition, so that they compress badly.
    var random = Seeded(7)
    let noise = (0..<20_000).map { _ in "<!-- \(random.next()) \(random.next()) -->\n" }.joined()
    let bytes = Zip(
      Self.route, Self.export.with { $0.body = Array((Sample.head + noise + Self.good + Sample.foot).utf8) }
    ).bytes
    let heard = Locked<[ReadingProgress]>([])
    #expect(try await read(bytes) { one in heard.withLock { $0.append(one) } }.records == 1)
    let all = heard.withLock { $0 }
    #expect(all.count >= 3 && all.last == ReadingProgress(done: bytes.count, whole: bytes.count, days: 1))
    #expect(all.map(\.done) == all.map(\.done).sorted() && Set(all.map(\.whole)) == [bytes.count])

    let path = FileManager.default.temporaryDirectory.path + "/troupe-packed-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try ExportFile(path).size() > noise.utf8.count)
    let stopped = Task { () async -> String? in
      do throws(Problem) {
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await ExportFile(path).read()
        return nil
      } catch {
        return error.code
      }
    }
    #expect(await stopped.value == "import-cancelled")
  }

  @Test("a 32-bit length is compared modulo 2³², as macOS writes it; a 64-bit length is exact")
  func lengths() throws {
    func entry(_ length: UInt64, isLong: Bool) throws -> ZipEntry {
      let bytes = Zip(
        Self.export.with {
          $0.length = length; $0.isLong = isLong
        }
      ).bytes
      let start = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
      let name = Self.export.name.utf8.count
      let extra = isLong ? 28 : 0
      let head = bytes[start..<(start + 46 + name + extra)]
      return try ZipEntry(head, extra: head.suffix(extra))
    }
    let short = try entry(5, isLong: false)
    #expect(short.isWhole(5) && short.isWhole(5 + 1 << 32) && !short.isWhole(6))
    let long = try entry(5, isLong: true)
    #expect(long.isWhole(5) && !long.isWhole(5 + 1 << 32))
  }
}
