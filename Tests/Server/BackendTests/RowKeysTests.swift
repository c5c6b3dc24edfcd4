import Catalog
import Foundation
import Kernel
import SQLiteStore
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

  @Test("without a keyring nothing is sealed, and on PostgreSQL it is refused")
  func refused() async throws {
    let folder = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = BackendOptions(folder: folder, schema: .products)
    options.port = 0
    options.sealing = .keyring(environment: [:])
    let missing = await #expect(throws: Problem.self) { _ = try await Backend.start(options) }
    #expect(missing?.remedy.isEmpty == false)
    #expect(try !SQLiteStore.isSealed(folder))
    options.sealing = .file
    options.database = "postgres://nobody@127.0.0.1:1/none"
    let other = await #expect(throws: Problem.self) { _ = try await Backend.start(options) }
    #expect(other?.code == "seal-on-postgres")
  }
}
