import Foundation
import Kernel
import Testing

@testable import Shell

@Suite("A folder of one's own")
struct OwnFolderTests {
  let temporary = TemporaryFolder()
  var folder: OwnFolder { get throws(Problem) { try OwnFolder(temporary.path) } }

  @Test("and its files can be entered and read by its owner only")
  func modes() async throws {
    let inner = try folder.inside("inner")
    try await inner.write("file", [1, 2, 3])
    #expect(temporary.mode("") == 0o700 && temporary.mode("inner") == 0o700 && temporary.mode("inner/file") == 0o600)
  }

  @Test("gives back what was written, and nil for what never was", arguments: [0, 1, 65_535, 65_536, 65_537, 1 << 20])
  func roundTrip(count: Int) async throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    try await folder.write("file", bytes)
    #expect(try await folder.read("file") == bytes)
    #expect(try await folder.read("other") == nil)
    #expect(temporary.names == ["file"], "nothing is left beside it")
  }

  @Test(
    "refuses names that climb or hide",
    arguments: [
      "..", ".", "", "a/b", "/etc/passwd", "../x", ".file", "a b", "é", "a\u{0}b", String(repeating: "a", count: 65),
    ])
  func names(name: String) async throws {
    let folder = try folder
    await #expect(throws: Problem.self) { try await folder.write(name, [1]) }
    await #expect(throws: Problem.self) { try await folder.read(name) }
    #expect(throws: Problem.self) { try folder.inside(name) }
    #expect(temporary.names.isEmpty)
  }

  @Test("follows no link: it reads nothing through one, and puts its own file in the link's place")
  func links() async throws {
    let folder = try folder
    temporary.write("target", "theirs")
    try FileManager.default.createSymbolicLink(
      atPath: "\(temporary.path)/file", withDestinationPath: "\(temporary.path)/target")
    let problem = await #expect(throws: Problem.self) { try await folder.read("file") }
    #expect(problem?.code == "file-error")
    try await folder.write("file", Array("mine".utf8))
    #expect(temporary.bytes("target") == Array("theirs".utf8) && temporary.bytes("file") == Array("mine".utf8))
  }

  @Test("leaves what was there when the new cannot take its place")
  func atomic() async throws {
    let folder = try folder
    // A folder of that name with something in it cannot be replaced by a file, whoever tries.
    try FileManager.default.createDirectory(atPath: "\(temporary.path)/file/inner", withIntermediateDirectories: true)
    let problem = await #expect(throws: Problem.self) { try await folder.write("file", [1]) }
    #expect(problem?.safe == "What was kept before is untouched.")
    #expect(temporary.names == ["file"], "the half-done is taken away")
    #expect(throws: Problem.self) { try folder.bytes(of: "file") }
  }

  @Test("makes a file where there is none, and leaves the one that is there")
  func creates() throws {
    let folder = try folder
    #expect(try folder.create("file", with: [1]))
    #expect(try !folder.create("file", with: [2]))
    #expect(try folder.bytes(of: "file") == [1] && temporary.names == ["file"] && temporary.mode("file") == 0o600)
  }

  @Test("holds one of the files that were written at once, and that one whole")
  func together() async throws {
    let folder = try folder
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<32 as Range<UInt8> {
        group.addTask { try await folder.write("file", Array(repeating: number, count: 50_000)) }
      }
      try await group.waitForAll()
    }
    let bytes = try #require(try folder.bytes(of: "file"))
    #expect(bytes.count == 50_000 && Set(bytes).count == 1 && temporary.names == ["file"])
  }

  @Test("is refused where a file stands in its way, with what to do")
  func inTheWay() throws {
    _ = try folder
    temporary.write("file", "x")
    for path in ["\(temporary.path)/file", "\(temporary.path)/file/inner", ""] {
      let problem = #expect(throws: Problem.self) { try OwnFolder(path) }
      #expect(problem?.code == "no-folder" && problem?.remedy.contains("--data DIR") == true)
    }
  }

  @Test("refuses a file that is larger than any it wrote")
  func large() throws {
    let folder = try folder
    temporary.write("file", "")
    truncate("\(temporary.path)/file", OwnFolder.largestFile + 1)
    let problem = #expect(throws: Problem.self) { try folder.bytes(of: "file") }
    #expect(problem?.code == "file-too-large")
  }
}
