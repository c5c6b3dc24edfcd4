import FoundationEssentials
import JSON
import Kernel
import Storage
import Testing

@testable import Portability

/// The archive that a server makes of an account, as entries written by hand.
@Suite("The server's archive of an account") struct AccountArchiveTests {
  private static let ada = UUID(uuidString: "00000000-0000-4000-8000-00000000000A") ?? UUID()
  private static let bob = UUID(uuidString: "00000000-0000-4000-8000-00000000000B") ?? UUID()
  private static let readme = ("README.txt", "This archive holds everything")

  /// The sync's own form is tested with it; here rows are what they are.
  private static let form = ServedForm(["everything"]) { owner in
    { row, _ in
      guard let id = row["id"]?.string.flatMap({ UUID(uuidString: $0) }), let rev = row["rev"]?.string
      else { return nil }
      var fields = row.mapValues(Value.init)
      fields["id"] = .uuid(id)
      return ServedRow(
        Pulled(id: id, rev: rev, fields: fields),
        isOwn: row["owner"]?.string.flatMap { UUID(uuidString: $0) } == owner)
    }
  }

  private static func manifest(
    _ tables: [(String, Int, Bool)] = [("everything", 2, true)], owner: String = ada.uuidString, version: Int = 1,
    files: Int = 0
  ) -> (String, String) {
    let list = tables.map { #"{"name":"\#($0.0)","rows":\#($0.1),"synced":\#($0.2)}"# }.joined(separator: ",")
    return (
      "manifest.json",
      #"{"format":"troupe-account","version":\#(version),"owner":"\#(owner)","made_at":"2026-11-23T10:00:00.000Z","#
        + #""tables":[\#(list)],"files":\#(files)}"#
    )
  }

  private static func row(_ text: String, id: UUID = UUID(), of owner: UUID = ada) -> String {
    #"{"id":"\#(id)","owner":"\#(owner)","rev":"7","edited_at":"2026-11-20T10:00:00Z","at":"2026-11-20T10:00:00.250Z","#
      + #""text":"\#(text)","flag":true,"count":3,"large":4,"share":0.5,"optional":null,"sort":"other","bytes":"AQI=","#
      + #""other":"\#(bob.uuidString.lowercased())","parts":[{"title":"a","numbers":[1,2.5],"note":null}],"words":{"a":1}}"#
  }

  private static func data(_ rows: [String], of name: String = "everything") -> (String, String) {
    ("data/\(name).json", "[\n\(rows.joined(separator: ",\n"))\n]\n")
  }

  private func source(_ ground: Ground, _ form: ServedForm? = form) -> DataImport {
    DataImport(ground.store, product: "yhealth", name: "yHealth", within: PortableLimits(), served: form)
  }

  private func refusal(_ entries: [(String, String)], form: ServedForm? = form) async throws -> String? {
    let (ground, archive) = (try await Ground(), try await ArchiveFile(entries))
    do throws(Problem) {
      try await source(ground, form).take(archive.path)
    } catch {
      #expect(try await ground.records().isEmpty && error.safe != nil)
      return error.code
    }
    return nil
  }

  @Test("brings the person's rows as new ones and keeps those of others as received, once")
  func taken() async throws {
    let (ground, theirs) = (try await Ground(), UUID())
    let archive = try await ArchiveFile([
      Self.readme, ("account.json", "{}"), Self.data([Self.row("mine"), Self.row("theirs", id: theirs, of: Self.bob)]),
      ("data/everything.csv", "id\r\n"), ("files/pictures/lunch.jpg", "picture"), Self.manifest(files: 1),
    ])
    let preview = try await source(ground).preview(archive.path)
    #expect(preview.counts.added == 2 && preview.manifest.records == 2)
    #expect(try await ground.records().isEmpty)
    try await source(ground).take(archive.path)
    let records = try await ground.records()
    #expect(Set(records.map(\.text)) == ["mine", "theirs"])
    let mine = try #require(records.first { $0.text == "mine" })
    #expect(mine.at == Date(timeIntervalSince1970: 1_795_168_800.25))
    #expect(mine.bytes == Data([1, 2]) && mine.other == Self.bob && mine.sort == .other)
    #expect(mine.parts == [.init(title: "a", numbers: [1, 2.5], note: nil)] && mine.words == ["a": 1])
    // What others wrote is not sent as the person's own.
    #expect(try await ground.store.outbox.counts().waiting == 1)
    let states = try await ground.everything.opened().map { ($0.record.text, $0.state) }
    #expect(states.contains { $0 == "theirs" && $1 == .clean } && states.contains { $0 == "mine" && $1 != .clean })
    let again = try await source(ground).take(archive.path)
    #expect(again.counts.added == 0 && again.counts.same == 2 && again.counts.different == 0)
    var changed = mine
    changed.text = "changed since"
    try await ground.everything.save(changed, over: .anything)
    #expect(try await source(ground).take(archive.path).counts.different == 1)
    #expect(try await ground.records().contains { $0.text == "changed since" })
  }

  @Test("is refused without a list of contents, damaged, newer, of another product, or where nothing is synced")
  func refused() async throws {
    let rows = Self.data([Self.row("a"), Self.row("b")])
    #expect(try await refusal([Self.readme, rows, Self.manifest()]) == nil)
    #expect(try await refusal([Self.readme, rows, Self.manifest()], form: nil) == "export-of-server")
    #expect(try await refusal([Self.readme, rows, Self.manifest(version: 2)]) == "export-newer")
    #expect(try await refusal([Self.readme, rows, Self.manifest(owner: "ada")]) == "export-damaged")
    #expect(try await refusal([Self.readme, rows, Self.manifest(files: 1)]) == "export-damaged")
    #expect(try await refusal([Self.readme, Self.manifest()]) == "export-damaged")
    #expect(try await refusal([Self.readme, rows, Self.manifest([("everything", 3, true)])]) == "export-damaged")
    let twice = [("everything", 2, true), ("everything", 2, true)]
    #expect(try await refusal([Self.readme, rows, Self.manifest(twice)]) == "export-damaged")
    let foreign = [Self.readme, Self.data(["{}"], of: "runs"), Self.manifest([("runs", 1, true)])]
    #expect(try await refusal(foreign) == "export-of-another")
    let good = Self.row("a")
    let unreadable = [
      good.replacing("\"7\"", with: "null"), good.replacing("\"sort\":\"other\"", with: "\"sort\":\"x\""),
    ]
    for line in ["{}", "null", "["] + unreadable {
      let entries = [Self.readme, Self.data([Self.row("b"), line]), Self.manifest()]
      #expect(try await refusal(entries) == "export-damaged", "\(line)")
    }
  }

  @Test("leaves what devices do not have, and what other products have, to be read")
  func others() async throws {
    let ground = try await Ground()
    let archive = try await ArchiveFile([
      Self.data([Self.row("a")]), Self.data(["{}"], of: "tallies"), Self.data(["{}"], of: "runs"),
      Self.manifest([("everything", 1, true), ("tallies", 1, false), ("runs", 1, true)]),
    ])
    let taken = try await source(ground).take(archive.path)
    #expect(taken.counts.added == 1 && taken.manifest.collections.map(\.name) == ["everything"])
    #expect(try await ground.store.collections() == ["everything", "local_notes", "summaries"])
  }
}
