import HTML
import Interface
import JSON
import Kernel
import Shell
import Testing

@testable import Web

@Suite("A tab")
struct TabTests {
  let place: Place

  init() throws { place = try Place() }

  private func tab() async throws -> BrowserTab {
    try await place.tabs.newTab(of: try await place.person(), for: place.session)
  }

  /// A page that has connected and received its first message.
  private func page() async throws -> (tab: BrowserTab, number: Int, revision: Int) {
    let tab = try await tab()
    let revision = await tab.page().revision
    let number = await tab.connect(at: revision)
    let hello = try Told(await tab.next(on: number))
    #expect(hello.areas == nil && hello.changes.isEmpty && hello.json["tab"]?.string == tab.id && hello.done == 0)
    return (tab, number, hello.revision)
  }

  private func said(_ number: Int, _ revision: Int, _ method: String, _ with: JSON) throws -> String {
    try JSON.text(
      ["n": .number(Double(number)), "r": .number(Double(revision)), "do": .string(method), "with": with] as JSON)
  }

  @Test("sends a page only the changes since its document")
  func changes() async throws {
    let (tab, number, revision) = try await page()
    await tab.take(try said(1, revision, "tap", ["id": "tabs.insights"]))
    let told = try Told(await tab.next(on: number))
    #expect(told.areas == nil && !told.changes.isEmpty && told.path == "/yhealth/anna/insights" && told.done == 1)
    #expect(told.changes.contains { $0.array?.last?.string?.contains("Insights") ?? false })
    let tabBar = told.changes.filter { $0.array?.dropFirst().first?.string == "tabs" }
    #expect(tabBar.isEmpty, "the bar itself is unchanged")
  }

  @Test("sends everything to a page that reconnects")
  func comesBack() async throws {
    let (tab, _, revision) = try await page()
    let again = await tab.connect(at: revision)
    let told = try Told(await tab.next(on: again))
    #expect(told.areas?.keys.sorted() == ["frame-chrome", "frame-dialog", "frame-main", "frame-toasts"])
    #expect(told.path == "/yhealth/anna/dashboard")
  }

  @Test("sends everything to a page with an outdated document")
  func older() async throws {
    let tab = try await tab()
    let shown = await tab.page().revision
    try await tab.window.perform(.open(Route(["insights"])))
    _ = await tab.page()
    let told = try Told(await tab.next(on: await tab.connect(at: shown)))
    #expect(told.areas != nil)
  }

  @Test("performs a repeated message once, and acknowledges it")
  func twice() async throws {
    let (tab, number, revision) = try await page()
    try await tab.window.perform(.open(Route(["settings", "display"])))
    let moved = try Told(await tab.next(on: number))
    let size = try #require(await tab.sent.everything.first { $0.label == "Large" })
    let words = try said(1, moved.revision, "tap", ["id": .string(size.id)])
    await tab.take(words)
    #expect(try Told(await tab.next(on: number)).done == 1)
    let small = try #require(await tab.sent.everything.first { $0.label == "Small" })
    try await tab.window.perform(.tap(.id(small.id)))
    await tab.take(words)
    #expect(await tab.window.settled().appearance.textSize < 100, "a performed tap is not repeated")
    _ = revision
  }

  @Test("refuses a tap on an element that has changed or is gone")
  func stale() async throws {
    let (tab, number, _) = try await page()
    // Two screens with the same structure.
    try await tab.window.perform(.open(Route(["pillars", "fitness"])))
    let revision = try Told(await tab.next(on: number)).revision
    let before = await tab.sent.nodes.flatMap(\.all)
    try await tab.window.perform(.open(Route(["pillars", "nutrition"])))
    let after = tab.window.frames.value.nodes.flatMap(\.all)
    let other = try #require(before.first { old in after.contains { $0.id == old.id && $0.label != old.label } })
    let gone = try #require(before.first { old in !after.contains { $0.id == old.id } })
    func refusal(_ count: Int, _ id: String, at shown: Int) async throws -> JSON? {
      await tab.take(try said(count, shown, "tap", ["id": .string(id)]))
      return try Told(await tab.next(on: number)).spoken.last?["code"]
    }
    #expect(try await refusal(1, other.id, at: revision) == "changed", "before the page receives the change")
    #expect(try await refusal(2, other.id, at: revision) == "changed", "after the page receives the change")
    #expect(try await refusal(3, gone.id, at: revision) == "changed")
    let now = await tab.revision
    #expect(try await refusal(4, other.id, at: now) == "not-offered", "a tap at the current revision reaches the page")
    await tab.take(try said(5, revision, "tap", ["id": "tabs.profile"]))
    #expect(tab.window.frames.value.route == Route(["profile"]), "an unchanged element can always be tapped")
  }

  @Test(
    "reports an invalid message, and stays usable",
    arguments: [
      "", "{", "[]", "null", "{\"n\":1}", "{\"n\":1,\"r\":0,\"do\":\"clock\",\"with\":{\"advance\":60}}",
      "{\"n\":-1,\"r\":0,\"do\":\"back\"}", "{\"n\":1e300,\"r\":0,\"do\":\"back\"}",
      "{\"n\":1.5,\"r\":0,\"do\":\"back\"}",
      "{\"n\":1,\"r\":0,\"do\":\"tap\",\"with\":{\"id\":7}}", "{\"n\":1,\"r\":0,\"do\":\"receive\",\"with\":{}}",
      "{\"n\":1,\"r\":0,\"do\":\"query\",\"with\":{}}",
    ])
  func rubbish(text: String) async throws {
    let (tab, number, revision) = try await page()
    /// The next message that says something of this kind; a frame may come before it.
    func heard(_ isMeant: (Told) -> Bool) async throws -> Told {
      while true {
        let told = try Told(await tab.next(on: number))
        if isMeant(told) { return told }
      }
    }
    await tab.take(text)
    let told = try await heard { !$0.spoken.isEmpty }
    #expect(told.spoken.first?["sorry"]?.string != nil)
    let next = Int(told.done ?? 0) + 1
    #expect(next == 1 || text.contains("\"n\":1"), "a numbered message is acknowledged, or the page would repeat it")
    await tab.take(try said(next, revision, "tap", ["id": "tabs.insights"]))
    #expect(try await heard { $0.done == Double(next) }.path == "/yhealth/anna/insights")
  }

  @Test("sends only to the newest connection")
  func newest() async throws {
    let (tab, first, revision) = try await page()
    let waiting = Task { await tab.next(on: first) }
    let second = await tab.connect(at: revision)
    #expect(await waiting.value == nil)
    #expect(await tab.next(on: second) != nil)
  }

  @Test("that is closed ends its connection")
  func closed() async throws {
    let (tab, number, _) = try await page()
    let waiting = Task { await tab.next(on: number) }
    await tab.close()
    #expect(await waiting.value == nil)
  }

  @Test("shows what another tab of the same person changed")
  func shared() async throws {
    let (tab, number, _) = try await page()
    let other = try await self.tab()
    try await other.window.perform(.open(Route(["settings", "display"])))
    let dark = try #require(other.window.frames.value.everything.first { $0.label == "Dark" })
    try await other.window.perform(.tap(.id(dark.id)))
    var look: JSON?
    while look == nil { look = try Told(await tab.next(on: number)).json["look"] }
    #expect(look?["scheme"] == "dark")
  }

  @Test("keeps at most 50 messages for a page that is disconnected")
  func words() async throws {
    let (tab, _, _) = try await page()
    for _ in 0..<200 { await tab.take("rubbish") }
    let told = try Told(await tab.next(on: await tab.connect(at: -1)))
    #expect(told.spoken.count == 50)
  }
}

@Suite("Tabs")
struct TabsTests {
  @Test("a page without a script continues the tab that it left")
  func again() async throws {
    let place = try Place()
    let person = try await place.person()
    let tab = try await place.tabs.tab(of: person, for: place.session)
    let during = try await place.tabs.tab(of: person, for: place.session)
    #expect(during !== tab, "a tab whose page may still be loading is not reused")
    await place.clock.advance(by: .seconds(10), settling: person.context.settling)
    let after = try await place.tabs.tab(of: person, for: place.session)
    #expect(after === tab || after === during)
  }

  @Test("a tab of a browser is its own window: one that was left is closed and never shown again")
  func own() async throws {
    let place = try Place()
    let person = try await place.person()
    let left = try await place.tabs.tab(of: person, for: place.session)
    withExtendedLifetime(left.attendance.presence()) {}
    let during = try await place.tabs.tab(of: person, for: place.session)
    #expect(during !== left)
    #expect(await place.tabs.find(left.id, of: place.session) === left, "its page may only be reloading")
    withExtendedLifetime(during.attendance.presence()) {}
    await place.clock.advance(by: .seconds(10), settling: person.context.settling)
    let after = try await place.tabs.tab(of: person, for: place.session)
    #expect(after !== left && after !== during)
    #expect(await place.tabs.find(left.id, of: place.session) == nil)
  }

  @Test("a second tab has a window of its own, at its own place, and both are told of what is logged")
  func second() async throws {
    let place = try Place()
    let person = try await place.person()
    let (first, second) = (
      try await place.tabs.tab(of: person, for: place.session), try await place.tabs.tab(of: person, for: place.session)
    )
    #expect(first !== second && first.window !== second.window && first.window.id != second.window.id)
    let presence = [first.attendance.presence(), second.attendance.presence()]
    try await first.window.perform(.open(Route(["history"])))
    try await second.window.perform(.open(Route(["log"])))
    #expect(first.window.frames.value.route.text == "/history" && first.window.frames.value.dialog == nil)
    try await second.window.perform(.tap(.label("Great")))
    let seen = try await first.window.perform(.screen)
    #expect(seen.everything.contains { $0.label == "Mood 9 of 10, great" } && seen.toasts.isEmpty)
    #expect(second.window.frames.value.route.text == "/dashboard" && !second.window.frames.value.toasts.isEmpty)
    withExtendedLifetime(presence) {}
  }

  @Test("the draft of a tab that was left is found in the next one, with its time")
  func draft() async throws {
    let place = try Place()
    let person = try await place.person()
    let left = try await place.tabs.tab(of: person, for: place.session)
    withExtendedLifetime(left.attendance.presence()) {}
    try await left.window.perform(.open(Route(["log", "journal"])))
    try await left.window.perform(.act(.label("What is on your mind"), .draft, .text("Half a thought")))
    await place.clock.advance(by: .seconds(3 * 3600), settling: person.context.settling)
    let next = try await place.tabs.tab(of: person, for: place.session)
    #expect(next !== left)
    let frame = try await next.window.perform(.open(Route(["log", "journal"])))
    #expect(frame.everything.first { $0.label == "What is on your mind" }?.value == "Half a thought")
    let notice = try #require(frame.everything.first { $0.label == "Recovered from your draft." })
    #expect(notice.children.first?.label == "Today, 08:00")
  }

  @Test("a tab that is shown, of another browser or of another person is not reused")
  func others() async throws {
    let place = try Place()
    let person = try await place.person()
    let shown = try await place.tabs.tab(of: person, for: place.session)
    let presence = shown.attendance.presence()
    let foreign = try await place.tabs.tab(of: person, for: BrowserSession(id: "other"))
    let bens = try await place.tabs.tab(of: try await place.person("ben"), for: place.session)
    await place.clock.advance(by: .seconds(10), settling: person.context.settling)
    let taken = try await place.tabs.tab(of: person, for: place.session)
    #expect(![shown, foreign, bens].contains { $0 === taken })
    #expect(await place.tabs.find(foreign.id, of: place.session) == nil)
    withExtendedLifetime(presence) {}
  }

  @Test("a tab that is not shown for ten minutes is closed, and a shown one is kept")
  func sweep() async throws {
    let place = try Place()
    let person = try await place.person()
    let left = try await place.tabs.newTab(of: person, for: place.session)
    let shown = try await place.tabs.newTab(of: person, for: place.session)
    let presence = shown.attendance.presence()
    await place.clock.advance(by: .seconds(Tabs.patience + 1), settling: person.context.settling)
    await place.tabs.sweep()
    #expect(await place.tabs.find(left.id, of: place.session) == nil)
    #expect(await place.tabs.find(shown.id, of: place.session) === shown)
    withExtendedLifetime(presence) {}
  }

  @Test("their number is limited, and a request above the limit is answered with 503")
  func bounded() async throws {
    let place = try Place(most: 3)
    let person = try await place.person()
    var tabs: [BrowserTab] = []
    for _ in 0..<3 { tabs.append(try await place.tabs.newTab(of: person, for: place.session)) }
    let answer = try await place.get("/yhealth/anna/")
    #expect(answer.status == 503)
    await #expect(throws: Problem.self) { _ = try await place.tabs.newTab(of: person, for: place.session) }
  }

  @Test("one browser keeps at most nine tabs that are not shown")
  func left() async throws {
    let place = try Place()
    let person = try await place.person()
    var tabs: [BrowserTab] = []
    for _ in 0..<20 { tabs.append(try await place.tabs.newTab(of: person, for: place.session)) }
    var kept = 0
    for tab in tabs where await place.tabs.find(tab.id, of: place.session) != nil { kept += 1 }
    #expect(kept <= 9)
  }
}
