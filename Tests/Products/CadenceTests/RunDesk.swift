import ConnectedApps
import Connectivity
import Days
import Fetch
import Foundation
import HealthProviders
import Interface
import Kernel
import ProductKit
import Runners
import Samples
import ShellTesting
import Storage
import Testing
import Training
import Vendors

@testable import Cadence
@testable import Shell

/// A health store of a phone as a shell hands it in: its permission, and what it was asked for.
final class Phone: Sendable {
  struct Permission {
    var answer = HealthStoreDialog.Answer.granted
    /// The device's settings; nil before the dialog was answered.
    var standing: HealthStoreDialog.Answer?
    var asked: [[SampleKind]] = []
  }

  let store: MemoryHealthStore
  let permission = Locked(Permission())
  /// Holds the reads of the store until it is opened.
  let gate = Locked<[CheckedContinuation<Void, Never>]?>(nil)

  init(_ id: String) { store = MemoryHealthStore(id) }

  var dialog: HealthStoreDialog {
    HealthStoreDialog(
      ask: { kinds throws(Problem) in
        self.permission.withLock { permission in
          permission.asked.append(kinds)
          permission.standing = permission.answer
          return permission.answer
        }
      },
      standing: { _ throws(Problem) in self.permission.withLock { $0.standing ?? .denied } })
  }

  var port: HealthPort {
    var port = store.port
    let read = port.read
    port.read = { kind, span, page throws(Problem) in
      await withCheckedContinuation { waiting in
        let isOpen = self.gate.withLock { gate in
          guard gate != nil else { return true }
          gate?.append(waiting)
          return false
        }
        if isOpen { waiting.resume() }
      }
      return try await read(kind, span, page)
    }
    return port
  }

  func close() { gate.withLock { $0 = [] } }
  func open() { gate.withLock { $0.take() ?? [] }.forEach { $0.resume() } }

  func set(_ change: (inout Permission) -> Void) { permission.withLock { change(&$0) } }

  /// Records a run as a watch does: with a distance and beats of its own, apart from the workout.
  func record(run number: Int, metres: Double = 8_000, seconds: Double = 2_700, on start: Date) {
    let watch = store.provider
    store.record([
      Sample(
        workout: Workout("running", elapsed: seconds), from: start,
        origin: Origin(watch, record: "run-\(number)", device: "Watch")),
      Sample(
        .distance, from: start, to: start.addingTimeInterval(seconds), amount: metres,
        origin: Origin(watch, record: "metres-\(number)", device: "Watch")),
      // The phone in the pocket counted the same way.
      Sample(
        .distance, from: start, to: start.addingTimeInterval(seconds), amount: metres - 300,
        origin: Origin(watch, record: "pocket-\(number)", device: "Phone")),
    ])
    store.record(
      (0..<9).map { part in
        Sample(
          .heartRate, from: start.addingTimeInterval(Double(part) * seconds / 9), amount: 140 + Double(part),
          origin: Origin(watch, record: "beat-\(number)-\(part)", device: "Watch"))
      })
  }
}

/// A runner at one window of Cadence, in conversation with the coach, with providers and phones on this machine.
final class RunDesk: Sendable {
  let clock = ManualTime(noon)
  let vendors: [Vendor]
  let phones: [String: Phone]
  let person: Person
  let window: Window
  /// The lines of the log, of every level.
  let logged: Locked<[Log.Line]>
  private let fetch: Fetch

  init(
    _ kinds: [VendorKind] = [], phones: [String] = [], home: Person.Home = .memory, keys: ProfileKeys = .file
  ) async throws {
    var vendors: [Vendor] = []
    for kind in kinds { vendors.append(try await Vendor.start(kind, .until(noon.date), time: clock.time)) }
    self.vendors = vendors
    self.phones = Dictionary(uniqueKeysWithValues: phones.map { ($0, Phone($0)) })
    let access = HealthAccess(
      clients: Dictionary(
        uniqueKeysWithValues: vendors.map { ($0.kind.rawValue, HealthAccess.Client("troupe", address: $0.address)) }),
      stores: self.phones.mapValues(\.port), dialogs: self.phones.mapValues(\.dialog))
    let logged = Locked<[Log.Line]>([])
    self.logged = logged
    person = try await Person.open(
      .cadence(access), home: home, keys: keys, clock: clock, seed: 1,
      log: Log { line in logged.withLock { $0.append(line) } }, http: .curl())
    window = await person.window()
    fetch = try Fetch()
    try await window.perform(.browses(returningTo: "http://127.0.0.1:9/-/callback"))
    try await window.perform(.network(.online))
  }

  func close() async {
    for phone in phones.values { phone.open() }
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

  /// Begins the conversation, up to the question for a watch or an app.
  func begin() async throws {
    try await open("coach")
    if await !shows("What should I call you?") { try await tap("Begin without the network") }
    try await window.perform(.type(.label("Message to your coach"), "Sam"))
    try await tap("Send")
    #expect(await shows("I'll do this later"))
  }

  func shows(_ text: String) async -> Bool {
    await window.shows(within: 60) { frame in
      frame.everything.contains { $0.label.contains(text) || $0.value?.contains(text) == true }
    }
  }

  /// Everything that the window shows.
  var words: [String] {
    window.frames.value.everything.flatMap { [$0.label, $0.value ?? ""] }
  }

  /// Decides on the provider's page that the window's browser shows, and comes back.
  @discardableResult func consent(_ decision: String = "allow") async throws -> Frame {
    let page = try #require(await window.visit).address
    let callback = try #require(try await fetch.decide(decision, on: page))
    return try await window.perform(.browsed(.returned(Redacted(callback))))
  }

  var runner: Runner? {
    get async throws { try await person.store.collection(Runner.self, .owned(.entered)).record(Runner.only) }
  }

  var runs: [RunDone] {
    get async throws { try await person.store.collection(RunDone.self, .owned(.entered)).records() }
  }
}
