import Interface
import Kernel
import ShellTesting
import Testing

@testable import Shell

@Suite("Choices of tabs")
struct ChosenTabTests {
  let folder = TestFolder()

  private func choose(_ tabs: String..., in window: Window) async throws {
    for tab in tabs { try await window.perform(.tap(.id("tabs.\(tab)"))) }
  }

  @Test("of all windows are told in their order, and nothing of them is kept")
  func told() async throws {
    let person = try await Person.test(home: .folder(folder.path))
    let (one, other) = (await person.window(), await person.window())
    let (chosen, tabs) = (person.windows.chosenTabs.delivery(), Locked<[String]>([]))
    chosen.start { news in if case .said(let tab) = news { tabs.withLock { $0.append(tab) } } }
    try await choose("insights", "pillars", in: one)
    try await choose("profile", "insights", in: other)
    // A link to a screen is no choice of a tab.
    try await one.perform(.open(Route(["pillars", "fitness"])))
    #expect(tabs.withLock { $0 } == ["insights", "pillars", "profile", "insights"])
    #expect(try await person.drawer.load("tab-usage") == nil)
    await chosen.end()
    await one.close()
    await other.close()
    await person.close()
  }

  @Test("that an earlier version counted are removed at the next start, and other values stay")
  func leftover() async throws {
    let first = try await Person.test(home: .folder(folder.path))
    try await first.drawer.keep("tab-usage", Array(#"{"months":{"2026-11":{"insights":4}},"version":1}"#.utf8))
    try await first.drawer.keep("note", [1])
    await first.close()
    let next = try await Person.test(home: .folder(folder.path))
    #expect(try await next.drawer.load("tab-usage") == nil)
    #expect(try await next.drawer.load("note") == [1])
    await next.close()
  }
}
