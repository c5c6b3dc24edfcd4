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

/// Another process writes and says every identifier that it was told is durable; it is killed, again and again.
@Suite("A process that is killed")
struct KillTests {
  static var writer: String {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("storage-writer").path
  }

  @Test("every identifier it said is there, and the lock of the killed is free at once")
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
      // Killed after some number of lines, in the middle of whatever four writers do by then.
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
