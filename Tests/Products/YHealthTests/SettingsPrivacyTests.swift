import Covers
import Foundation
import Interface
import JSON
import Kernel
import Navigation
import ShellTesting
import Storage
import Testing

@testable import Analytics
@testable import ProductKit
@testable import Settings
@testable import Shell
@testable import YHealth

@Suite("What yHealth keeps of settings")
struct SettingsPrivacyTests {
  private func choose(_ label: String, _ value: String, at category: String, in window: Window) async throws {
    try await window.perform(.open(Route(["settings", category])))
    try await window.perform(.choose(.label(label), .text(value)))
  }

  @Test("Settings are encrypted on disk, in files that only their owner can access", .covers("yh-S04.6.1-L2"))
  func sealed() async throws {
    let folder = TestFolder()
    let person = try await Person.test(home: .folder(folder.path))
    let window = await person.window()
    try await choose("Coaching tone", "motivational", at: "goals-coaching", in: window)
    try await choose("Default goal focus", "wellbeing", at: "goals-coaching", in: window)
    try await choose("Preferred interaction channel", "whatsapp", at: "channels", in: window)
    let kept = try await person.store.collection(KeptSetting.self, .owned(.done)).records()
    #expect(Set(kept.map(\.name)).isSuperset(of: ["coaching-tone", "goal-focus", "channel"]))
    let words = ["coaching-tone", "motivational", "goal-focus", "\"wellbeing\"", "\"whatsapp\""]
    for word in words { #expect(folder.holding(word) == [], "\(word), while it is open") }
    await window.close()
    await person.close()
    for word in words { #expect(folder.holding(word) == [], "\(word), when it is closed") }
    for name in folder.everything.keys where !(folder.mode(name).map { $0 & 0o170000 } == 0o040000) {
      #expect(folder.mode(name).map { $0 & 0o077 } == 0, "\(name)")
    }
    // What was read back after a restart was on that disk.
    let again = try await Person.test(home: .folder(folder.path))
    let records = try await again.store.collection(KeptSetting.self, .owned(.done)).records()
    #expect(records.first { $0.name == "coaching-tone" }?.value == "motivational")
    await again.close()
  }

  @Test(
    "A setting holds a preference out of the plan and nothing else: no text of the person, no other key, no other field",
    .covers("yh-S04.6.1-L8"))
  func preferencesAlone() async throws {
    let plan = SettingsPlan.yhealth
    let words: JSON = "Anna Rossi, anna@example.org"
    for setting in plan.settings {
      for value in [words, .array([words]), .object(["note": words])] {
        #expect(setting.legal(value) == nil, "\(setting.key)")
      }
    }
    let person = try await Person.test()
    let context = FeatureContext()
    let settings = Settings(plan, on: context, in: person.store)
    await settings.send(.begin)
    await context.settling.settled()
    let hand: WindowID = context.identifiers.next()
    for key in plan.settings.map(\.key) + ["name", "health"] { await settings.send(.set(key, words), from: hand) }
    await settings.send(.set("coaching-tone", "gentle"), from: hand)
    await context.settling.settled()
    let waiting = try await person.store.outbox.claim(100).filter { $0.collection == KeptSetting.collection }
    #expect(waiting.count == 1)
    for change in waiting {
      #expect(Set(change.fields.keys) == ["id", "name", "value", "clock"])
      #expect(!"\(change.fields)".contains("Anna"))
    }
    await person.close()
  }

  @Test(
    "Anonymous analytics is off at first, records no text of the person once on, stops at once when off, and stays so",
    .covers("yh-S04.6.2-B5", "yh-S04.6.2-AC6", "yh-S04.1.2-L8"))
  func analytics() async throws {
    let folder = TestFolder()
    let person = try await Person.test(home: .folder(folder.path))
    let window = await person.window()
    func recorded(_ window: Window) async throws -> [String] {
      try await window.perform(.open(Route(["settings", "usage"]))).everything
        .filter { $0.role == .listitem }.map(\.label)
    }
    func switched(_ label: String, _ window: Window) async throws -> Bool? {
      let frame = try await window.perform(.open(Route(["settings", "privacy"])))
      return frame.everything.first { $0.label == label }?.state.check == .on
    }
    func log(_ note: String, _ window: Window) async throws {
      try await window.perform(.open(Route(["log", "journal"])))
      try await window.perform(.type(.label("What is on your mind"), note))
      try await window.perform(.tap(.label("Save")))
    }
    #expect(try await switched("Anonymous analytics", window) == false)
    #expect(try await switched("Product research", window) == false)
    try await log("a secret before", window)
    #expect(try await recorded(window) == [])
    try await window.perform(.open(Route(["settings", "privacy"])))
    try await window.perform(.tap(.label("Anonymous analytics")))
    try await window.perform(.tap(.label("Product research")))
    try await log("a secret thought", window)
    let told = try await recorded(window)
    #expect(told == ["entry_saved, kind: journal"])
    let kept = try await person.store.summaries().first { $0.name == "usage_events" }
    #expect(kept?.count == 1)
    try await window.perform(.open(Route(["settings", "privacy"])))
    try await window.perform(.tap(.label("Anonymous analytics")))
    #expect(try await recorded(window) == [], "what was recorded is deleted")
    try await log("a secret after", window)
    #expect(try await recorded(window) == [])
    #expect(try await person.store.summaries().first { $0.name == "usage_events" }?.count == 0)
    await window.close()
    await person.close()
    let again = try await Person.test(home: .folder(folder.path))
    let after = await again.window()
    #expect(try await switched("Anonymous analytics", after) == false)
    #expect(try await switched("Product research", after) == true)
    try await log("a secret later", after)
    #expect(try await recorded(after) == [])
    await again.close()
  }

  @Test(
    "Choices of tabs are recorded while it is allowed only, by the tab's name, and summed by day with the consent to counts",
    .covers("yh-S04.2.1-L3"))
  func tabs() async throws {
    let person = try await Person.test()
    let window = await person.window()
    func choose(_ tabs: String...) async throws {
      for tab in tabs { try await window.perform(.tap(.id("tabs.\(tab)"))) }
    }
    func listed() async throws -> [String: Int] {
      let page = try await window.perform(.open(Route(["settings", "usage"])))
      let items = page.everything.filter { $0.role == .listitem && $0.id.contains("event-") }
      return Dictionary(grouping: items, by: \.label).mapValues(\.count)
    }
    try await choose("insights", "pillars")
    #expect(try await listed() == [:])
    #expect(try await person.drawer.load("tab-usage") == nil)
    try await window.perform(.open(Route(["settings", "privacy"])))
    try await window.perform(.tap(.label("Anonymous analytics")))
    try await choose("insights", "pillars", "insights")
    #expect(try await listed() == ["tab_chosen, tab: insights": 2, "tab_chosen, tab: pillars": 1])
    // A sum of the day, and nothing of the single choice, is what the consent to counts adds.
    try await window.consent()
    try await choose("dashboard", "profile", "dashboard")
    let page = try await window.perform(.open(Route(["settings", "usage"])))
    #expect(
      page.everything.contains { $0.label == "tab_chosen, tab: dashboard" && $0.value?.hasSuffix("2 times") == true })
    try await window.perform(.open(Route(["settings", "privacy"])))
    try await window.perform(.tap(.label("Anonymous analytics")))
    try await choose("insights")
    #expect(try await listed() == [:])
    await window.close()
    await person.close()
  }

  @Test("An insight that is opened is recorded by its pillar, and nothing else of it", .timeLimit(.minutes(10)))
  func insight() async throws {
    let person = try await Person.test(clock: ManualTime(noon))
    try await DemonstrationData.fill(person.store, to: noon, days: 400)
    let window = await person.window()
    try await window.perform(.open(Route(["settings", "privacy"])))
    try await window.perform(.tap(.label("Anonymous analytics")))
    @Sendable func found(_ frame: Frame) -> Element? {
      frame.everything.first { $0.destination?.path == ["insights", "finding"] }
    }
    try await window.perform(.open(Route(["insights"])))
    #expect(await window.shows(within: 60) { found($0) != nil })
    let finding = try #require(found(window.frames.value))
    let frame = try await window.perform(.tap(.id(finding.id)))
    #expect(frame.route.path == ["insights", "finding"])
    let page = try await window.perform(.open(Route(["settings", "usage"])))
    let events = page.everything.filter { $0.role == .listitem && $0.id.contains("event-") }.map(\.label)
    let opened = events.filter { $0.hasPrefix("insight_opened") }
    #expect(opened.count == 1)
    #expect(["fitness", "nutrition", "wellbeing"].contains { opened.first == "insight_opened, pillar: \($0)" })
    await window.close()
    await person.close()
  }

  @Test("A milestone is a good moment: after a week and three of them yHealth asks for a rating")
  func rating() async throws {
    let person = try await Person.test()
    let window = await person.window()
    try await window.perform(.advance(seconds: 8 * 86_400))
    for name in ["Learn to swim", "Walk to work", "Cook at home"] {
      #expect(!window.frames.value.labels.contains { $0.hasPrefix("Do you like yHealth?") })
      try await window.perform(.open(Route(["pillars", "goal"])))
      try await window.perform(.choose(.label("Measure"), .text("Custom")))
      try await window.perform(.type(.label("Goal"), name))
      try await window.perform(.tap(.label("Save")))
      try await window.perform(.open(Route(["pillars", "goals"])))
      try await window.perform(.tap(.label("Mark as reached")))
    }
    try await window.perform(.open(Route(["dashboard"])))
    #expect(await window.shows(within: 60) { $0.labels.contains { $0.hasPrefix("Do you like yHealth?") } })
    await window.close()
    await person.close()
  }

  @Test("Every tab has a name among the recorded ones")
  func tabNames() {
    let product = Product.yhealth
    #expect(Set(([product.home] + product.tabs).map(\.id)) == AnalyticsPlan.tabs.all)
  }
}
