import Connectivity
import Covers
import Foundation
import Health
import Interface
import Kernel
import ShellTesting
import Storage
import Testing

@testable import ProductKit
@testable import Shell
@testable import YHealth

@Suite("yHealth's features together")
struct YHealthFeaturesTests {
  private func logMood(_ value: Double, in window: Window) async throws {
    try await window.perform(.open(Route(["log", "mood"])))
    try await window.perform(.choose(.label("Mood"), .number(value)))
    try await window.perform(.tap(.label("Save")))
  }

  private func choose(_ mode: String, in window: Window) async throws {
    try await window.perform(.open(Route(["settings", "goals-coaching"])))
    try await window.perform(.choose(.label("Flexibility mode"), .text(mode)))
  }

  @Test("A mode switch is announced once in every window", .covers("yh-S04.1.3-L4"))
  func announced() async throws {
    let person = try await Person.test()
    let (one, other) = (await person.window(), await person.window())
    let recorders = [OutletRecorder(one), OutletRecorder(other)]
    try await choose("deep", in: one)
    try await choose("deep", in: one)
    let words = "Deep mode. The dashboard shows everything."
    for recorder in recorders { #expect(recorder.announcements.filter { $0 == words }.count == 1) }
    try await choose("light", in: other)
    for recorder in recorders {
      #expect(recorder.announcements.last == "Light mode. The dashboard shows the essential.")
    }
  }

  @Test("A toast that belongs to no window is shown in the window that was used last")
  func front() async throws {
    let person = try await Person.test()
    let (one, other) = (await person.window(), await person.window())
    func say(_ words: String) async {
      for window in [one, other] { await window.toastInFront(Toast(words)) }
    }
    await say("To the newest")
    try await one.perform(.open(Route(["pillars"])))
    // Reading the screen and advancing the clock do not count as use.
    try await other.perform(.screen)
    try await other.perform(.advance(seconds: 1))
    await say("To the one in use")
    await one.close()
    await say("To the one that is left")
    #expect(await one.settled().toast == "To the one in use")
    #expect(await other.settled().toast == "To the newest")
    #expect(try await other.perform(.tap(.label("Dismiss"))).toast == "To the one that is left")
  }

  @Test("When the log cannot be read, the dashboard keeps its data and shows their time on every visit")
  func unreadable() async throws {
    let person = try await Person.test()
    let window = await person.window()
    try await logMood(8, in: window)
    #expect(try await window.perform(.open(Route(["dashboard"]))).value(of: "Mood") == "8 of 10")
    await person.store.close()
    for _ in 0..<2 {
      // Long enough for the dashboard to reload when it is opened again.
      try await window.perform(.open(Route(["insights"])))
      try await window.perform(.advance(seconds: 16 * 60))
      let shown = try await window.perform(.open(Route(["dashboard"])))
      #expect(shown.value(of: "Mood") == "8 of 10")
      #expect(
        shown.labels.contains { $0.hasPrefix("Showing data from ") && $0.hasSuffix(" Pull to refresh when online.") })
    }
  }

  @Test(
    "A failed refresh keeps the shown data, and is retried on every return to the dashboard",
    .covers("yh-S04.1.3-E4"))
  func retried() async throws {
    let (isBroken, asked) = (Locked(false), Locked(0))
    let product = Product.yhealth { log in
      var failing = log
      failing.catchUp = { marks, waiting, now throws(Problem) in
        let news = try await log.catchUp(marks, waiting, now)
        asked.withLock { $0 += 1 }
        if isBroken.withLock({ $0 }) { throw Problem("disk-failed", "The disk failed.", remedy: "Try again later.") }
        return news
      }
      return failing
    }
    let window = try await Person.test(product).window()
    try await logMood(8, in: window)
    try await window.perform(.open(Route(["dashboard"])))
    /// Stays away long enough for the dashboard to reload; returns its frame and how often the log was read on return.
    func comeBack() async throws -> (shown: Frame, asked: Int) {
      try await window.perform(.open(Route(["insights"])))
      try await window.perform(.advance(seconds: 16 * 60))
      let before = asked.withLock { $0 }
      let shown = try await window.perform(.open(Route(["dashboard"])))
      return (shown, asked.withLock { $0 } - before)
    }
    isBroken.withLock { $0 = true }
    for _ in 0..<2 {
      let back = try await comeBack()
      #expect(back.shown.value(of: "Mood") == "8 of 10" && back.asked > 0)
    }
    isBroken.withLock { $0 = false }
    let mended = try await comeBack()
    #expect(mended.shown.value(of: "Mood") == "8 of 10" && mended.asked > 0)
    #expect(!mended.shown.labels.contains { $0.hasPrefix("Showing data from ") })
  }

  @Test(
    "The dashboard's stored data are encrypted, in files that only their owner can access", .covers("yh-S04.1.3-L7"))
  func sealed() async throws {
    let folder = TestFolder()
    let person = try await Person.test(home: .folder(folder.path))
    let window = await person.window()
    try await logMood(8, in: window)
    let card = try #require(
      try await window.perform(.open(Route(["dashboard"]))).everything.first { $0.role == .card })
    await person.close()
    // The words stored for the next start appear nowhere in clear text.
    for word in [card.label, "yHealth, ", "insights_at", "has_data", "hasData"] { #expect(folder.holding(word) == []) }
    let all = folder.everything.keys
    #expect(!all.isEmpty)
    for name in all where !(folder.mode(name).map { $0 & 0o170000 } == 0o040000) {
      #expect(folder.mode(name).map { $0 & 0o077 } == 0, "\(name)")
    }
  }

  @Test("Insights contain no text that the person wrote", .covers("yh-S04.1.2-L3"))
  func impersonal() async throws {
    let person = try await Person.test()
    let window = await person.window()
    let secret = "Anna Rossi, anna@example.org"
    try await window.perform(.open(Route(["connect"])))
    try await window.perform(.tap(.label("Add the simulated device")))
    try await window.perform(.open(Route(["log", "journal"])))
    let form = try #require(await window.settled().dialog)
    for field in form.all where field.role == .textbox { try await window.perform(.type(.id(field.id), secret)) }
    try await window.perform(.tap(.label("Save")))
    try await window.perform(.open(Route(["log", "mood"])))
    try await window.perform(.choose(.label("Mood"), .number(8)))
    let mood = try #require(await window.settled().dialog)
    for field in mood.all where field.role == .textbox { try await window.perform(.type(.id(field.id), secret)) }
    try await window.perform(.tap(.label("Save")))
    // The text was stored as typed.
    #expect(try await window.perform(.open(Route(["history"]))).labels.contains { $0.contains("Anna") })
    try await choose("deep", in: window)
    for route in [Route(["dashboard"]), Route(["insights"])] {
      let frame = try await window.perform(.open(route))
      #expect(frame.everything.contains { $0.role == .card || $0.role == .table })
      for element in frame.everything {
        for words in [element.label, element.value ?? "", element.hint ?? ""] {
          #expect(!words.contains("Anna") && !words.contains("@"))
        }
      }
    }
  }
}

extension Frame {
  func value(of label: String) -> String? { everything.first { $0.label == label }?.value }
}

extension OutletRecorder {
  fileprivate var announcements: [String] {
    all.compactMap { if case .announcement(let announcement) = $0 { announcement.text } else { nil } }
  }
}
