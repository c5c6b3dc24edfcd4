import Fetch
import Interface
import JSON
import Kernel
import Loopback
import ProductKit
import Shell
import ShellTesting
import Testing

@testable import SyncWell

@Suite("Events that SyncWell sends", .timeLimit(.minutes(5))) struct CollectedEventsTests {
  /// A server that takes events, and what it was sent.
  private final class Collector: Sendable {
    let taken = Locked<[JSON]>([])
    let isFailing = Locked(false)
    let server: Listener

    init() throws {
      let (taken, isFailing) = (taken, isFailing)
      server = try Listener { talk in
        guard let (_, body) = talk.request() else { return }
        guard !isFailing.withLock({ $0 }) else {
          return talk.answer([], status: "503 Service Unavailable", headers: ["connection: close"])
        }
        if let json = try? JSON(bytes: body) { taken.withLock { $0.append(json) } }
        talk.answer([], status: "204 No Content", headers: ["connection: close"])
      }
    }

    var events: [JSON] { taken.withLock { $0.flatMap { $0["events"]?.array ?? [] } } }
    var names: [String] { events.compactMap { $0["event"]?.string } }
  }

  private func enter(_ collector: Collector) async throws -> (Person, Window) {
    let address = try #require(UsageCollector(at: "http://127.0.0.1:\(collector.server.port)/events"))
    let person = try await Person.open(
      .syncwell(HealthAccess(), content: nil, collector: address), home: .memory, clock: ManualTime(noon), seed: 1,
      http: .curl())
    return (person, await person.window())
  }

  @Test(
    "with the consent that says so, events go by the stories' names and carry their properties alone; a withdrawal holds at once"
  )
  func wire() async throws {
    let collector = try Collector()
    let (person, window) = try await enter(collector)
    func use() async throws {
      for path in [["help"], ["settings", "subscription", "plans"], ["history", "new"]] {
        try await window.perform(.open(Route(path)))
        try await window.perform(.back)
      }
    }
    func wait() async throws { for _ in 0..<3 { try await window.perform(.advance(seconds: 60)) } }
    try await use()
    try await wait()
    #expect(collector.server.visits == 0, "nothing goes before the consent")
    try await window.perform(.open(Route(["settings", "consent"])))
    let text = try await window.perform(.tap(.label("Read Usage statistics")))
    #expect(text.labels.contains { $0.contains("goes to 127.0.0.1 within a minute") })
    try await window.perform(.open(Route(["settings", "consent"])))
    try await window.perform(.tap(.label("I consent: Usage statistics")))
    try await use()
    // A server that fails loses nothing.
    collector.isFailing.withLock { $0 = true }
    try await wait()
    #expect(try await window.until { collector.server.visits > 0 })
    #expect(collector.names == [])
    collector.isFailing.withLock { $0 = false }
    #expect(
      try await window.until {
        try await wait()
        return collector.names.contains("paywall_shown")
      })
    let names = collector.names
    #expect(names.contains("help_center_viewed") && names.contains("historical_sync_gate_shown"))
    #expect(names.filter { $0 == "help_center_viewed" }.count == 1, "nothing goes twice")
    for event in collector.events {
      let name = try #require(event["event"]?.string)
      let properties = try #require(EventsTests.stories[name])
      guard case .object(let sent)? = event["properties"], case .object(let whole) = event else {
        Issue.record("\(event)")
        continue
      }
      #expect(Set(sent.keys) == Set(properties) && Set(whole.keys) == ["event", "at", "properties"])
    }
    // What was recorded a moment before the withdrawal does not go either.
    let visits = collector.server.visits
    try await use()
    try await window.perform(.open(Route(["settings", "consent"])))
    try await window.perform(.tap(.label("Withdraw consent: Usage statistics")))
    try await window.perform(.tap(.label("Withdraw consent")))
    try await use()
    try await wait()
    #expect(collector.server.visits == visits)
    #expect(try await window.perform(.open(Route(["settings", "usage"]))).labels.contains("Nothing is recorded."))
    await window.close()
    await person.close()
  }

  @Test("a consent to statistics that stay on the device does not allow to send them, and an insecure address is none")
  func versions() async throws {
    #expect(UsageCollector(at: "http://events.example/") == nil && UsageCollector(at: "https://") == nil)
    let home = TestFolder()
    let first = try await Person.open(
      .syncwell(HealthAccess(), content: nil, collector: nil), home: .folder(home.path), clock: ManualTime(noon))
    let window = await first.window()
    try await window.perform(.open(Route(["settings", "consent"])))
    try await window.perform(.tap(.label("I consent: Usage statistics")))
    await window.close()
    await first.close()
    let collector = try Collector()
    let address = try #require(UsageCollector(at: "http://127.0.0.1:\(collector.server.port)/events"))
    let second = try await Person.open(
      .syncwell(HealthAccess(), content: nil, collector: address), home: .folder(home.path), clock: ManualTime(noon),
      http: .curl())
    let later = await second.window()
    try await later.perform(.open(Route(["help"])))
    for _ in 0..<3 { try await later.perform(.advance(seconds: 60)) }
    #expect(collector.server.visits == 0)
    let consent = try await later.perform(.open(Route(["settings", "consent"])))
    #expect(consent.labels.contains("I consent: Usage statistics"))
    await later.close()
    await second.close()
  }
}
