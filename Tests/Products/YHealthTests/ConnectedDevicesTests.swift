import Covers
import Days
import Fetch
import Foundation
import Health
import Interface
import Kernel
import Measures
import ProductKit
import ShellTesting
import Storage
import Testing
import Vendors

@testable import Shell
@testable import YHealth

@Suite("Devices connected to yHealth", .timeLimit(.minutes(5))) struct ConnectedDevicesTests {
  /// A person at one window, with copies of providers on this machine.
  private final class Desk: Sendable {
    let clock = ManualTime(noon)
    let vendors: [Vendor]
    let person: Person
    let window: Window
    private let fetch: Fetch

    init(_ kinds: [VendorKind]) async throws {
      var vendors: [Vendor] = []
      for (seed, kind) in kinds.enumerated() {
        vendors.append(try await Vendor.start(kind, .until(noon.date, seed: UInt64(seed + 1)), time: clock.time))
      }
      self.vendors = vendors
      let clients = vendors.map { ($0.kind.rawValue, HealthAccess.Client("troupe", address: $0.address)) }
      let access = HealthAccess(clients: Dictionary(uniqueKeysWithValues: clients))
      person = try await Person.open(.yhealth(access), home: .memory, clock: clock, seed: 1, http: .curl())
      window = await person.window()
      fetch = try Fetch()
      try await window.perform(.browses(returningTo: "http://127.0.0.1:9/-/callback"))
    }

    func close() async {
      await window.close()
      await person.close()
      await fetch.close()
      for vendor in vendors { await vendor.stop() }
    }

    @discardableResult func open(_ path: String...) async throws -> Frame {
      try await window.perform(.open(Route(path)))
    }
    @discardableResult func tap(_ label: String) async throws -> Frame {
      try await window.perform(.tap(.label(label)))
    }
    func shows(_ text: String) async -> Bool {
      await window.shows(within: 60) { frame in
        frame.everything.contains { $0.label.contains(text) || $0.value?.contains(text) == true }
      }
    }

    /// Decides on the provider's page that the window's browser shows, and comes back.
    @discardableResult func consent(_ decision: String = "allow") async throws -> Frame {
      let page = try #require(await window.visit).address
      let callback = try #require(try await fetch.decide(decision, on: page))
      return try await window.perform(.browsed(.returned(Redacted(callback))))
    }

    func connect(_ name: String) async throws {
      try await open("apps")
      try await tap("Connect \(name)")
      try await consent()
      #expect(await shows("last synced"))
    }

    var figures: [DeviceDay] {
      get async throws { try await person.store.collection(DeviceDay.self, .owned(.rest)).records() }
    }
  }

  @Test(
    "a ring is connected on its provider's page; its days arrive, and the list says what it is and when it was synced",
    .covers("yh-S04.6.2-B3", "yh-S04.6.2-B15", "yh-S04.6.2-B28", "yh-S04.6.2-AC4"))
  func connecting() async throws {
    let desk = try await Desk([.oura])
    try await desk.open("settings")
    var frame = try await desk.tap("Connected Devices")
    #expect(frame.title == "Connected Devices" && frame.labels.contains("No device is connected yet."))
    #expect(frame.labels.contains("Connect New Device"))
    try await desk.tap("Connect Oura")
    let page = try #require(await desk.window.visit).address
    #expect(page.hasPrefix(desk.vendors[0].address) && page.contains("code_challenge"))
    try await desk.consent()
    #expect(await desk.shows("last synced"))
    frame = desk.window.frames.value
    let row = try #require(frame.everything.first { $0.label == "Oura" && $0.role == .listitem })
    #expect(row.value?.hasPrefix("Ring, practice copy on this machine") == true)
    #expect(row.all.contains { $0.label == "Disconnect Oura" })
    let figures = try await desk.figures
    #expect(Set(figures.map(\.source)) == ["Oura: all"])
    let kinds = Set(figures.compactMap(\.measure))
    #expect(kinds.isSuperset(of: [.steps, .sleepMinutes, .deepMinutes, .bedtime, .heartRateVariability]))
    #expect(Set(figures.map(\.day)).count > 20)
    await desk.close()
  }

  @Test(
    "the list shows each device with its name, type, last sync and a way to disconnect; the person's order is kept",
    .covers("yh-S04.6.2-B14", "yh-S04.6.2-B17", "yh-S04.6.2-B18", "yh-S04.6.2-AC3"))
  func order() async throws {
    let desk = try await Desk([.oura, .garmin])
    try await desk.connect("Oura")
    try await desk.window.perform(.advance(seconds: 60))
    try await desk.connect("Garmin")
    #expect(await desk.shows("Sync Garmin now"))
    var rows = desk.window.frames.value.everything.filter {
      $0.role == .listitem && ["Oura", "Garmin"].contains($0.label)
    }
    #expect(rows.map(\.label) == ["Oura", "Garmin"])
    for (row, kind) in zip(rows, ["Ring", "Watch"]) {
      #expect(row.value?.hasPrefix(kind) == true && row.value?.contains("last synced") == true)
      #expect(row.all.contains { $0.label == "Disconnect \(row.label)" })
    }
    // The two people of the providers walked differently, so that the order decides about a day of both.
    let figures = try await desk.figures
    let day = noon.day.following(-3)
    func steps(_ name: String) -> Double? {
      figures.first { $0.day == day && $0.measure == .steps && $0.source == "\(name): all" }?.amount
    }
    let (oura, garmin) = (try #require(steps("Oura")), try #require(steps("Garmin")))
    #expect(oura != garmin)
    // The days as yHealth summed them last.
    let summed = HealthNeeds(desk.person.store, caching: YHealthStorage.dashboard)
    func believes(_ amount: Double) async throws -> Bool {
      for _ in 0..<200 {
        if try await summed.days().first(where: { $0.day == day })?[.steps] == amount { return true }
        try await desk.open("dashboard")
      }
      return false
    }
    #expect(try await believes(max(oura, garmin)))
    try await desk.open("apps")
    try await desk.tap("Move Garmin up")
    rows = desk.window.frames.value.everything.filter {
      $0.role == .listitem && ["Oura", "Garmin"].contains($0.label)
    }
    #expect(rows.map(\.label) == ["Garmin", "Oura"])
    #expect(try await believes(garmin))
    try await desk.open("apps")
    try await desk.tap("Move Oura up")
    #expect(try await believes(oura))
    await desk.close()
  }

  @Test(
    "a disconnected device leaves the list alone, its access ends at the provider, and nothing more arrives",
    .covers("yh-S04.6.2-B16", "yh-S04.6.2-AC5"))
  func disconnecting() async throws {
    let desk = try await Desk([.oura, .garmin])
    try await desk.connect("Oura")
    try await desk.connect("Garmin")
    #expect(await desk.shows("Sync Garmin now"))
    func delivered() async throws -> Int { try await desk.figures.count { $0.source == "Oura: all" } }
    let before = try await delivered()
    try await desk.tap("Disconnect Oura")
    let dialog = try #require(desk.window.frames.value.dialog)
    #expect(dialog.all.contains { $0.label.contains("What it has delivered stays in your log.") })
    try await desk.tap("Disconnect")
    #expect(await desk.shows("Connect Oura"))
    #expect(desk.vendors[0].grants == 0)
    // The other device stays connected.
    #expect(desk.vendors[1].grants > 0 && desk.window.frames.value.labels.contains("Disconnect Garmin"))
    let asked = desk.vendors[0].log
    try await desk.window.perform(.advance(seconds: 2 * 86_400))
    #expect(desk.vendors[0].log == asked)
    #expect(try await delivered() == before)
    await desk.close()
  }

  @Test(
    "a provider that cannot be told is tried again, then disconnected here with the way to end it by hand",
    .covers("yh-S04.6.2-E2"))
  func unreachable() async throws {
    let desk = try await Desk([.oura])
    try await desk.connect("Oura")
    await desk.vendors[0].stop()
    try await desk.tap("Disconnect Oura")
    try await desk.tap("Disconnect")
    #expect(await desk.shows("Oura cannot be reached. It is told again in a moment."))
    #expect(desk.window.frames.value.labels.contains("Disconnect Oura here only"))
    try await desk.tap("Disconnect Oura here only")
    #expect(await desk.shows("End the access there: cloud.ouraring.com, Personal access."))
    await desk.close()
  }

  @Test("a consent that the provider cannot answer says so, and is offered again", .covers("yh-S04.6.2-E4"))
  func unavailable() async throws {
    let desk = try await Desk([.oura])
    try await desk.open("apps")
    try await desk.tap("Connect Oura")
    desk.vendors[0].change { $0.status = 503 }
    let page = try #require(await desk.window.visit)
    let back = "\(page.callback)?code=c&state=\(page.state ?? "")"
    let frame = try await desk.window.perform(.browsed(.returned(Redacted(back))))
    #expect(frame.toast == "Authorization failed. Please try again.")
    #expect(frame.everything.contains { $0.id.hasSuffix("problem") } && frame.labels.contains("Connect Oura"))
    desk.vendors[0].change { $0.status = nil }
    try await desk.connect("Oura")
    await desk.close()
  }

  @Test(
    "a device that asks for consent again marks the tab of the profile until it is connected again",
    .covers("yh-S04.2.1-B10"))
  func pending() async throws {
    let desk = try await Desk([.oura])
    try await desk.connect("Oura")
    #expect(desk.window.frames.value.node("tabs.profile")?.value == nil)
    desk.vendors[0].withdraw()
    try await desk.tap("Sync Oura now")
    let isMarked = await desk.window.shows(within: 60) { frame in
      frame.node("tabs.profile")?.value == "Oura asks for your consent again"
    }
    #expect(isMarked)
    try await desk.tap("Reconnect Oura")
    try await desk.consent()
    #expect(await desk.window.shows(within: 60) { $0.node("tabs.profile")?.value == nil })
    await desk.close()
  }

  @Test("a device whose provider fails keeps what was delivered, says why, and is synced again on request")
  func failing() async throws {
    let desk = try await Desk([.oura])
    try await desk.connect("Oura")
    let before = try await desk.figures.count
    desk.vendors[0].change { $0.status = 500 }
    try await desk.tap("Sync Oura now")
    #expect(await desk.shows("Oura could not be synced."))
    #expect(try await desk.figures.count == before)
    desk.vendors[0].change { $0.status = nil }
    try await desk.tap("Sync Oura now")
    let isMended = await desk.window.shows(within: 60) { frame in
      !frame.labels.contains { $0.contains("could not be synced") } && frame.labels.contains("Sync Oura now")
    }
    #expect(isMended)
    await desk.close()
  }
}
