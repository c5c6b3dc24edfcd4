import Foundation
import Interface
import JSON
import Kernel
import ShellTesting
import Testing

@testable import Shell

@Suite("Receiving a file in pieces", .timeLimit(.minutes(10)))
struct HandingTests {
  static let node = "apple-health-export.file"
  static let export: [UInt8] = Array(
    """
    <HealthData locale="en_GB">
    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" \
    startDate="2026-01-02 10:00:00 +0100" endDate="2026-01-02 10:05:00 +0100" value="100"/>
    </HealthData>
    """.utf8)

  let window: Window
  let receiving: Receiving

  init() async throws {
    window = await (try await Person.test(clock: ManualTime(noon))).window()
    try await window.perform(.open(Route(["connect"])))
    receiving = Receiving(for: window, in: nil)
  }

  private func piece(
    _ bytes: [UInt8], at start: Int, of size: Int = HandingTests.export.count, file: String = "one",
    node: String = HandingTests.node
  ) -> Receiving.Piece {
    Receiving.Piece(file: file, name: "a/b\\export.xml", size: size, start: start, node: node, bytes: bytes)
  }

  /// The number of bytes received so far, or the problem.
  private func take(_ piece: Receiving.Piece) async -> Result<Int, Problem> {
    do throws(Problem) {
      return .success(try await receiving.take(piece))
    } catch {
      return .failure(error)
    }
  }

  private func code(_ piece: Receiving.Piece) async -> String? {
    if case .failure(let problem) = await take(piece) { problem.code } else { nil }
  }

  private func says(_ words: String) async throws -> Bool {
    try await window.perform(.screen).everything.contains {
      $0.label.contains(words) || $0.value?.contains(words) == true
    }
  }

  @Test("Pieces reach the node as one file, repeated pieces are accepted, and the file is released")
  func whole() async throws {
    let (bytes, half) = (Self.export, Self.export.count / 2)
    let (first, last) = (Array(bytes[..<half]), Array(bytes[half...]))
    #expect(await take(piece(first, at: 0)) == .success(half))
    // The piece is sent again because its answer was lost.
    #expect(await take(piece(first, at: 0)) == .success(half))
    #expect(await window.handed == nil)
    // The person opens another screen meanwhile.
    try await window.perform(.open(Route(["dashboard"])))
    #expect(await take(piece(last, at: half)) == .success(bytes.count))
    #expect(await take(piece(last, at: half)) == .success(bytes.count))
    try await window.perform(.open(Route(["connect"])))
    #expect(try await says("1 day from 1 device; the one record was read."))
    #expect(try await says(", export.xml"))
    while await window.handed != nil { await Task.yield() }
  }

  @Test("An empty file reaches the node, which says that it is empty")
  func empty() async throws {
    #expect(await take(piece([], at: 0, of: 0)) == .success(0))
    #expect(try await says("The file is empty. Nothing was imported from the file."))
  }

  @Test("A piece out of order, too long, empty or of another file is refused, and received bytes stay")
  func refused() async throws {
    let bytes = Self.export
    for start in [-1, 1, bytes.count, Int.max, .min] {
      #expect(await code(piece([1, 2, 3], at: start)) == "no-such-file", "\(start)")
    }
    for size in [0, -1, .min] { #expect(await code(piece([1], at: 0, of: size)) == "bad-piece") }
    for size in [HandedFile.largest + 1, .max] { #expect(await code(piece([1], at: 0, of: size)) == "file-too-large") }
    #expect(await code(piece([1, 2], at: 0, of: 1)) == "bad-piece")
    #expect(await code(piece(bytes, at: 0, file: "two", node: "apple-health-export.path")) == "not-offered")
    #expect(await code(piece(bytes, at: 0, file: "two", node: "nothing")) == "no-such-node")
    await receiving.stop()

    #expect(await take(piece(Array(bytes[..<10]), at: 0)) == .success(10))
    for start in [-1, 11, bytes.count, Int.max, .min] { #expect(await code(piece([1], at: start)) == "bad-piece") }
    #expect(await code(piece([1], at: 10, of: bytes.count + 1)) == "bad-piece")
    #expect(await code(piece(bytes, at: 10)) == "bad-piece")
    #expect(await code(piece([], at: 10)) == "bad-piece")
    #expect(await code(piece([1], at: 10, file: "two")) == "no-such-file")
    #expect(await take(piece(Array(bytes[10...]), at: 10)) == .success(bytes.count))
    #expect(try await says("1 day from 1 device"))
  }

  @Test("A new file replaces the current one, and a stopped file cannot continue")
  func places() async throws {
    #expect(await take(piece([1], at: 0)) == .success(1))
    #expect(await take(piece([1], at: 0, file: "two")) == .success(1))
    #expect(await code(piece([1], at: 1)) == "no-such-file")
    await receiving.stop()
    #expect(await code(piece([1], at: 1, file: "two")) == "no-such-file")
  }

  @Test("A file that is not an export is reported on the screen and released")
  func rubbish() async throws {
    #expect(await take(piece(Array("rubbish".utf8), at: 0, of: 7)) == .success(7))
    #expect(try await says("Nothing was imported from the file."))
    while await window.handed != nil { await Task.yield() }
  }

  @Test("A received file has no name on disk, is readable by its owner only, and is gone with its last reference")
  func nameless() throws {
    let folder = try TemporaryFolderOfShell()
    var path = ""
    do {
      let file = try HandedFile(named: "../a\u{0}b\n.zip", size: 3, in: folder.path)
      try file.write([1, 2, 3], at: 0)
      path = file.path
      #expect(file.name == "ab.zip" && FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
      var about = stat()
      #expect(stat(path, &about) == 0 && about.st_mode & 0o777 == 0o600)
      #expect(throws: Problem.misplaced) { try file.write([1], at: 3) }
    }
    #expect(FileManager.default.contents(atPath: path) == nil)
    #expect(HandedFile.plain("") == "The file" && HandedFile.plain(String(repeating: "a", count: 500)).count == 100)
    let problem = #expect(throws: Problem.self) { try HandedFile(named: "a", size: 1, in: "/nowhere") }
    #expect(problem?.code == "disk-full")
  }

  @Test("A file is refused if it would leave less than 64 MiB of disk space or exceeds the size limit")
  func room() throws {
    let spare = 64 << 20
    try HandedFile.check(1 << 30, room: 1 << 30 + spare)
    let close = #expect(throws: Problem.self) { try HandedFile.check(1 << 30, room: 1 << 30 + spare - 1) }
    #expect(close?.code == "disk-full")
    let far = #expect(throws: Problem.self) { try HandedFile.check(1_024_000_000, room: 300_000_000 + spare) }
    #expect(far?.what == "The file has 1024 MB, and there is room for 300 MB.")
    let huge = #expect(throws: Problem.self) { try HandedFile.check(HandedFile.largest + 1, room: .max) }
    #expect(huge?.code == "file-too-large")
  }

  @Test("JSON-RPC accepts a path, and the file at that path is kept")
  func path() async throws {
    let folder = try TemporaryFolderOfShell()
    let path = "\(folder.path)/export.xml"
    _ = FileManager.default.createFile(atPath: path, contents: Data(Self.export))
    let command = try #require(
      try Command(
        method: "act", params: ["id": .string(Self.node), "action": "hand", "value": ["path": .string(path)]]))
    #expect(command == .act(.id(Self.node), .hand, .file(path: path, name: "export.xml")))
    #expect(try Command(method: command.method, params: command.params) == command)
    try await window.perform(command)
    #expect(try await says("1 day from 1 device"))
    #expect(FileManager.default.fileExists(atPath: path))
  }
}

private typealias TemporaryFolderOfShell = Shell.TemporaryFolder
