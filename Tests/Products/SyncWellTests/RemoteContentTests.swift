import Covers
import Fetch
import Foundation
import Interface
import Kernel
import Loopback
import ProductKit
import ShellTesting
import Testing

@testable import Shell
@testable import SyncWell

@Suite("Files on a server that change SyncWell", .timeLimit(.minutes(5))) struct SyncWellContentTests {
  private static let files = [
    "/texts/syncwell/help.json":
      #"{"version":7,"questions":[{"id":"new","question":"What is new today?","answer":"This answer came later."}]}"#,
    "/texts/syncwell/pro.json": #"{"version":2,"pro":["conflict-resolution"]}"#,
  ]

  private func server(_ more: Locked<[String: String]> = Locked([:])) throws -> Listener {
    try Listener { talk in
      guard let (head, _) = talk.request(), let first = head.first else { return }
      let path = first.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      guard let file = SyncWellContentTests.files[path] ?? more.withLock({ $0[path] }) else {
        talk.answer([], status: "404 Not Found", headers: ["connection: close"])
        return
      }
      talk.answer(Array(file.utf8), headers: ["connection: close"])
    }
  }

  private func window(_ content: RemoteContent?, home: Person.Home = .memory) async throws -> (Person, Window) {
    let person = try await Person.open(
      .syncwell(HealthAccess(), content: content), home: home, clock: ManualTime(noon), http: .curl())
    return (person, await person.window())
  }

  @Test(
    "questions and the list of Pro features are taken from files on a server",
    .covers("sw-US-12-T1", "sw-US-17-T2"))
  func fetched() async throws {
    let server = try server()
    let content = try #require(RemoteContent(of: "syncwell", at: "http://127.0.0.1:\(server.port)/texts"))
    let (person, window) = try await window(content)
    try await window.perform(.open(Route(["help"])))
    #expect(await window.shows(within: 60) { $0.everything.contains { $0.label == "What is new today?" } })
    #expect(!window.frames.value.everything.contains { $0.label == "Which apps can I connect?" })
    // The historical sync is open to everybody now; the other feature of Pro is not.
    for _ in 0..<2_000 {
      try await window.perform(.open(Route(["history", "new"])))
      if window.frames.value.dialog == nil { break }
      try await window.perform(.tap(.label("Not Now")))
    }
    #expect(window.frames.value.dialog == nil && window.frames.value.route == Route(["history", "new"]))
    await person.close()
    let (other, plain) = try await self.window(nil)
    try await plain.perform(.open(Route(["history", "new"])))
    #expect(plain.frames.value.dialog?.label == "Unlock Historical Sync")
    await other.close()
  }

  private static let consents = "/texts/syncwell/consents.json"
  private static let page = Route(["settings", "consent"])

  @Test(
    "a newer text of a consent is asked about, and holds after a restart without a network; rubbish changes nothing")
  func renewedConsent() async throws {
    let (files, folder) = (Locked<[String: String]>([:]), TestFolder())
    let server = try server(files)
    let content = try #require(RemoteContent(of: "syncwell", at: "http://127.0.0.1:\(server.port)/texts"))
    let changed = "A text that you agreed to has changed: Usage statistics. Until you decide, the older one holds."
    @Sendable func asks(_ window: Window) -> Bool {
      window.frames.value.chrome.flatMap(\.all).contains { $0.label == changed }
    }
    func says(_ words: String, _ window: Window) async throws -> Bool {
      try await window.perform(.open(Self.page)).labels.contains { $0.contains(words) }
    }

    let (first, before) = try await window(content, home: .folder(folder.path))
    try await before.perform(.open(Self.page))
    try await before.perform(.tap(.label("I consent: Usage statistics")))
    #expect(!asks(before))
    await before.close()
    await first.close()

    files.withLock { $0[Self.consents] = #"{"texts":[{"id":"analytics","version":2,"text":"We count walks too."}]}"# }
    let (second, renewed) = try await window(content, home: .folder(folder.path))
    #expect(await renewed.shows(within: 60) { _ in asks(renewed) })
    #expect(try await says("We count walks too.", renewed))
    try await renewed.perform(.tap(.label("I consent: Usage statistics")))
    #expect(await renewed.shows(within: 60) { _ in !asks(renewed) })
    await renewed.close()
    await second.close()

    // Without the file what was agreed to last holds; nobody is asked about the older text.
    files.withLock { $0 = [:] }
    let (third, alone) = try await window(content, home: .folder(folder.path))
    #expect(try await says("We count walks too.", alone) && !asks(alone))
    await alone.close()
    await third.close()
    for rubbish in ["", "<html>", #"{"texts":[{"id":"analytics","version":9,"text":"\u0007"}]}"#] {
      files.withLock { $0[Self.consents] = rubbish }
      let (person, window) = try await window(content, home: .folder(folder.path))
      #expect(try await window.until { try await says("The text that you know stays in force.", window) })
      #expect(try await says("We count walks too.", window) && !asks(window), "\(rubbish)")
      await window.close()
      await person.close()
    }
  }

  @Test("an address that is neither https nor on this machine is none")
  func addresses() {
    #expect(RemoteContent(of: "syncwell", at: "http://texts.example/") == nil)
    #expect(RemoteContent(of: "syncwell", at: "http://127.0.0.1.example/") == nil)
    #expect(RemoteContent(of: "syncwell", at: "https://texts.example") != nil)
  }
}
