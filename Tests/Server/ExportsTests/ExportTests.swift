import Covers
import Foundation
import JSON
import Kernel
import Relational
import Testing
import Tokens
import Transport

@testable import Exports

@Suite("Exports", .timeLimit(.minutes(10)))
struct ExportTests {
  private func staged(_ store: Store = .sqlite, _ body: (Stage) async throws -> Void) async throws {
    let stage = try await Stage(store)
    do {
      try await body(stage)
    } catch {
      await stage.end()
      throw error
    }
    await stage.end()
  }

  @Test("an export holds the person's rows, account and files, and nobody else's", arguments: Store.all)
  func whole(store: Store) async throws {
    try await staged(store) { stage in
      // More than one page.
      try await stage.add(1_203, of: Stage.ada)
      try await stage.add(3, of: Stage.bob, "not hers")
      let exports = stage.exports()
      await exports.begin()
      let token = try await stage.ready(exports)
      let download = try await stage.ask(exports, "GET", "/file?token=\(token)", as: nil)
      #expect(download.status == 200 && download.headers["content-type"] == "application/zip")
      #expect(download.headers["content-disposition"] == "attachment; filename=\"export-2026-01-15.zip\"")
      let entries = try stage.unpacked(download.body)
      #expect(
        Set(entries.keys) == [
          "README.txt", "account.json", "data/notes.json", "data/notes.csv", "files/pictures/lunch.jpg",
          "manifest.json",
        ])
      let rows = try #require(try JSON(text: entries["data/notes.json"] ?? "").array)
      #expect(entries["README.txt"]?.contains("To bring your entries back, open the app") == true)
      let manifest = try JSON(text: entries["manifest.json"] ?? "")
      #expect(manifest["format"] == "troupe-account" && manifest["version"] == 1)
      #expect(manifest["owner"] == .string(Stage.ada) && manifest["files"] == 1)
      #expect(manifest["tables"] == [["name": "notes", "rows": 1_203, "synced": true]])
      // A row a line, as devices read it.
      #expect(entries["data/notes.json"]?.split(separator: "\n").count == 1_205)
      #expect(rows.count == 1_203 && Set(rows.compactMap { $0["count"]?.number }).count == 1_203)
      #expect(rows.allSatisfy { $0["owner"] == .string(Stage.ada) })
      let csv = entries["data/notes.csv"] ?? ""
      #expect(csv.components(separatedBy: "\r\n").count == 1_205)
      #expect(csv.contains("\"Bread, \"\"butter\"\"\nand jam 7\",7"))
      #expect(entries["files/pictures/lunch.jpg"] == "picture of \(Stage.ada)")
      #expect(try JSON(text: entries["account.json"] ?? "")["account"]?["id"] == .string(Stage.ada))
      #expect(!download.text.contains("not hers"))
      await exports.close()
    }
  }

  @Test(
    "the archive on disk and the database hold neither a row nor the link's secret", .covers("yh-S04.6.2-L7"),
    arguments: Store.all)
  func sealed(store: Store) async throws {
    try await staged(store) { stage in
      try await stage.add(2, of: Stage.ada, "a marked word")
      let exports = stage.exports()
      let asked = try await stage.ask(exports, "POST")
      let secret = try #require(asked.token.split(separator: ".").last).description
      func rows() async throws -> String {
        let rows = try await stage.database.look { session throws(Failure) in
          try session.rows("select * from exports", [])
        }
        return "\(rows)"
      }
      // Also while it waits to be packed.
      #expect(try await !rows().contains(secret))
      await exports.begin()
      await exports.idle()
      #expect(try await !rows().contains(secret) && stage.archives.count == 1)
      let file = try Data(contentsOf: URL(filePath: "\(stage.folder)/exports/\(stage.archives[0])"))
      for word in ["a marked word", "README", secret] { #expect(file.range(of: Data(word.utf8)) == nil) }
      let mode = try FileManager.default.attributesOfItem(atPath: "\(stage.folder)/exports/\(stage.archives[0])")
      #expect(mode[.posixPermissions] as? Int == 0o600)
      #expect(stage.letters.withLock { $0 } == ["\(Stage.ada) https://a/exports/v1/file?token=\(asked.token)"])
      await exports.close()
    }
  }

  @Test("a guessed, altered or foreign link gets the answer of one that never was")
  func guessing() async throws {
    try await staged { stage in
      let exports = stage.exports { $0.tries = 1_000 }
      await exports.begin()
      let (mine, theirs) = (try await stage.ready(exports), try await stage.ready(exports, as: Stage.bob))
      let parts = mine.split(separator: ".").map(String.init)
      let other = theirs.split(separator: ".").map(String.init)
      let nothing = try await stage.ask(exports, "GET", "/file?token=rubbish", as: nil)
      #expect(nothing.status == 404)
      var guesses = [
        "", parts[0], ".", "\(parts[0]).", "\(parts[0]).\(other[1])", "\(other[0]).\(parts[1])", "\(mine).\(mine)",
        "\(parts[0]).\(parts[1])A", "\(parts[0]).\(String(repeating: "A", count: 43))",
        "0198f0f0-0000-7000-8000-000000000001.\(parts[1])", String(repeating: "x", count: 5_000), "%00.%20",
      ]
      for index in stride(from: 0, to: parts[1].count, by: 5) {
        var letters = Array(parts[1])
        letters[index] = letters[index] == "A" ? "B" : "A"
        guesses.append("\(parts[0]).\(String(letters))")
      }
      for guess in guesses {
        let answer = try await stage.ask(exports, "GET", "/file?token=\(guess)", as: nil)
        #expect(answer.status == 404 && answer.body == nothing.body, "\(guess)")
      }
      // Not even its owner reads it without the link, and no try has used up a download.
      #expect(try await stage.ask(exports, "GET", "/file").status == 404)
      #expect(try await stage.ask(exports, "GET").json["export"]?["downloads_left"] == 5)
      #expect(try await stage.ask(exports, "GET", "/file?token=\(mine)", as: nil).status == 200)
      await exports.close()
    }
  }

  @Test("nothing is exported for a person who has withdrawn the consent, and a link that they have does not open")
  func withdrawnConsent() async throws {
    try await staged { stage in
      let exports = stage.exports()
      await exports.begin()
      let mine = try await stage.ready(exports)
      stage.withdrawn.withLock { $0 = [Stage.ada] }
      #expect(try await stage.ask(exports, "GET", "/file?token=\(mine)", as: nil).status == 403)
      let asked = try await stage.ask(exports, "POST")
      #expect(asked.status == 403 && asked.json["code"] == "consent_withdrawn")
      // A guess learns nothing of it, and others are not concerned.
      #expect(try await stage.ask(exports, "GET", "/file?token=rubbish", as: nil).status == 404)
      #expect(try await stage.ask(exports, "POST", as: Stage.bob).status == 202)
      stage.withdrawn.withLock { $0 = [] }
      #expect(try await stage.ask(exports, "GET", "/file?token=\(mine)", as: nil).status == 200)
      await exports.close()
    }
  }

  @Test("tries are limited for each network, and allowed again a minute later")
  func limited() async throws {
    try await staged { stage in
      let exports = stage.exports { $0.tries = 3 }
      for _ in 0..<3 { #expect(try await stage.ask(exports, "GET", "/file?token=a", as: nil).status == 404) }
      let refused = try await stage.ask(exports, "GET", "/file?token=a", as: nil)
      #expect(refused.status == 429 && refused.headers["retry-after"] == "60")
      #expect(try await stage.ask(exports, "GET", "/file?token=a", as: nil, from: "10.0.0.1").status == 404)
      await stage.time.advance(by: .seconds(60), settling: Settling())
      #expect(try await stage.ask(exports, "GET", "/file?token=a", as: nil).status == 404)
      var limit = TryLimit()
      for number in 0..<10_100 { _ = limit.take("client \(number)", most: 3, at: 0) }
      #expect(!limit.take("another", most: 3, at: 0) && limit.take("client 1", most: 3, at: 0))
    }
  }

  @Test("a link ends after its downloads, and after 72 hours with its file", arguments: Store.all)
  func ends(store: Store) async throws {
    try await staged(store) { stage in
      let exports = stage.exports()
      await exports.begin()
      let token = try await stage.ready(exports)
      let looked = try await stage.ask(exports, "HEAD", "/file?token=\(token)", as: nil)
      #expect(looked.status == 200)
      for _ in 0..<5 { #expect(try await stage.ask(exports, "GET", "/file?token=\(token)", as: nil).status == 200) }
      #expect(try await stage.ask(exports, "GET", "/file?token=\(token)", as: nil).status == 410)
      #expect(try await stage.ask(exports, "GET").json["export"]?["downloads_left"] == 0)
      let other = try await stage.ready(exports, as: Stage.bob)
      await stage.time.advance(by: .seconds(72 * 3600 - 1), settling: Settling())
      #expect(try await stage.ask(exports, "GET", "/file?token=\(other)", as: nil).status == 200)
      await stage.time.advance(by: .seconds(1), settling: Settling())
      #expect([404, 410].contains(try await stage.ask(exports, "GET", "/file?token=\(other)", as: nil).status))
      #expect(try await stage.ask(exports, "GET", as: Stage.bob).json["export"] == .null)
      await exports.sweep()
      #expect(stage.archives == [])
      await exports.close()
    }
  }

  @Test("one export of a person is made at a time, a finished one is replaced after a pause", arguments: Store.all)
  func one(store: Store) async throws {
    try await staged(store) { stage in
      let exports = stage.exports()
      let answers = try await withThrowingTaskGroup(of: Stage.Answer.self) { group in
        for _ in 0..<8 { group.addTask { try await stage.ask(exports, "POST") } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      // A request that came at the same moment may be told to try again.
      #expect(answers.count { $0.status == 202 } == 1)
      #expect(answers.allSatisfy { [200, 202, 503].contains($0.status) && ($0.status == 202 || $0.token == "") })
      let first = try #require(answers.first { $0.status == 202 }).token
      await exports.begin()
      await exports.idle()
      let soon = try await stage.ask(exports, "POST")
      #expect(soon.status == 429 && soon.headers["retry-after"] == "600")
      await stage.time.advance(by: .seconds(600), settling: Settling())
      let second = try await stage.ready(exports)
      #expect(try await stage.ask(exports, "GET", "/file?token=\(first)", as: nil).status == 404)
      #expect(try await stage.ask(exports, "GET", "/file?token=\(second)", as: nil).status == 200)
      #expect(stage.archives.count == 1)
      #expect(try await stage.ask(exports, "DELETE").status == 204)
      #expect(try await stage.ask(exports, "GET", "/file?token=\(second)", as: nil).status == 404)
      #expect(stage.archives == [])
      await exports.close()
    }
  }

  @Test("what a stopped or killed server left is packed by the next, under the same link", arguments: Store.all)
  func restart(store: Store) async throws {
    try await staged(store) { stage in
      let first = stage.exports()
      let asked = try await stage.ask(first, "POST")
      // Killed while it packed: the row is taken, and half a file lies there.
      let row = try await stage.database.transact { session throws(Failure) in
        try ExportTable.take("ticket", until: 1_768_478_400_000 + 600_000, at: 1_768_478_400_000, session)
      }
      let id = try #require(row?.id)
      try FileManager.default.createDirectory(atPath: "\(stage.folder)/exports", withIntermediateDirectories: true)
      try Data("half".utf8).write(to: URL(filePath: "\(stage.folder)/exports/.new-\(id)"))
      let second = stage.exports()
      await second.begin()
      await second.idle()
      // Another server may still be at it.
      #expect(try await stage.ask(second, "GET").state == "packing")
      await stage.time.advance(by: .seconds(600), settling: Settling())
      await second.wakeUp()
      await second.idle()
      #expect(try await stage.ask(second, "GET").state == "ready")
      #expect(stage.archives == [id])
      #expect(try await stage.ask(second, "GET", "/file?token=\(asked.token)", as: nil).status == 200)
      await second.close()
    }
  }

  @Test(
    "an export that takes longer than five minutes goes on in the background, and its link is sent when it is ready",
    .covers("yh-S04.6.2-E1"), arguments: Store.all)
  func long(store: Store) async throws {
    try await staged(store) { stage in
      let (began, beginning) = AsyncStream.makeStream(of: Void.self)
      let (released, release) = AsyncStream.makeStream(of: Void.self)
      stage.reading.withLock {
        $0 = { () async throws(Problem) in
          beginning.yield()
          for await _ in released { break }
        }
      }
      let exports = stage.exports()
      await exports.begin()
      let asked = try await stage.ask(exports, "POST")
      for await _ in began { break }
      await stage.time.advance(by: .seconds(301), settling: Settling())
      #expect(try await stage.ask(exports, "GET").state == "packing" && stage.letters.withLock { $0.isEmpty })
      // Asked for again, it is the same export.
      #expect(try await stage.ask(exports, "POST").status == 200)
      release.yield()
      await exports.idle()
      #expect(try await stage.ask(exports, "GET").state == "ready")
      #expect(stage.letters.withLock { $0 } == ["\(Stage.ada) https://a/exports/v1/file?token=\(asked.token)"])
      #expect(try await stage.ask(exports, "GET", "/file?token=\(asked.token)", as: nil).status == 200)
      await exports.close()
    }
  }

  @Test("an export that fails is tried again, then given up, and may be asked for at once", arguments: Store.all)
  func failing(store: Store) async throws {
    try await staged(store) { stage in
      let attempts = Locked(0)
      stage.reading.withLock {
        $0 = { () async throws(Problem) in
          attempts.withLock { $0 += 1 }
          throw Problem("disk", "The disk is away.", remedy: "Wait.")
        }
      }
      let exports = stage.exports { $0.attempts = 2 }
      await exports.begin()
      #expect(try await stage.ask(exports, "POST").status == 202)
      await exports.idle()
      #expect(try await stage.ask(exports, "GET").state == "waiting")
      await stage.time.advance(by: .seconds(60), settling: Settling())
      await exports.wakeUp()
      await exports.idle()
      #expect(try await stage.ask(exports, "GET").state == "failed" && attempts.withLock { $0 } == 2)
      #expect(stage.archives == [] && stage.letters.withLock { $0.isEmpty })
      stage.reading.withLock { $0 = nil }
      _ = try await stage.ready(exports)
      await exports.close()
    }
  }

  @Test("an archive past the bound is given up, and leaves nothing")
  func tooLarge() async throws {
    try await staged { stage in
      try await stage.add(1_000, of: Stage.ada, UUID().uuidString)
      let exports = stage.exports { $0.largest = 5_000 }
      await exports.begin()
      #expect(try await stage.ask(exports, "POST").status == 202)
      await exports.idle()
      #expect(try await stage.ask(exports, "GET").state == "failed")
      #expect(stage.archives == [])
      await exports.close()
    }
  }

  @Test("an export that is withdrawn while it is packed leaves nothing and announces nothing")
  func withdrawn() async throws {
    try await staged { (stage: Stage) async throws in
      let exports = stage.exports()
      stage.reading.withLock {
        $0 = { () async throws(Problem) in
          do throws(Failure) { try await exports.forget(Stage.ada) } catch { Issue.record("not forgotten") }
        }
      }
      await exports.begin()
      #expect(try await stage.ask(exports, "POST").status == 202)
      await exports.idle()
      #expect(try await stage.ask(exports, "GET").json["export"] == .null)
      #expect(stage.archives == [] && stage.letters.withLock { $0.isEmpty })
      await exports.close()
    }
  }

  @Test("strangers, wrong methods and unknown places are refused")
  func refused() async throws {
    try await staged { (stage: Stage) async throws in
      let exports = stage.exports()
      for method in ["GET", "POST", "DELETE"] {
        #expect(try await stage.ask(exports, method, as: nil).status == 401)
      }
      #expect(try await stage.ask(exports, "PUT").status == 405)
      #expect(try await stage.ask(exports, "POST", "/file?token=a").status == 405)
      #expect(try await stage.ask(exports, "GET", "/rubbish").status == 404)
      #expect(try await stage.ask(exports, "DELETE").status == 204)
    }
  }

  @Test("a sealed archive that is cut short or altered ends early")
  func damaged() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sealed-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let key = ExportSecret().key(of: "a")
    for size in [0, 1, SealedArchive.block, SealedArchive.block + 1, 3 * SealedArchive.block] {
      let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let writer = try ArchiveWriter("\(folder)/new", key: key, largest: 1 << 20)
      try writer.write(content)
      try writer.keep(at: "\(folder)/file")
      func read(_ key: [UInt8]) async -> [UInt8] {
        guard let reader = ArchiveReader("\(folder)/file", key: key) else { return [] }
        var all: [UInt8] = []
        while let piece = await reader.next() { all += piece }
        return all
      }
      #expect(await read(key) == content)
      #expect(await read(ExportSecret().key(of: "a")) == [])
      guard size > 0 else { continue }
      var bytes = try Data(contentsOf: URL(filePath: "\(folder)/file"))
      let whole = bytes
      bytes[bytes.count - 5] ^= 1
      try bytes.write(to: URL(filePath: "\(folder)/file"))
      #expect(await read(key).count < size)
      try whole.dropLast(9).write(to: URL(filePath: "\(folder)/file"))
      #expect(await read(key).count < size)
    }
  }
}
