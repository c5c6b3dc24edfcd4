import Covers
import FoundationEssentials
import Interface
import Kernel
import ShellTesting
import Testing
import YHealth

@testable import Shell

@Suite("The use of tabs")
struct TabUsageTests {
  let folder = TestFolder()

  private func run(_ body: (Person) async throws -> Void) async throws {
    let person = try await Person.test(home: .folder(folder.path))
    try await body(person)
    await person.close()
  }

  private func choose(_ tabs: String..., in window: Window) async throws {
    for tab in tabs { try await window.perform(.tap(.id("tabs.\(tab)"))) }
  }

  @Test(
    "is summed by month over all windows and starts, and nothing is kept of a single choice",
    .covers("yh-S04.2.1-L3"))
  func aggregated() async throws {
    try await run { person in
      let (one, other) = (await person.window(), await person.window())
      try await choose("insights", "pillars", "insights", in: one)
      try await choose("profile", "insights", in: other)
      // A link to a screen is no choice of a tab.
      try await one.perform(.open(Route(["pillars", "fitness"])))
      let now = person.context.time.now()
      #expect(await person.tabUsage.sums(of: now) == ["insights": 3, "pillars": 1, "profile": 1])
      await one.close()
      await other.close()
    }
    try await run { person in
      let window = await person.window()
      try await choose("insights", in: window)
      let kept = try #require(try await person.drawer.load(TabUsage.name))
      let month = String(person.context.time.now().text.prefix(7))
      #expect(
        String(decoding: kept, as: UTF8.self)
          == #"{"months":{"\#(month)":{"insights":4,"pillars":1,"profile":1}},"version":1}"#)
      await window.close()
    }
  }

  @Test("of twelve months is kept, and damaged bytes count from zero", arguments: ["", "{", #"{"version":9}"#])
  func bounded(damaged: String) async throws {
    let person = try await Person.test()
    try await person.drawer.keep(TabUsage.name, Array(damaged.utf8))
    let usage = TabUsage(["insights"], in: person.drawer, log: .silent)
    var now = person.context.time.now()
    var first: Moment?
    for _ in 0..<14 {
      await usage.count("insights", at: now)
      await usage.count("nowhere", at: now)
      if first == nil { first = now }
      now = now.advanced(by: .seconds(31 * 86_400))
    }
    #expect(await usage.sums(of: try #require(first)).isEmpty)
    #expect(await usage.sums(of: now.advanced(by: .seconds(-31 * 86_400))) == ["insights": 1])
    let again = TabUsage(["insights"], in: person.drawer, log: .silent)
    #expect(await again.sums(of: now.advanced(by: .seconds(-31 * 86_400))) == ["insights": 1])
    await person.close()
  }
}
