import Foundation
import Testing

@testable import Files

struct PrivateFileTests {
  private func failure(_ body: () throws(PrivateFileFailure) -> Void) -> PrivateFileFailure? {
    do throws(PrivateFileFailure) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "what is written is read back, by its owner only, and no temporary file stays",
    arguments: [0, 1, 4096, 4097, 70_000])
  func roundTrip(count: Int) throws {
    let folder = try TestFolder()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let created = PrivateFile("\(folder.path)/created")
    let replaced = PrivateFile("\(folder.path)/replaced")
    #expect(try created.bytes(upTo: 1) == nil)
    #expect(try created.create(bytes))
    try replaced.replace(with: [1, 2, 3])
    try replaced.replace(with: bytes)
    for file in [created, replaced] {
      #expect(try file.bytes(upTo: 100_000) == bytes)
      #expect(try file.bytes(upTo: 4000) == Array(bytes.prefix(4000)))
    }
    #expect(try folder.names == ["created", "replaced"])
    #expect(try folder.mode("created") == 0o600 && folder.mode("replaced") == 0o600)
  }

  @Test("an existing file is not created again; of many at once exactly one creates it, whole")
  func together() async throws {
    let folder = try TestFolder()
    let file = PrivateFile("\(folder.path)/key")
    let first = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<32 as Range<UInt8> {
        group.addTask { try file.create(Array(repeating: number, count: 10_000)) }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    let bytes = try #require(try file.bytes(upTo: 20_000))
    #expect(first == 1 && bytes.count == 10_000 && Set(bytes).count == 1)
    #expect(try !file.create([1]) && file.bytes(upTo: 20_000) == bytes)
    #expect(try folder.names == ["key"])
  }

  @Test("a file that others can read is refused, unless it may be shared")
  func shared() throws {
    let folder = try TestFolder()
    let file = PrivateFile("\(folder.path)/key")
    try file.replace(with: [7])
    chmod(file.path, 0o640)
    #expect(failure { () throws(PrivateFileFailure) in _ = try file.bytes(upTo: 10) } == .shared)
    #expect(try file.bytes(upTo: 10, mayBeShared: true) == [7])
    try file.replace(with: [8])
    #expect(try file.bytes(upTo: 10) == [8])
  }

  @Test("a symbolic link is not followed: reading fails, creating leaves it, replacing replaces the link alone")
  func links() throws {
    let folder = try TestFolder()
    try PrivateFile("\(folder.path)/target").replace(with: [1])
    try folder.link("key", to: "target")
    let file = PrivateFile("\(folder.path)/key")
    let reading = failure { () throws(PrivateFileFailure) in _ = try file.bytes(upTo: 10) }
    #expect(reading == .unreadable(reason: "Too many levels of symbolic links"))
    #expect(try !file.create([2]))
    try file.replace(with: [3])
    #expect(try file.bytes(upTo: 10) == [3])
    #expect(try PrivateFile("\(folder.path)/target").bytes(upTo: 10) == [1])
  }

  @Test("a write that fails leaves no temporary file and what was there")
  func atomic() throws {
    let folder = try TestFolder()
    let missing = PrivateFile("\(folder.path)/missing/key")
    for write in [{ _ = try missing.create([1]) }, { try missing.replace(with: [1]) }] as [() throws -> Void] {
      #expect(throws: PrivateFileFailure.unwritable(reason: "No such file or directory")) { try write() }
    }
    // A folder of that name cannot be replaced.
    try FileManager.default.createDirectory(atPath: "\(folder.path)/key", withIntermediateDirectories: false)
    let blocked = PrivateFile("\(folder.path)/key")
    #expect(failure { () throws(PrivateFileFailure) in try blocked.replace(with: [1]) } != nil)
    #expect(try !blocked.create([1]))
    #expect(try folder.names == ["key"])
  }

  @Test("a folder is made with its parents, for its owner only; a file in its way is named")
  func folders() throws {
    let folder = try TestFolder()
    try PrivateFolder.make("\(folder.path)/one/two")
    try PrivateFolder.make("\(folder.path)/one/two")
    #expect(try folder.mode("one") == 0o700 && folder.mode("one/two") == 0o700)
    try PrivateFile("\(folder.path)/file").replace(with: [])
    #expect(throws: PrivateFolderFailure(folder: "\(folder.path)/file/inner", reason: "Not a directory")) {
      try PrivateFolder.make("\(folder.path)/file/inner/most")
    }
  }
}
