import Chance
import Foundation
import Kernel
import Testing

@testable import Storage

struct Entry: Kept {
  static let collection = "entries"
  var id: ID<Entry>
  var at: Date
  var text: String
  var when: Date { at }
}

/// Another process writes records and prints each identifier confirmed as durable; it is killed repeatedly.
@Suite("A killed process")
struct KillTests {
  static var writer: String {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("storage-writer").path
  }

  @Test("leaves every confirmed record in the store and releases its lock at once")
  func kills() async throws {
    let folder = try TestFolder()
    let keyFile = folder.path + "/master.key"
    var said: Set<String> = []
    var random = try FuzzPlan.generator(for: "KillTests.kills")
    for round in 0..<20 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: KillTests.writer)
      process.arguments = [folder.path, keyFile]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      // Killed after a random number of lines, in the middle of whatever its four writers are doing.
      let enough = Int.random(in: 1...200, using: &random)
      var text = ""
      var isKilled = false
      while case let bytes = pipe.fileHandleForReading.availableData, !bytes.isEmpty {
        text += String(decoding: bytes, as: UTF8.self)
        if !isKilled, text.utf8.count > enough * 37 {
          kill(process.processIdentifier, SIGKILL)
          isKilled = true
        }
      }
      process.waitUntilExit()
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      try #require(lines.first == "ready", "round \(round): \(text.prefix(300))")
      #expect(!text.contains("failed"))
      said.formUnion(lines.dropFirst())

      let key = try await KeyStore.file(keyFile).key()
      let store = try await Store.open(in: FolderLock(folder.path), key: key)
      let entries = try await store.collection(Entry.self, .owned(.entered))
      let found = Set(try await entries.records().map(\.id.description))
      #expect(said.isSubset(of: found), "round \(round) lost \(said.subtracting(found).count)")
      #expect(try await store.outbox.counts().waiting == found.count)
      #expect(try await store.problems().isEmpty)
      await store.close()
    }
    #expect(said.count > 500)
  }
}
