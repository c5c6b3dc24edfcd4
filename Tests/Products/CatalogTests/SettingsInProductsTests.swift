import Catalog
import Covers
import Foundation
import Interface
import JSON
import Kernel
import Mode
import Navigation
import ShellTesting
import Storage
import Sync
import Testing

@testable import Cadence
@testable import DailyPA
@testable import ProductKit
@testable import Settings
@testable import Shell
@testable import SyncWell
@testable import Volvox
@testable import YHealth

/// Tests the settings of each product through its windows.
@Suite("Settings in the products") struct SettingsInProductsTests {
  static let plans: [(product: String, plan: SettingsPlan)] = [
    ("yhealth", .yhealth), ("syncwell", .syncwell), ("cadence", .cadence), ("volvox", .volvox), ("dailypa", .dailypa),
  ]

  private func person(_ product: String) async throws -> Person {
    try await Person.open(try #require(Product.named(product)), home: .memory)
  }

  private func element(_ label: String, _ role: Role, in frame: Frame) -> Element? {
    frame.nodes.flatMap(\.all).first { $0.label == label && $0.role == role }
  }

  @Test("Every plan has unique and valid keys, unique categories and valid defaults", arguments: plans.map(\.plan))
  func sound(plan: SettingsPlan) {
    let keys = plan.settings.map(\.key)
    #expect(Set(keys).count == keys.count && !keys.isEmpty)
    for key in keys {
      #expect(key.utf8.count <= 50 && key.allSatisfy { $0.isLowercase || $0 == "-" || $0 == "." }, "the name of a file")
    }
    #expect(Set(plan.categories.map(\.id)).count == plan.categories.count)
    let fresh = SettingsState(plan)
    for setting in plan.settings {
      if let above = setting.about.under { #expect(plan[above] != nil) }
      // A default outside its own limits could not be restored.
      #expect(setting.legal(setting.fallback) == setting.fallback && fresh.value(of: setting) == setting.fallback)
    }
  }

  @Test(
    "Every control of the settings and the account has a label, and a value if it holds one, in Light and Deep mode",
    .covers("yh-S04.6.1-L9"),
    arguments: plans.map(\.product))
  func labelled(product: String) async throws {
    for mode in Mode.allCases {
      let window = try await person(product).window()
      if product == "yhealth", mode == .deep {
        try await window.perform(.open(Route(["settings", "goals-coaching"])))
        try await window.perform(.choose(.label("Flexibility mode"), .text("Deep")))
      }
      let places = window.person.product.places.filter { place in
        ["/settings", "/account", "/help"].contains { place.pattern.text.hasPrefix($0) }
      }
      #expect(places.count >= 3)
      for route in places.flatMap(\.pattern.examples) {
        let frame = try await window.perform(.open(route))
        #expect(frame.route == route)
        for element in frame.nodes.flatMap(\.all) where !element.actions.isEmpty {
          #expect(!element.label.isEmpty, "\(route.text): \(element.id)")
          if [Role.toggle, .slider, .radiogroup, .picker, .timefield].contains(element.role) {
            #expect(element.value != nil, "\(route.text): \(element.id) has no value")
          }
        }
      }
    }
  }

  @Test(
    "Dark applies to the next frame, to every screen and to the first frame of a new window",
    .covers("yh-S04.6.1-AC3", "yh-S04.6.1-E3", "vx-FR-054"), arguments: plans.map(\.product))
  func dark(product: String) async throws {
    let person = try await person(product)
    let window = await person.window()
    #expect(window.frames.value.appearance == Appearance(theme: person.product.theme.id))
    try await window.perform(.open(Route(["settings", "display"])))
    let frame = try await window.perform(.choose(.label("Theme"), .text("Dark")))
    #expect(frame.appearance.scheme == .dark)
    let routes = person.product.places.flatMap(\.pattern.examples)
    #expect(routes.count > person.product.tabs.count)
    // As somebody who has bought everything.
    await window.surroundings { $0.entitlements = Set(person.product.places.compactMap(\.needs)) }
    for route in routes {
      let shown = try await window.perform(.open(route))
      #expect(shown.route == route && shown.appearance.scheme == .dark)
    }
    let again = await person.window()
    #expect(again.frames.value.appearance.scheme == .dark)
  }

  @Test("Text size and reduced motion apply to the next frame", .covers("yh-S04.6.1-AC4"))
  func large() async throws {
    let window = try await person("yhealth").window()
    try await window.perform(.open(Route(["settings", "display"])))
    let sizes = try await ["Small", "Medium", "Large", "Extra Large"].asyncMap { size in
      try await window.perform(.choose(.label("Text size"), .text(size))).appearance.textSize
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 4 && sizes[1] == 100 && sizes[3] == 200)
    #expect(sizes.allSatisfy(Appearance.textSizes.contains))
    try await window.perform(.open(Route(["settings", "goals-coaching"])))
    try await window.perform(.choose(.label("Flexibility mode"), .text("Deep")))
    try await window.perform(.open(Route(["settings", "display"])))
    let frame = try await window.perform(.tap(.label("Reduce motion")))
    #expect(frame.appearance.motion == .reduced && frame.appearance.textSize == 200)
  }

  @Test("Text size can be set in per cent in a product without named sizes")
  func perCent() async throws {
    let window = try await person("volvox").window()
    try await window.perform(.open(Route(["settings", "display"])))
    let frame = try await window.perform(.choose(.label("Text size"), .number(200)))
    #expect(frame.appearance.textSize == 200)
  }

  @Test("A setting changed in one window applies to the other; dialogs and search text do not")
  func twoWindows() async throws {
    let person = try await person("yhealth")
    let (one, two) = (await person.window(), await person.window())
    for window in [one, two] { try await window.perform(.open(Route(["settings", "goals-coaching"]))) }
    try await one.perform(.choose(.label("Flexibility mode"), .text("Deep")))
    let other = await two.settled()
    #expect(element("Flexibility mode", .radiogroup, in: other)?.value == "Deep")
    #expect(await two.surroundings.mode == .deep)

    try await one.perform(.tap(.label("Reset Flexibility mode")))
    #expect(one.frames.value.dialog != nil)
    #expect(await two.settled().dialog == nil)
    try await one.perform(.tap(.label("Cancel")))

    for window in [one, two] { try await window.perform(.open(Route(["settings"]))) }
    try await one.perform(.type(.label("Search settings"), "theme"))
    #expect(element("Search settings", .searchbox, in: await two.settled())?.value == "")

    try await two.perform(.open(Route(["settings", "display"])))
    try await two.perform(.choose(.label("Theme"), .text("Dark")))
    #expect(await one.settled().appearance.scheme == .dark)
  }

  @Test("A mode change that adjusts a number is reported only in the window where it was made")
  func toldOnce() async throws {
    let person = try await person("yhealth")
    let (one, two) = (await person.window(), await person.window())
    for window in [one, two] { try await window.perform(.open(Route(["settings", "goals-coaching"]))) }
    try await one.perform(.choose(.label("Flexibility mode"), .text("Deep")))
    try await two.perform(.open(Route(["settings", "notifications"])))
    try await two.perform(.choose(.label("Notifications a day"), .number(8)))
    let frame = try await one.perform(.choose(.label("Flexibility mode"), .text("Light")))
    #expect(frame.toasts.map(\.label) == ["Notifications a day: now 3 a day. Light mode allows 1 to 3."])
    let other = await two.settled()
    #expect(other.toasts.isEmpty)
    #expect(element("Notifications a day", .slider, in: other)?.value == "3 a day")
  }

  @Test("Releasing a window frees it and removes its state in the settings")
  func gone() async throws {
    let made = Locked<Settings?>(nil)
    let product = Product(
      id: "plain", name: "Plain", tagline: "", theme: .plain,
      home: .init("Settings", icon: .settings, at: Route(["settings"])),
      tabs: [], unavailable: ""
    ) { environment in
      let settings = Settings(.yhealth, in: environment)
      made.withLock { $0 = settings }
      return PersonFeatures(settings) { _ in WindowComposition(pages: []) }
    }
    let person = try await Person.open(product, home: .memory)
    let settings = try #require(made.withLock { $0 })
    var window: Window? = await person.window()
    weak let gone = window
    try await window?.perform(.open(Route(["settings", "notifications"])))
    try await window?.perform(.type(.label("Quiet hours end"), "22:00"))
    #expect(!settings.states.value.windows.isEmpty)
    window = nil
    for await state in settings.states.listen() where state.windows.isEmpty { break }
    #expect(gone == nil)
  }

  // MARK: Storage

  private func keep(_ key: String, _ value: String, in store: Store) async throws {
    let value = (try? JSON(text: value)) ?? .string(value)
    let setting = KeptSetting(
      name: key, value: value, clock: HybridClock(at: noon.date, after: nil, device: UUID()))
    try await store.collection(KeptSetting.self, .owned(.done)).save(setting, over: .anything)
  }

  private func kept(_ store: Store) async throws -> [String: String] {
    let records = try await store.collection(KeptSetting.self, .owned(.done)).records()
    return Dictionary(uniqueKeysWithValues: try records.map { ($0.name, try JSON.text($0.value)) })
  }

  @Test("Each setting is its own record; an unreadable one does not affect the others, and an unknown one is kept")
  func records() async throws {
    let store = try await Store.memory()
    try await keep("theme", "\"dark\"", in: store)
    try await keep("notifications.frequency", "2", in: store)
    try await keep("goal-focus", "???", in: store)
    try await keep("of.a.newer.version", "{}", in: store)
    let context = FeatureContext()
    let settings = Settings(.yhealth, on: context, in: store)
    await settings.send(.begin)
    await context.settling.settled()
    let state = settings.states.value
    #expect(state[YHealthSettings.scheme] == .dark && state[NotificationSettings.frequency] == 2)
    #expect(state[YHealthSettings.focus] == .balanced)
    await settings.send(.set("coaching-tone", "direct"), from: context.identifiers.next())
    await context.settling.settled()
    #expect(
      try await kept(store) == [
        "theme": "\"dark\"", "notifications.frequency": "2", "goal-focus": "\"???\"", "of.a.newer.version": "{}",
        "coaching-tone": "\"direct\"",
      ])
  }

  @Test("A setting that another writer saves or deletes in the store updates the screen", .timeLimit(.minutes(10)))
  func others() async throws {
    let person = try await person("yhealth")
    let window = await person.window()
    try await keep("theme", "\"dark\"", in: person.store)
    for await frame in window.frames.listen() where frame.appearance.scheme == .dark { break }
    try await keep("theme", "\"light\"", in: person.store)
    for await frame in window.frames.listen() where frame.appearance.scheme == .light { break }
    try await person.store.collection(KeptSetting.self, .owned(.done)).delete(ID(named: "theme"))
    for await frame in window.frames.listen() where frame.appearance.scheme != .light { break }
    #expect(window.frames.value.appearance == Appearance(theme: person.product.theme.id))
  }

  @Test(
    "The echo of the feature's own saves changes nothing, even after rapid edits", .timeLimit(.minutes(10)))
  func echoes() async throws {
    let store = try await Store.memory()
    let context = FeatureContext()
    let settings = Settings(.yhealth, on: context, in: store)
    await settings.send(.begin)
    await context.settling.settled()
    let window: WindowID = context.identifiers.next()
    // Consumed concurrently: an event that is not consumed keeps the context from settling.
    let hearing = Task { [ear = settings.events.listen()] in
      var changes = 0
      for await heard in ear {
        guard case .said(let event) = heard.news else { continue }
        if event == .changed("theme") { changes += 1 }
        if event == .changed("coaching-tone") { break }
      }
      return changes
    }
    for number in 0..<60 {
      await settings.send(.set("theme", number.isMultiple(of: 2) ? "dark" : "light"), from: window)
      if number.isMultiple(of: 7) { await context.settling.settled() }
    }
    await context.settling.settled()
    // Written by another writer, so it arrives after every echo.
    try await keep("coaching-tone", "\"direct\"", in: store)
    #expect(await hearing.value == 60)
    #expect(settings.states.value[YHealthSettings.scheme] == .light)
    #expect(try await kept(store)["theme"] == "\"light\"")
  }
}

extension Sequence where Self: Sendable, Element: Sendable {
  fileprivate func asyncMap<Result: Sendable>(_ transform: (Element) async throws -> Result) async rethrows -> [Result]
  {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
