import Covers
import Interface
import JSON
import Kernel
import Previews
import Shell
import Testing
import Transport

@testable import Web

@Suite("A file to the browser", .timeLimit(.minutes(10)))
struct DownloadTests {
  let place: Place
  let tab: BrowserTab

  init() async throws {
    place = try Place()
    let person = try await place.registry.person(.previewCharts, "anna")
    tab = try await place.tabs.newTab(of: person, for: place.session)
    try await tab.window.perform(.open(Route(["charts", "line"])))
    _ = await tab.page()
  }

  private func get(
    _ file: Int, tab id: String? = nil, profile: String = "anna", more: String = "", cookie: String? = nil
  )
    async throws -> Answer
  {
    try await place.get("/gallery/\(profile)/-/out/\(file)?tab=\(id ?? tab.id)\(more)", cookie: cookie)
  }

  /// The bytes of an answer, read as a client reads them.
  private func bytes(_ answer: Answer) async -> [UInt8] {
    switch answer.response.content {
    case .bytes(let bytes): return bytes
    case .chunks(let chunks): return await chunks.reduce(into: []) { $0 += $1 }
    case .pieces(_, let next):
      var bytes: [UInt8] = []
      while let piece = await next() { bytes += piece }
      return bytes
    default: return []
    }
  }

  private func export(_ format: ChartFormat = .png) async throws -> FileOffer {
    if tab.window.frames.value.dialog == nil { try await tab.window.perform(.tap(.label("Export"))) }
    try await tab.window.perform(.choose(.label("As"), .text(format.title)))
    try await tab.window.perform(.tap(.label("Save")))
    return try #require(tab.window.openOffers.last)
  }

  private var isSaved: Bool { tab.window.frames.value.everything.contains { $0.label.hasSuffix(" was saved.") } }

  @Test(
    "comes whole in every format, under its name; it is saved when all of it was sent", arguments: ChartFormat.allCases)
  func formats(format: ChartFormat) async throws {
    let offer = try await export(format)
    let answer = try await get(offer.id)
    #expect(answer.status == 200 && answer.response.headers["content-type"] == format.type)
    let name = "pillar-scores-2027-01-15.\(format.rawValue)"
    #expect(offer.name == name)
    #expect(
      answer.response.headers["content-disposition"] == "attachment; filename=\"\(name)\"; filename*=UTF-8''\(name)")
    #expect(answer.response.headers["cache-control"] == "no-store")
    #expect(!isSaved, "nothing was read yet")
    let bytes = await bytes(answer)
    #expect(bytes.count == offer.size)
    let start: [UInt8] =
      switch format {
      case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      case .svg: Array("<svg".utf8)
      case .csv: Array("Date,".utf8)
      case .wav: Array("RIFF".utf8)
      }
    #expect(bytes.starts(with: start) && isSaved)
  }

  @Test("with a script is saved when the page reports it, and not when it was fetched")
  func scripted() async throws {
    let offer = try await export()
    let answer = try await get(offer.id, more: "&by=script")
    #expect(await bytes(answer).count == offer.size && !isSaved)
    let number = await tab.connect(at: 0)
    let told = try Told(await tab.next(on: number))
    #expect(told.spoken.contains { $0["file"]?["id"] == .number(Double(offer.id)) })
    await tab.take(#"{"n": 1, "r": 0, "do": "delivered", "with": {"id": \#(offer.id), "outcome": "saved"}}"#)
    #expect(isSaved)
  }

  @Test("is not offered to a page that comes after it was answered")
  func answered() async throws {
    let offer = try await export()
    try await tab.window.perform(.delivered(.saved(), of: offer.id))
    let number = await tab.connect(at: -1)
    #expect(try Told(await tab.next(on: number)).spoken.allSatisfy { $0["file"] == nil })
  }

  @Test("belongs to its tab and session, for as long as the tab is open; several can be fetched")
  func guarded() async throws {
    let first = try await export()
    // Another format, while the first is not answered.
    let second = try await export(.csv)
    #expect(tab.window.openOffers.count == 2)
    for offer in [first, second, first] { #expect(try await get(offer.id).status == 200) }
    let other = try await place.tabs.newTab(of: tab.window.person, for: place.session)
    #expect(try await get(first.id, tab: other.id).status == 404)
    #expect(try await get(first.id, profile: "bert").status == 404)
    let (_, stranger) = try place.requestGuard.begin()
    #expect(try await get(first.id, cookie: String(stranger.text.prefix { $0 != ";" })).status == 404)
    #expect([401, 404].contains(try await get(first.id, cookie: "x=y").status))
    for file in [0, -1, 99, Int.max] { #expect(try await get(file).status == 404) }
    #expect(try await place.get("/gallery/anna/-/out/x?tab=\(tab.id)").status == 404)
    await tab.close()
    #expect(try await get(first.id).status == 404)
  }

  @Test("is the answer to the form of a page without a script")
  func plain() async throws {
    try await tab.window.perform(.tap(.label("Export")))
    let revision = await tab.page().revision
    let answer = try await place.post(
      "/gallery/anna/-/do",
      [
        ("tab", tab.id), ("revision", "\(revision)"), ("path", "/gallery/anna/charts/line"),
        ("do", "exporting.ways.save"),
      ])
    let offer = try #require(tab.window.openOffers.last)
    #expect(answer.status == 303 && answer.location == "/gallery/anna/-/out/\(offer.id)?tab=\(tab.id)")
    #expect(await bytes(try await place.get(try #require(answer.location))).count == offer.size && isSaved)
  }

  @Test(
    "has a name that no header and no file system misreads",
    arguments: [
      ("steps.csv", "attachment; filename=\"steps.csv\"; filename*=UTF-8''steps.csv"),
      ("眠り.csv", "attachment; filename=\"__.csv\"; filename*=UTF-8''%E7%9C%A0%E3%82%8A.csv"),
      ("a\"b;c.csv", "attachment; filename=\"a-b;c.csv\"; filename*=UTF-8''a-b%3Bc.csv"),
      (
        "../a\r\nset-cookie: x.csv",
        "attachment; filename=\"a--set-cookie- x.csv\"; filename*=UTF-8''a--set-cookie-%20x.csv"
      ),
      ("100%.csv", "attachment; filename=\"100_.csv\"; filename*=UTF-8''100%25.csv"),
    ])
  func header(name: String, header: String) {
    #expect(Attachment.header(for: name) == header)
  }
}
