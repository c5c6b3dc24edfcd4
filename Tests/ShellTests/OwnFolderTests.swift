import Foundation
import Kernel
import ShellTesting
import Testing

@testable import Shell

@Suite("A private folder")
struct OwnFolderTests {
  let temporary = TestFolder()
  var folder: OwnFolder { get throws(Problem) { try OwnFolder(temporary.path) } }

  @Test("is accessible to its owner only, as are its files and subfolders")
  func modes() throws {
    let inner = try folder.inside("inner")
    #expect(try inner.create("file", with: [1, 2, 3]))
    #expect(temporary.mode("") == 0o700 && temporary.mode("inner") == 0o700 && temporary.mode("inner/file") == 0o600)
  }

  @Test(
    "returns the bytes written, nil for a missing file, and leaves no temporary file",
    arguments: [0, 1, 65_535, 65_536, 65_537, 1 << 20])
  func roundTrip(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    #expect(try folder.create("file", with: bytes))
    #expect(try folder.bytes(of: "file") == bytes)
    #expect(try folder.bytes(of: "other") == nil)
    #expect(temporary.names == ["file"], "the folder contains no temporary file")
  }

  @Test(
    "refuses names that are hidden, contain a path or are otherwise invalid",
    arguments: [
      "..", ".", "", "a/b", "/etc/passwd", "../x", ".file", "a b", "é", "a\u{0}b", String(repeating: "a", count: 65),
    ])
  func names(name: String) throws {
    let folder = try folder
    let created = #expect(throws: Problem.self) { try folder.create(name, with: [1]) }
    let read = #expect(throws: Problem.self) { try folder.bytes(of: name) }
    let entered = #expect(throws: Problem.self) { try folder.inside(name) }
    #expect([created, read, entered].allSatisfy { $0?.code == "bad-name" })
    #expect(temporary.names.isEmpty)
  }

  @Test("follows no symbolic link: reading fails, and creating changes neither the link nor its target")
  func links() throws {
    let folder = try folder
    temporary.write("target", "theirs")
    try FileManager.default.createSymbolicLink(
      atPath: "\(temporary.path)/file", withDestinationPath: "\(temporary.path)/target")
    let problem = #expect(throws: Problem.self) { try folder.bytes(of: "file") }
    #expect(problem?.code == "file-error")
    #expect(try !folder.create("file", with: Array("mine".utf8)))
    #expect(temporary.bytes("target") == Array("theirs".utf8) && temporary.names == ["file", "target"])
  }

  @Test("leaves no partial file when it cannot write")
  func atomic() throws {
    let folder = try folder
    try FileManager.default.removeItem(atPath: temporary.path)
    let problem = #expect(throws: Problem.self) { try folder.create("file", with: [1]) }
    #expect(problem?.safe == "What was saved before is unchanged.")
    #expect(!FileManager.default.fileExists(atPath: temporary.path))
  }

  @Test("creates a missing file, and leaves an existing one unchanged")
  func creates() throws {
    let folder = try folder
    #expect(try folder.create("file", with: [1]))
    #expect(try !folder.create("file", with: [2]))
    #expect(try folder.bytes(of: "file") == [1] && temporary.names == ["file"] && temporary.mode("file") == 0o600)
  }

  @Test("lets exactly one of several concurrent creations of a file succeed, and holds that file complete")
  func together() async throws {
    let folder = try folder
    let first = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<32 as Range<UInt8> {
        group.addTask { try folder.create("file", with: Array(repeating: number, count: 50_000)) }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    let bytes = try #require(try folder.bytes(of: "file"))
    #expect(first == 1 && bytes.count == 50_000 && Set(bytes).count == 1 && temporary.names == ["file"])
  }

  @Test("is refused with a remedy when a file blocks its path or the path is empty")
  func inTheWay() throws {
    _ = try folder
    temporary.write("file", "x")
    for path in ["\(temporary.path)/file", "\(temporary.path)/file/inner", ""] {
      let problem = #expect(throws: Problem.self) { try OwnFolder(path) }
      #expect(problem?.code == "no-folder" && problem?.remedy.contains("--data DIR") == true)
    }
  }

  @Test("refuses to read a file above the size limit")
  func large() throws {
    let folder = try folder
    temporary.write("file", "")
    truncate("\(temporary.path)/file", OwnFolder.largestFile + 1)
    let problem = #expect(throws: Problem.self) { try folder.bytes(of: "file") }
    #expect(problem?.code == "file-too-large")
  }
}
