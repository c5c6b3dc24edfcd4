import Covers
import FoundationEssentials
import Kernel
import Storage
import Testing
import Zip

@testable import Portability

@Suite("An export") struct RoundTripTests {
  private static func odd(_ number: Int) -> Everything {
    var one = Everything(
      id: ID(UUID()), at: Date(timeIntervalSinceReferenceDate: Double(number) * 86_400.1234567), other: UUID())
    one.text =
      ["", "plain", "=SUM(A1)", "a,b\"c\"\nd", "ünï 🧘🏽 \u{0}\u{1F}", "\\ \u{2028}", "2026-11-20T10:00:00Z"][number % 7]
    one.flag = number.isMultiple(of: 2)
    one.count = [0, -1, .max, .min, 9_007_199_254_740_993][number % 5]
    one.large = [0, .max][number % 2]
    one.share =
      [0, 3, 0.1, -0.0, .infinity, -.infinity, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude][number % 9]
    one.optional = number.isMultiple(of: 3) ? nil : "there"
    one.sort = number.isMultiple(of: 4) ? .other : .one
    one.bytes = Data((0..<(number % 70)).map { UInt8($0) })
    one.parts = (0..<(number % 3)).map { .init(title: "part \($0)", numbers: [0.5, 1, 2], note: nil) }
    one.words = ["$date": 1, "$$": 2, "": 3, "plain": number]
    return one
  }

  @Test("import(export(x)) is x in a fresh profile, for values of every kind", .covers("yh-S04.6.2-L8"))
  func whole() async throws {
    let (old, new) = (try await Ground(), try await Ground())
    var picture = [UInt8](repeating: 3, count: 200_000)
    picture[7] = 9
    let blob = try await old.store.blobs.add(picture)
    for number in 0..<70 {
      var one = Self.odd(number)
      if number == 5 { one.picture = blob }
      try await old.everything.save(one)
    }
    try await old.notes.save(LocalNote(id: ID(UUID()), at: Date(), words: "stays here"))
    try await old.summaries.save(Summary(id: ID(UUID()), at: Date()))
    let archive = try await old.export()

    for line in try archive.text("data/everything.json").split(separator: "\n").dropFirst().dropLast() {
      let row = ImportedRow(json: Array((line.hasSuffix(",") ? line.dropLast() : line).utf8))
      #expect(row != nil, "\(line)")
    }
    let preview = try await new.source().preview(archive.path)
    #expect(preview.counts.added == 71 && preview.counts.same == 0 && preview.manifest.files == 1)
    #expect(try await new.records().isEmpty, "a preview changes nothing")
    #expect(try await new.store.blobs.all().isEmpty)

    let taken = try await new.source().take(archive.path)
    #expect(taken.counts.added == 71)
    var (before, after) = (try await old.records(), try await new.records())
    let copied = try #require(after.compactMap(\.picture).first)
    #expect(try await new.store.blobs.bytes(copied) == picture)
    // A file has another name in each profile; all else is equal to the bit.
    for index in before.indices { before[index].picture = nil }
    for index in after.indices { after[index].picture = nil }
    #expect(before == after)
    #expect(try await new.words() == ["stays here"])
    #expect(try await new.summaries.count() == 0, "what can be made again is not in the archive")
    #expect(try await new.store.outbox.counts().waiting == 70, "owned records wait to be sent as new ones")

    let second = try await new.source().take(archive.path)
    #expect(second.counts.added == 0 && second.counts.same == 71 && second.counts.different == 0)
    #expect(try await new.store.outbox.counts().waiting == 70)
  }

  @Test("later edits stay as they are when an older export is imported")
  func older() async throws {
    let ground = try await Ground()
    var note = LocalNote(id: ID(UUID()), at: Date(timeIntervalSince1970: 1_790_000_000), words: "older")
    let gone = LocalNote(id: ID(UUID()), at: Date(timeIntervalSince1970: 1_790_000_000), words: "deleted since")
    try await ground.notes.save(note)
    try await ground.notes.save(gone)
    let archive = try await ground.export()
    note.words = "newer"
    try await ground.notes.save(note, over: .anything)
    try await ground.notes.delete(gone.id)
    let taken = try await ground.source().take(archive.path)
    #expect(taken.counts.different == 1 && taken.counts.added == 1)
    #expect(try await ground.words() == ["deleted since", "newer"])
  }

  @Test("versions that lost a conflict come back, once")
  func losers() async throws {
    let (old, new) = (try await Ground(), try await Ground())
    let note = Self.odd(2)
    let base = try note.fields()
    try await old.everything.take([Pulled(id: note.id.uuid, rev: "r1", fields: base)], cursor: nil)
    var mine = note
    mine.text = "mine, which lost"
    try await old.everything.save(mine, over: .anything)
    let op = try #require(try await old.store.outbox.claim().first).op
    try await old.store.outbox.conflict(op, theirs: base.merging(["text": .text("theirs")]) { $1 }, rev: "r2")
    try await old.store.outbox.resolve(op, .theirs)
    let lost = try #require(try await old.store.losers(newest: 10).first)
    let archive = try await old.export()
    for _ in 0..<2 { try await new.source().take(archive.path) }
    let found = try await new.store.losers(newest: 10)
    #expect(found.map(\.fields) == [lost.fields] && found.map(\.at) == [lost.at] && found.map(\.id) == [lost.id])
  }

  @Test("versions that lost a conflict are removed by their age, and younger ones stay")
  func oldLosers() async throws {
    let ground = try await Ground()
    let start = Date(timeIntervalSince1970: 1_795_000_000)
    let rows = [(0.0, "older"), (10, "younger")].compactMap { days, text in
      ImportedRow(
        json: Array(ArchiveFile.loser(text, of: "everything", at: start.addingTimeInterval(days * 86_400)).utf8))
    }
    #expect(try await ground.store.addLosers(rows, isTrial: false).added == 2)
    let edge = start.addingTimeInterval(10 * 86_400)
    #expect(try await ground.store.removeLosers(before: start) == 0)
    #expect(try await ground.store.removeLosers(before: edge) == 1)
    let left = try await ground.store.losers(newest: 10)
    #expect(left.map(\.fields) == [["text": .text("younger")]] && left.map(\.at) == [edge])
    #expect(try await ground.store.removeLosers(before: edge.addingTimeInterval(1)) == 1)
    #expect(try await ground.store.loserCount() == 0)
  }

  @Test("a record that must not pass is neither exported nor imported")
  func limits() async throws {
    let ground = try await Ground()
    let (open, secret) = (ID<LocalNote>(UUID()), ID<LocalNote>(UUID()))
    try await ground.notes.save(LocalNote(id: open, at: Date(timeIntervalSince1970: 1e9), words: "seen"))
    try await ground.notes.save(LocalNote(id: secret, at: Date(timeIntervalSince1970: 1e9), words: "token-4711"))
    let limits = PortableLimits([LocalNote.collection: [open.uuid]])
    let archive = try await ground.export(limits: limits)
    let new = try await Ground()
    let taken = try await new.source(limits: limits).take(archive.path)
    #expect(taken.counts.added == 1)
    #expect(try await new.words() == ["seen"])
    // Such as a session that somebody else wants this person to use.
    let foreign = try await ground.export()
    let other = try await Ground()
    await #expect(throws: Problem.self) { try await other.source(limits: limits).take(foreign.path) }
    #expect(try await other.words().isEmpty)
  }

  @Test(
    "a collection that stays on the device is in no archive, which says so, and one of an older archive is passed over")
  func kept() async throws {
    let ground = try await Ground()
    try await ground.notes.save(LocalNote(id: ID(UUID()), at: Date(timeIntervalSince1970: 1e9), words: "token-4711"))
    try await ground.everything.save(Self.odd(1))
    let limits = PortableLimits(keeping: [LocalNote.collection: "Not included: your notes.", "absent": "Nothing."])
    let archive = try await ground.export(limits: limits)
    #expect(try archive.text("data/local_notes.json") == "[\n\n]\n")
    #expect(try !archive.text("tables/local_notes.csv").contains("4711"))
    let readMe = try archive.text("README.txt")
    #expect(readMe.contains("Not included: your notes.") && !readMe.contains("Nothing."))
    let (older, new) = (try await ground.export(), try await Ground())
    let taken = try await new.source(limits: limits).take(older.path)
    #expect(taken.counts.added == 1 && taken.counts.leftOut == 0)
    #expect(try await new.words().isEmpty)
    #expect(try await new.records().count == 1)
  }

  @Test("a screen leaves records of its collections out, and hears of the others before they are added")
  func screen() async throws {
    let ground = try await Ground()
    let (first, second) = (ID<LocalNote>(UUID()), ID<LocalNote>(UUID()))
    try await ground.notes.save(LocalNote(id: first, at: Date(timeIntervalSince1970: 1e9), words: "in"))
    try await ground.notes.save(LocalNote(id: second, at: Date(timeIntervalSince1970: 1e9), words: "out"))
    try await ground.everything.save(Self.odd(1))
    let (archive, new) = (try await ground.export(), try await Ground())
    let heard = Locked<[UUID: Bool]>([:])
    let screen = ImportScreen(
      [LocalNote.collection], admits: { _, fields in fields["words"] == .text("in") },
      adding: { name, ids throws(Problem) in
        let there = try await new.store.records(of: name, newest: 10).map(\.id)
        heard.withLock { heard in for id in ids { heard[id] = there.contains(id) } }
      })
    let source = DataImport(new.store, product: "yhealth", name: "yHealth", within: PortableLimits(), screen: screen)
    #expect(try await source.preview(archive.path).counts.leftOut == 1)
    #expect(heard.withLock { $0.isEmpty }, "a preview adds nothing")
    let taken = try await source.take(archive.path)
    #expect(taken.counts.added == 2 && taken.counts.leftOut == 1)
    #expect(try await new.words() == ["in"] && heard.withLock { $0 } == [first.uuid: false])
  }

  @Test("a collection that this version does not know comes back, and stays on the device")
  func unknown() async throws {
    let ground = try await Ground()
    let id = UUID()
    let archive = try await ArchiveFile([
      ArchiveFile.manifest([("from_another_time", 1)]),
      ("data/from_another_time.json", "[\n\(ArchiveFile.note("kept", id: id, form: 7))\n]\n"),
    ])
    try await ground.source().take(archive.path)
    let found = try await ground.store.records(of: "from_another_time", newest: 10)
    #expect(found.map(\.id) == [id] && found.first?.fields["words"] == .text("kept"))
    #expect(try await ground.store.outbox.counts().unsent == 0)
    // And leaves again.
    let again = try await Ground()
    let second = try await ground.export()
    let preview = try await again.source().preview(second.path)
    #expect(preview.collections["from_another_time"]?.added == 1)
  }

  @Test("a table has a column for each field, one line for each record, and no formula")
  func table() async throws {
    let ground = try await Ground()
    for words in ["=1+1", "plain, with comma", "two\nlines"] {
      try await ground.notes.save(LocalNote(id: ID(UUID()), at: Date(timeIntervalSince1970: 1e9), words: words))
    }
    let bytes = try await ground.export().text("tables/local_notes.csv")
    #expect(bytes.hasPrefix("id,at,words,(other fields)\r\n"))
    #expect(bytes.contains(",2001-09-09T01:46:40Z,'=1+1,\r\n"))
    #expect(bytes.contains("\"plain, with comma\"") && bytes.contains("\"two\nlines\""))
  }
}

extension ArchiveFile {
  /// The text of an entry.
  func text(_ name: String) throws -> String {
    let archive = try OpenArchive(path, of: "yhealth", named: "yHealth")
    let reader = try archive.open(try #require(try archive.entry(name)), atMost: 1 << 24)
    var bytes: [UInt8] = []
    while let piece = try reader.next() { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }
}
