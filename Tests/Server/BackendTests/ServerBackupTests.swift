import Catalog
import Foundation
import JSON
import Kernel
import Testing
import Tokens

@testable import Backend

@Suite("The backup of a server")
struct ServerBackupTests {
  private static let words = Redacted("correct horse battery staple")
  private static let name = "0123456789abcdef0123456789abcdef"

  /// A server with one row and one uploaded file, whose folder stays after it has stopped.
  private func served(_ body: (Running, String) async throws -> Void) async throws {
    try await running { server in
      let token = try await server.signUp()
      let anon = server.backend.keys.anon
      _ = try await server.ask("POST", "/rest/v1/todos", key: anon, bearer: token, body: #"{"title":"kept"}"#)
      try ServerBackupTests.add(ServerBackupTests.name, to: server.folder)
      try await body(server, token)
    }
  }

  private static func add(_ name: String, to folder: String) throws {
    let place = "\(folder)/objects/\(name.prefix(2))"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try Data("a picture \(name)".utf8).write(to: URL(filePath: "\(place)/\(name)"))
  }

  private static func file(_ name: String, in folder: String) -> String? {
    (try? Data(contentsOf: URL(filePath: "\(folder)/objects/\(name.prefix(2))/\(name)"))).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test("has the database and its files, and appears whole or not at all")
  func whole() async throws {
    let place = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: place) }
    try await served { server, token in
      try Data("half".utf8).write(to: URL(filePath: "\(server.folder)/objects/.upload"))
      let backup = ServerBackup("\(place)/backup")
      let outcome = try await backup.write(of: server.folder, keys: nil)
      #expect(outcome.files == 1 && !outcome.hasKeys)
      #expect(
        ServerBackupTests.file(ServerBackupTests.name, in: "\(place)/backup") == "a picture \(ServerBackupTests.name)")
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(place)/backup").sorted()
      #expect(names == ["objects", "troupe.sqlite"])
      // A second one under its name is refused, and the first stays.
      await #expect(throws: Problem.self) { try await backup.write(of: server.folder, keys: nil) }
      // One that fails leaves nothing.
      await #expect(throws: Problem.self) {
        try await ServerBackup("\(place)/other").write(of: "\(place)/nowhere", keys: nil)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["backup"])
    }
  }

  @Test("may be named with a slash at its end, lies outside of the server's folder, and says what it leaves out")
  func places() async throws {
    let place = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: place) }
    try await served { server, _ in
      try FileManager.default.createDirectory(
        atPath: "\(server.folder)/objects/resumable", withIntermediateDirectories: true)
      try Data("half".utf8).write(to: URL(filePath: "\(server.folder)/objects/resumable/\(ServerBackupTests.name)"))
      let outcome = try await ServerBackup("\(place)/backup//").write(of: server.folder, keys: nil)
      #expect(outcome.files == 1 && outcome.unfinishedUploads == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["backup"])
      try FileManager.default.createSymbolicLink(atPath: "\(place)/link", withDestinationPath: server.folder)
      for within in ["\(server.folder)/copy", "\(server.folder)/objects/copy", "\(place)/link/copy"] {
        let problem = await #expect(throws: Problem.self) {
          try await ServerBackup(within).write(of: server.folder, keys: nil)
        }
        #expect(problem?.code == "backup-within")
        #expect(!FileManager.default.fileExists(atPath: within))
      }
    }
  }

  @Test("with its keys keeps the keys of the project elsewhere, and opens with its passphrase only")
  func keys() async throws {
    let place = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: place) }
    let backup = ServerBackup("\(place)/backup")
    let anon = Locked("")
    try await served { server, token in
      anon.withLock { $0 = server.backend.keys.anon }
      _ = try Backend.rotateKeys(in: server.folder, to: .es256)
      #expect(try await backup.write(of: server.folder, keys: ServerBackupTests.words).hasKeys)
      let secret = try Data(contentsOf: URL(filePath: "\(server.folder)/jwt.secret"))
      for name in try FileManager.default.contentsOfDirectory(atPath: "\(place)/backup") where name.hasPrefix("keys") {
        #expect(try Data(contentsOf: URL(filePath: "\(place)/backup/\(name)")).range(of: secret) == nil)
      }
    }
    let target = "\(place)/server"
    await #expect(throws: Problem.self) { try await backup.restore(into: target, keys: Redacted("a guess")) }
    #expect(!FileManager.default.fileExists(atPath: "\(target)/troupe.sqlite"))
    let outcome = try await backup.restore(into: target, keys: ServerBackupTests.words)
    #expect(outcome.hasKeys && outcome.files == 1 && outcome.former == nil && !outcome.keepsFiles)
    let signing = try Data(contentsOf: URL(filePath: "\(target)/signing.keys"))
    #expect(String(decoding: signing, as: UTF8.self).contains("PRIVATE KEY"))
    var options = BackendOptions(folder: target, schema: .products)
    options.port = 0
    let restored = try await Backend.start(options)
    let pull = #"{"device":"00000000-0000-4000-8000-000000000001","cursors":{"todos":null},"epoch":null}"#
    #expect(restored.keys.anon == anon.withLock { $0 })
    let told = try await Running.asked(restored, "/rest/v1/rpc/sync_pull", try await Running.signedIn(restored), pull)
    await restored.stop()
    #expect(told["changes"]?.array?.first?["row"]?["title"] == "kept")

    // Keys that were rotated since are newer.
    _ = try Backend.rotateKeys(in: target, to: .es256)
    let newer = try Data(contentsOf: URL(filePath: "\(target)/signing.keys"))
    _ = try await backup.restore(into: target, replacing: true, keys: ServerBackupTests.words)
    #expect(try Data(contentsOf: URL(filePath: "\(target)/signing.keys")) == newer && newer != signing)

    // A folder with keys of its own is not given others.
    let other = "\(place)/other"
    _ = try Backend.keys(in: other)
    await #expect(throws: Problem.self) { try await backup.restore(into: other, keys: ServerBackupTests.words) }
    #expect(!FileManager.default.fileExists(atPath: "\(other)/troupe.sqlite"))
  }

  @Test("replaces a database only if that is wanted, and files that it does not know stay until they are forgotten")
  func replacing() async throws {
    let place = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: place) }
    let later = "ff23456789abcdef0123456789abcdef"
    let target = "\(place)/server"
    try await served { server, _ in
      _ = try await ServerBackup("\(place)/backup").write(of: server.folder, keys: nil)
      _ = try await ServerBackup("\(place)/backup").restore(into: target)
    }
    try ServerBackupTests.add(later, to: target)
    await #expect(throws: Problem.self) { try await ServerBackup("\(place)/backup").restore(into: target) }
    let outcome = try await ServerBackup("\(place)/backup").restore(into: target, replacing: true)
    #expect(outcome.former == "\(target)/troupe.sqlite.before" && outcome.keepsFiles)

    func ageAll() throws {
      for name in [later, ServerBackupTests.name] {
        let path = "\(target)/objects/\(name.prefix(2))/\(name)"
        guard FileManager.default.fileExists(atPath: path) else { continue }
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -90_000)], ofItemAtPath: path)
      }
    }
    /// Starts the server and lets a day pass, after which it sweeps.
    func days() async throws {
      try ageAll()
      let (clock, settling) = (ManualTime(Moment(Date(timeIntervalSince1970: 1_900_000_000))), Settling())
      var options = BackendOptions(folder: target, schema: .products)
      options.port = 0
      let server = try await Backend.start(options, time: clock.time)
      await clock.advance(by: .seconds(86_400), settling: settling)
      await server.stop()
    }
    try await days()
    #expect(ServerBackupTests.file(later, in: target) != nil)
    #expect(Backend.forgetKeptFiles(in: target))
    #expect(!Backend.forgetKeptFiles(in: target))
    try await days()
    #expect(ServerBackupTests.file(later, in: target) == nil)
  }
}
