import Catalog
import Foundation
import Kernel
import SQLiteStore
import Storage
import Testing

@testable import Backend

@Suite("The key of a sealed server")
struct RowKeysTests {
  @Test("a passphrase opens the rows again, and another does not", .timeLimit(.minutes(2)))
  func passphrase() async throws {
    let folder = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func start(_ words: String) async throws(Problem) -> Backend {
      var options = BackendOptions(folder: folder, schema: .products)
      options.port = 0
      options.sealing = .passphrase(Redacted(words))
      return try await Backend.start(options)
    }
    await (try start("the right words")).stop()
    #expect(try SQLiteStore.isSealed(folder))
    let refused = await #expect(throws: Problem.self) { try await start("other words") }
    #expect(refused?.code == "wrong-passphrase")
    await (try start("the right words")).stop()
  }

  @Test("a store that the program hands in has the key under one name, with which the rows open again")
  func custom() async throws {
    let folder = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let kept = Locked<[String: [UInt8]]>([:])
    let store = { @Sendable (name: String) in
      KeyStore(
        load: { () throws(Problem) in
          try kept.withLock { $0[name] }.map { bytes throws(Problem) in try MasterKey(bytes) }
        },
        keep: { key throws(Problem) in kept.withLock { $0[name] = key.revealed } })
    }
    func start() async throws(Problem) -> Backend {
      var options = BackendOptions(folder: folder, schema: .products)
      options.port = 0
      options.sealing = .custom(store)
      return try await Backend.start(options)
    }
    await (try start()).stop()
    #expect(try SQLiteStore.isSealed(folder))
    let names = kept.withLock { $0.keys.map(\.self) }
    #expect(names.count == 1 && names.allSatisfy { $0.hasPrefix("server/") })
    await (try start()).stop()
    #expect(kept.withLock { $0.count } == 1)
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/rows.key"))
    kept.withLock { $0 = [:] }
    await #expect(throws: Problem.self) { _ = try await start() }
  }

  @Test("where the key cannot be kept nothing is sealed, and on PostgreSQL it is refused")
  func refused() async throws {
    let folder = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = BackendOptions(folder: folder, schema: .products)
    options.port = 0
    let gone = Problem("no-keyring", "There is no keyring.", remedy: "Use a file.")
    options.sealing = .custom { _ in
      KeyStore(load: { () throws(Problem) in throw gone }, keep: { _ throws(Problem) in throw gone })
    }
    let missing = await #expect(throws: Problem.self) { _ = try await Backend.start(options) }
    #expect(missing?.code == gone.code)
    #expect(try !SQLiteStore.isSealed(folder))
    options.sealing = .file
    options.database = "postgres://nobody@127.0.0.1:1/none"
    let other = await #expect(throws: Problem.self) { _ = try await Backend.start(options) }
    #expect(other?.code == "seal-on-postgres")
  }
}
