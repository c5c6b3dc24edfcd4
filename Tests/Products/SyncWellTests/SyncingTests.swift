import Covers
import Fetch
import Foundation
import HTTP
import HealthProviders
import Interface
import Kernel
import Permissions
import ProductKit
import Samples
import ShellTesting
import Storage
import Testing
import Vendors

@testable import Shell
@testable import SyncWell

@Suite("SyncWell with its apps") struct SyncingTests {
  /// A person at one window, with copies of providers on this machine and a phone's store in memory.
  final class Desk: Sendable {
    let vendors: [Vendor]
    let stores: [String: MemoryHealthStore]
    let person: Person
    let window: Window
    /// The syncs that the shell of the phone was asked to keep alive, in order.
    let held = Locked<[HealthAccess.LongTask?]>([])
    /// Number of requests so far, by the host and port to which they went.
    let requests = Locked<[String: Int]>([:])
    private let fetch: Fetch

    /// A client that counts the requests it sends.
    private static func counting(_ requests: Locked<[String: Int]>) -> HTTPClient {
      let client = HTTPClient.curl()
      @Sendable func count(_ address: String) {
        let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        requests.withLock { $0[parts.count > 2 ? String(parts[2].prefix { $0 != "/" }) : address, default: 0] += 1 }
      }
      return HTTPClient(
        send: { request throws(Problem) in
          count(request.address)
          return try await client.send(request)
        },
        stream: { request throws(Problem) in
          count(request.address)
          return try client.stream(request)
        }, connect: client.connect)
    }

    init(
      _ kinds: [VendorKind], stores names: [String] = [], isPro: Bool = false, home: Person.Home = .memory,
      permissions: PermissionPort? = nil
    ) async throws {
      let clock = ManualTime(noon)
      var vendors: [Vendor] = []
      for kind in kinds { vendors.append(try await Vendor.start(kind, .until(noon.date), time: clock.time)) }
      self.vendors = vendors
      let stores = Dictionary(uniqueKeysWithValues: names.map { ($0, MemoryHealthStore($0)) })
      self.stores = stores
      let clients = vendors.map { ($0.kind.rawValue, HealthAccess.Client("troupe", address: $0.address)) }
      var access = HealthAccess(
        clients: Dictionary(uniqueKeysWithValues: clients), stores: stores.mapValues(\.port))
      access.holding = { [held] task in held.withLock { $0.append(task) } }
      person = try await Person.open(
        .syncwell(access), home: home, clock: clock, seed: 1, http: Desk.counting(requests),
        permissions: permissions
          ?? PermissionPort(
            standing: { _ throws(Problem) in .granted }, ask: { _ throws(Problem) in .granted },
            openSettings: { _ throws(Problem) in }))
      window = await person.window()
      fetch = try Fetch()
      try await window.perform(.browses(returningTo: "http://127.0.0.1:9/-/callback"))
      try await window.perform(.open(Route(["settings", "consent"])))
      try await tap("I consent: Usage statistics")
      if isPro {
        try await open("settings", "subscription", "plans")
        try await tap("Unlock Pro")
        try await tap("Confirm purchase")
      }
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
    var frame: Frame { get async throws { try await window.perform(.screen) } }

    func sees(_ text: String) async throws -> Bool {
      try await frame.everything.contains { $0.label.contains(text) || $0.value?.contains(text) == true }
    }

    /// Returns when a message is shown, and dismisses those before it.
    func waits(for toast: String) async throws {
      for await frame in window.frames.listen() {
        let labels = frame.toasts.flatMap(\.all).map(\.label)
        if labels.contains(toast) { return }
        if labels.contains("Dismiss") { try await tap("Dismiss") }
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
      if await window.visit != nil {
        try await consent()
      } else {
        // Nothing waits for a person's answer to the device's question.
        for await frame in window.frames.listen() where frame.labels.contains("Disconnect \(name)") { break }
        // What follows from the answer, such as a way back, comes before the next screen is opened.
        try await window.perform(.screen)
      }
    }

    /// Sets up a sync by the four steps.
    func add(_ kinds: [String], from source: String, to destination: String) async throws {
      try await open("syncs", "add")
      for kind in kinds { try await tap(kind) }
      try await tap("Next")
      try await tap(source)
      try await tap("Next")
      try await tap(destination)
      try await tap("Next")
      try await tap("Save Sync")
    }

    func recorded() async throws -> [String] {
      let frame = try await open("settings", "usage")
      return frame.everything.filter { $0.id.contains("event-") && $0.role == .listitem }.map(\.label).reversed()
    }
  }

  @Test(
    "A new person connects two apps at their own pages and sets up the first sync, which runs",
    .covers(
      "sw-US-02-A1", "sw-US-02-A2", "sw-US-02-A3", "sw-US-02-A4", "sw-US-02-A5", "sw-US-02-A7", "sw-US-02-T3",
      "sw-US-02-N1", "sw-US-02-N2", "sw-US-02-N4", "sw-US-02-N5", "sw-US-04-A1", "sw-US-04-A7", "sw-US-04-N1",
      "sw-US-04-N2", "sw-US-04-N3", "sw-US-04-N4", "sw-US-04-N5", "sw-US-05-N1", "sw-US-05-N2",
      "sw-US-16-N1"))
  func firstSync() async throws {
    let desk = try await Desk([.garmin, .googleHealth])
    func logos() async throws -> [String] {
      try await desk.frame.everything.filter { $0.role == .card && $0.state.icon != nil }.map(\.label)
    }
    try await desk.open("syncs")
    try await desk.tap("Connect two apps")
    #expect(try await desk.frame.title == "Choose Source App")
    #expect(try await logos().contains("Garmin"))
    try await desk.tap("Choose Garmin")
    try await desk.consent()
    #expect(try await desk.frame.title == "Choose Destination App")
    #expect(try await logos().contains("Google Health"))
    try await desk.tap("Choose Google Health")
    try await desk.consent()
    // Both are connected: the first sync begins with them.
    #expect(try await desk.frame.title == "Sync Configuration")
    #expect(try await desk.sees("Sync Steps, "))
    #expect(try await desk.sees("from Garmin to Google Health"))
    try await desk.tap("Save Sync")
    // The trial begins with the first sync, and does not lead away from it.
    try await desk.waits(for: "Your free trial has begun.")
    let home = try await desk.frame
    #expect(home.route == Route(["syncs"]))
    #expect(home.everything.contains { $0.label == "Synced just now" })
    let google = try #require(desk.vendors.last)
    #expect(google.written > 0)
    // The button "+" leads to the next one.
    #expect(home.node("tabs.main-act")?.state.icon == .add)
    let adding = try await desk.window.perform(.tap(.id("tabs.main-act")))
    #expect(adding.route == Route(["syncs", "add"]) && adding.title == "Sync Configuration")
    let recorded = try await desk.recorded()
    for event in [
      "source_app_selected, app_name: garmin", "source_app_auth_success",
      "destination_app_selected, app_name: google-health", "destination_app_auth_success", "add_sync_started",
      "add_sync_source_selected, app_name: garmin",
      "add_sync_destination_selected, app_name: google-health", "add_sync_completed",
    ] { #expect(recorded.contains(event), "\(event)") }
    #expect(recorded.contains { $0.hasPrefix("background_sync_job_started") })
    #expect(recorded.contains { $0.hasPrefix("background_sync_job_completed, status: success, items_synced: ") })
    #expect(recorded.contains { $0.hasPrefix("add_sync_datatypes_selected, count: ") })
    #expect(recorded.contains("dashboard_viewed, sync_count: 1"))
    await desk.close()
  }

  @Test("Health data meets the two chosen apps alone: every request goes to one of them")
  func chosenHosts() async throws {
    let desk = try await Desk([.garmin, .googleHealth, .oura])
    try await desk.connect("Garmin")
    try await desk.connect("Google Health")
    try await desk.add(["Steps", "Sleep"], from: "Garmin", to: "Google Health")
    for _ in 0..<2 {
      try await desk.window.perform(.advance(seconds: 86_400))
      try await desk.open("syncs")
      try await desk.tap("Sync all now")
    }
    #expect(desk.vendors[1].written > 0)
    let chosen = desk.vendors.prefix(2).map { "127.0.0.1:\($0.port)" }
    let requests = desk.requests.withLock { $0 }
    #expect(Set(requests.keys) == Set(chosen), "\(requests)")
    #expect(requests.values.allSatisfy { $0 > 1 } && desk.vendors[2].log.isEmpty)
    await desk.close()
  }

  @Test(
    "A consent that is declined leads back to the apps with the seed's sentence",
    .covers("sw-US-02-A8", "sw-US-02-N3", "sw-US-02-N6"))
  func declined() async throws {
    let desk = try await Desk([.garmin, .googleHealth])
    try await desk.open("apps", "source")
    try await desk.tap("Choose Garmin")
    let back = try await desk.consent("deny")
    #expect(back.title == "Choose Source App")
    try await desk.waits(for: "Authorization failed. Please try again.")
    try await desk.tap("Choose Garmin")
    try await desk.consent()
    try await desk.tap("Choose Google Health")
    try await desk.consent("deny")
    let recorded = try await desk.recorded()
    #expect(recorded.contains("source_app_auth_failed") && recorded.contains("destination_app_auth_failed"))
    await desk.close()
  }

  @Test(
    "Disconnecting asks first, ends the access at the provider, and takes credentials and syncs with it",
    .covers(
      "sw-US-13-A1", "sw-US-13-A2", "sw-US-13-A3", "sw-US-13-A4", "sw-US-13-A5", "sw-US-13-A6", "sw-US-13-A7",
      "sw-US-13-T1", "sw-US-13-T2", "sw-US-13-T3", "sw-US-13-U1", "sw-US-13-N1", "sw-US-13-N2", "sw-US-13-N3"))
  func disconnects() async throws {
    let desk = try await Desk([.oura, .googleHealth])
    try await desk.connect("Oura")
    try await desk.connect("Google Health")
    try await desk.add(["Sleep"], from: "Oura", to: "Google Health")
    try await desk.open("settings")
    try await desk.tap("Connected Apps")
    for name in ["Oura", "Google Health"] { #expect(try await desk.sees("Disconnect \(name)"), "\(name)") }
    try await desk.tap("Disconnect Oura")
    #expect(try await desk.frame.dialog?.label == "Disconnect Oura?")
    #expect(try await desk.sees("This deletes the connection and all sync configurations that use it."))
    try await desk.tap("Cancel")
    #expect(desk.vendors[0].grants == 1)
    try await desk.tap("Disconnect Oura")
    let gone = try await desk.tap("Disconnect")
    #expect(!gone.labels.contains("Disconnect Oura") && desk.vendors[0].grants == 0)
    // Of the two accounts' tokens those of Google Health are left.
    #expect(try await desk.person.store.records(of: "app_tokens", newest: 9).count == 1)
    let home = try await desk.open("syncs")
    #expect(home.everything.contains { $0.label == "No syncs yet." })
    let recorded = try await desk.recorded()
    #expect(recorded.contains("app_disconnect_initiated, app_name: oura"))
    #expect(recorded.contains("app_disconnect_confirmed") && recorded.contains("app_disconnect_cancelled"))
    await desk.close()
  }

  @Test(
    "Apple Health flows to Google Health and back, and nothing goes round in a circle",
    .covers("sw-US-14-A1", "sw-US-14-A2", "sw-US-14-N1"))
  func bothWays() async throws {
    let desk = try await Desk([.googleHealth], stores: ["apple-health"])
    let phone = try #require(desk.stores["apple-health"])
    let start = noon.date.addingTimeInterval(-3 * 3600)
    phone.record([
      Sample(
        .steps, from: start, to: start.addingTimeInterval(600), amount: 777,
        origin: Origin("apple-health", record: "p1", device: "Phone")),
      Sample(.weight, from: start, amount: 71.5, origin: Origin("apple-health", record: "p2", device: "Scale")),
    ])
    try await desk.connect("Apple Health")
    try await desk.connect("Google Health")
    try await desk.add(["Steps", "Weight"], from: "Apple Health", to: "Google Health")
    let google = try #require(desk.vendors.first)
    #expect(google.written == 2)
    try await desk.add(["Weight", "Resting heart rate"], from: "Google Health", to: "Apple Health")
    let back = phone.all(.weight) + phone.all(.restingHeartRate)
    #expect(back.contains { $0.origin.written != nil }, "what Google Health has of its own arrives")
    let counts = (google.written, phone.all(.weight).count, phone.all(.steps).count)
    for _ in 0..<3 {
      try await desk.open("syncs")
      try await desk.tap("Sync all now")
    }
    #expect((google.written, phone.all(.weight).count, phone.all(.steps).count) == counts)
    let recorded = try await desk.recorded()
    #expect(recorded.contains("cross_platform_sync_completed, source: apple, destination: google"))
    #expect(recorded.contains("manual_sync_triggered"))
    await desk.close()
  }

  @Test("Apple Health and Health Connect, as phones hand them in, flow into each other, each in its own form")
  func phones() async throws {
    let desk = try await Desk([], stores: ["apple-health", "health-connect"])
    let (apple, android) = (try #require(desk.stores["apple-health"]), try #require(desk.stores["health-connect"]))
    let start = noon.date.addingTimeInterval(-10 * 3600)
    func origin(_ store: String, _ record: String) -> Origin { Origin(store, record: record, device: "Phone") }
    apple.record([
      Sample(.steps, from: start, to: start.addingTimeInterval(600), amount: 777, origin: origin("apple-health", "a1")),
      Sample(.weight, from: start, amount: 71.5, origin: origin("apple-health", "a2")),
    ])
    android.record([
      Sample(.restingHeartRate, from: start, amount: 52, origin: origin("health-connect", "h1")),
      Sample(
        .distance, from: start, to: start.addingTimeInterval(600), amount: 640, origin: origin("health-connect", "h2")),
    ])
    try await desk.connect("Apple Health")
    try await desk.connect("Health Connect")
    try await desk.add(["Steps", "Weight"], from: "Apple Health", to: "Health Connect")
    try await desk.add(["Resting heart rate", "Distance"], from: "Health Connect", to: "Apple Health")
    #expect(android.all(.steps).map(\.amount) == [777] && android.all(.weight).map(\.amount) == [71.5])
    #expect(apple.all(.restingHeartRate).map(\.amount) == [52] && apple.all(.distance).map(\.amount) == [640])
    for sample in android.all(.steps) + android.all(.weight) + apple.all(.restingHeartRate) + apple.all(.distance) {
      #expect(sample.origin.written != nil, "each says who wrote it")
    }
    // A kind that the device refuses looks like no data; the rest goes on.
    apple.set { $0.denied = [.steps] }
    apple.record([
      Sample(.weight, from: start.addingTimeInterval(60), amount: 71.4, origin: origin("apple-health", "a3"))
    ])
    for _ in 0..<2 {
      try await desk.open("syncs")
      try await desk.tap("Sync all now")
    }
    #expect(android.all(.steps).count == 1 && android.all(.weight).count == 2)
    #expect(apple.all(.weight).count == 2 && apple.all(.restingHeartRate).count == 1)
    await desk.close()
  }

  @Test(
    "An access that ended at the provider needs attention, and connecting again mends it",
    .covers("sw-US-07-A3", "sw-US-07-U2", "sw-US-07-N1", "sw-US-05-N3", "sw-US-06-N1"))
  func mended() async throws {
    let desk = try await Desk([.oura, .googleHealth])
    try await desk.connect("Oura")
    try await desk.connect("Google Health")
    try await desk.add(["Steps"], from: "Oura", to: "Google Health")
    desk.vendors[0].withdraw()
    try await desk.window.perform(.advance(seconds: 2 * 3600))
    let home = try await desk.open("syncs")
    #expect(home.everything.contains { $0.label == "Needs attention" && $0.state.tone == .critical })
    try await desk.tap("Steps")
    try await desk.tap("Connect Oura")
    try await desk.consent()
    let mended = try await desk.open("syncs")
    #expect(mended.everything.contains { $0.label.hasPrefix("Synced") })
    try await desk.tap("Sync all now")
    let recorded = try await desk.recorded()
    #expect(recorded.contains { $0.hasPrefix("background_sync_job_failed, error_code: ") })
    #expect(recorded.contains("sync_status_viewed, status: error_needs_auth"))
    #expect(recorded.contains("manual_sync_triggered"))
    await desk.close()
  }

  @Test(
    "Deleting a sync from its menu asks in the seed's words",
    .covers("sw-US-08-A2", "sw-US-08-A3", "sw-US-08-A5", "sw-US-08-N1", "sw-US-08-N2", "sw-US-08-N3"))
  func deletes() async throws {
    let desk = try await Desk([.oura, .googleHealth])
    try await desk.connect("Oura")
    try await desk.connect("Google Health")
    try await desk.add(["Steps"], from: "Oura", to: "Google Health")
    try await desk.open("syncs")
    try await desk.tap("Delete")
    #expect(try await desk.frame.dialog?.label == "Delete Sync?")
    try await desk.tap("Cancel")
    try await desk.tap("Delete")
    let dialog = try #require(try await desk.frame.dialog)
    #expect(dialog.all.contains { $0.label == "Are you sure you want to delete this sync? This cannot be undone." })
    let confirm = try #require(dialog.all.first { $0.role == .button && $0.label == "Delete" })
    try await desk.window.perform(.tap(.id(confirm.id)))
    #expect(try await desk.sees("No syncs yet."))
    let recorded = try await desk.recorded()
    for event in ["sync_delete_initiated", "sync_delete_cancelled", "sync_delete_confirmed"] {
      #expect(recorded.contains(event))
    }
    await desk.close()
  }

  @Test(
    "With Pro, a ride of two devices is settled, and past days are synced",
    .covers(
      "sw-US-15-A2", "sw-US-15-A3", "sw-US-15-N1", "sw-US-15-N2", "sw-US-15-N3", "sw-US-10-A1",
      "sw-US-10-N2", "sw-US-10-N3"))
  func pro() async throws {
    let desk = try await Desk([.googleHealth], stores: ["apple-health", "health-connect"], isPro: true)
    let start = noon.date.addingTimeInterval(-4 * 3600)
    for (name, shift) in [("apple-health", 0.0), ("health-connect", 15)] {
      var ride = Workout("cycling", elapsed: 1800, moving: 1750, distance: 12_000, isTyped: false)
      ride.points = (0..<360).map { WorkoutPoint(at: Double($0) * 5, heartRate: 110 + $0 % 40) }
      desk.stores[name]?.record([
        Sample(workout: ride, from: start.addingTimeInterval(shift), origin: Origin(name, record: "w", device: name))
      ])
    }
    for name in ["Apple Health", "Health Connect", "Google Health"] { try await desk.connect(name) }
    try await desk.add(["Workouts"], from: "Apple Health", to: "Google Health")
    try await desk.add(["Workouts"], from: "Health Connect", to: "Google Health")
    let home = try await desk.open("syncs")
    #expect(home.everything.contains { $0.label == "1 Conflict Detected" })
    try await desk.tap("Workouts from Apple Health")
    #expect(try await desk.frame.title == "Conflict Resolution")
    try await desk.tap("Merge")
    #expect(try await desk.sees("Both are one workout now."))
    try await desk.open("settings")
    try await desk.tap("Historical Sync")
    #expect(try await desk.frame.route == Route(["history", "new"]))
    let fields = try await desk.frame.everything.map(\.label)
    #expect(fields.contains("First day") && fields.contains("Last day"))
    try await desk.tap("Start")
    let dialog = try #require(try await desk.frame.dialog)
    let begin = try #require(dialog.all.first { $0.role == .button && $0.label == "Start" })
    try await desk.window.perform(.tap(.id(begin.id)))
    for await frame in desk.window.frames.listen()
    where frame.everything.contains(where: { $0.label.hasPrefix("90 of 90 days were synced") }) { break }
    let recorded = try await desk.recorded()
    #expect(recorded.contains("conflict_detected") && recorded.contains("conflict_resolution_started"))
    #expect(recorded.contains("conflict_resolution_completed, resolution: merge"))
    #expect(recorded.contains("historical_sync_started, date_range_days: 90"))
    #expect(recorded.contains("historical_sync_completed"))
    await desk.close()
  }

  @Test("older days that are synced are a good moment: after a week and three of them SyncWell asks for a rating")
  func rating() async throws {
    let desk = try await Desk([.googleHealth], stores: ["apple-health"], isPro: true)
    for name in ["Apple Health", "Google Health"] { try await desk.connect(name) }
    try await desk.add(["Steps"], from: "Apple Health", to: "Google Health")
    try await desk.window.perform(.advance(seconds: 8 * 86_400))
    for number in 1...3 {
      #expect(!desk.window.frames.value.labels.contains { $0.hasPrefix("Do you like SyncWell?") })
      try await desk.open("history", "new")
      try await desk.tap("Start")
      let dialog = try #require(try await desk.frame.dialog)
      let begin = try #require(dialog.all.first { $0.role == .button && $0.label == "Start" })
      try await desk.window.perform(.tap(.id(begin.id)))
      let isDone = await desk.window.shows(within: 60) { frame in
        frame.everything.contains { $0.label.hasPrefix("90 of 90 days were synced") }
      }
      #expect(isDone, "the sync of older days number \(number)")
    }
    try await desk.open("syncs")
    #expect(await desk.window.shows(within: 60) { $0.labels.contains { $0.hasPrefix("Do you like SyncWell?") } })
    await desk.close()
  }
}
