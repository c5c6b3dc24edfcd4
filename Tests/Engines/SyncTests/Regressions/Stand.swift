import Foundation
import JSON
import Kernel
import Simulation
import Storage
import Sync
import SyncWire
import Testing

/// The record of the regression tests.
struct Note: Kept {
  static let collection = "notes"
  var id: ID<Note>
  var at: Date
  var text: String
  var mark: String?
  var when: Date { at }

  init(_ text: String, mark: String? = nil, id: ID<Note> = ID(UUID())) {
    self.id = id
    at = Stand.start
    self.text = text
    self.mark = mark
  }
}

/// Devices of one user and the model server, connected by a scripted network.
final class Stand {
  static let start = Date(timeIntervalSince1970: 1_750_000_000)

  let person = UUID()
  var server: ModelServer
  private(set) var devices: [Gear] = []
  /// Seconds since the start.
  var seconds = 0.0

  init(
    devices count: Int = 1, _ policy: Policy = .ask, on ground: Gear.Ground = .memory,
    check: @escaping @Sendable ([String: JSON]) -> (code: String, reason: String)? = { _ in nil }
  ) async throws {
    var table = ModelTable("notes", ["at", "text", "mark"])
    table.required = ["at", "text"]
    table.unique = "mark"
    table.check = check
    server = ModelServer([table], epoch: "one")
    for index in 0..<count { devices.append(try await Gear(self, index, policy, ground)) }
  }

  var a: Gear { devices[0] }
  var b: Gear { devices[1] }

  /// The texts of all records on the server, sorted.
  var texts: [String] { server.rows.values.compactMap { $0.fields["text"]?.string }.sorted() }

  func text(_ note: Note) -> String? {
    server.rows.first { $0.key.id == note.id.uuid }?.value.fields["text"]?.string
  }

  /// Advances the time, step by step, so that every alarm rings.
  func pass(_ seconds: Double) async {
    let until = self.seconds + seconds
    while self.seconds < until {
      let next = devices.compactMap { $0.wake?.timeIntervalSince(Stand.start) }.filter { $0 > self.seconds }.min()
      self.seconds = min(until, next ?? until)
      for gear in devices { await gear.ring() }
    }
  }
}

/// A device: store, planner and courier as in a program.
final class Gear {
  enum Ground { case memory, disk }
  /// The outcome of a request, when it is not answered normally.
  enum Fate { case lost, unanswered, refused(SyncFailure) }

  unowned let stand: Stand
  let kinds: [SyncedKind]
  private(set) var store: Store
  private(set) var notes: Storage.Collection<Note>
  private(set) var planner: Planner
  private var courier: Courier
  var wake: Date?
  /// The outcomes of the next requests, in order.
  var fates: [Fate] = []
  var isUp = true
  /// The failure of pushes that the server refuses as a whole.
  var refusing: (Push) -> SyncFailure? = { _ in nil }
  /// Whether pulls get no answer.
  var refusingPulls = false
  var pushes: [Push] = []
  var pulls: [Pull] = []
  private(set) var heard: [Planner.Note] = []
  /// Runs once while the next push is in flight.
  var meanwhile: (() async throws -> Void)?
  private let clock: Locked<Date>
  private var folder: String?
  private let key = MasterKey.random()

  init(_ stand: Stand, _ index: Int, _ policy: Policy, _ ground: Ground) async throws {
    self.stand = stand
    kinds = [SyncedKind("notes", policy: policy)]
    let clock = Locked(Stand.start)
    self.clock = clock
    let time = Time(now: { Moment(clock.withLock { $0 }) }, ring: { _, _ in Time.Alarms { $0.finish() } })
    switch ground {
    case .memory: store = try await Store.memory(FeatureContext(time: time))
    case .disk:
      let folder = NSTemporaryDirectory() + "troupe-regression-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      self.folder = folder
      store = try await Store.open(in: FolderLock(folder), key: key, context: FeatureContext(time: time))
    }
    notes = try await store.collection(Note.self, .owned(.entered))
    planner = Planner(kinds, seed: UInt64(index))
    courier = Courier(store, kinds)
  }

  deinit { if let folder { try? FileManager.default.removeItem(atPath: folder) } }

  /// Ends the program and starts it again; requests in flight are lost.
  func restart() async throws {
    guard let folder else { return }
    await store.close()
    let clock = clock
    let time = Time(now: { Moment(clock.withLock { $0 }) }, ring: { _, _ in Time.Alarms { $0.finish() } })
    store = try await Store.open(in: FolderLock(folder), key: key, context: FeatureContext(time: time))
    notes = try await store.collection(Note.self, .owned(.entered))
    planner = Planner(kinds, seed: 9)
    courier = Courier(store, kinds)
    wake = nil
  }

  /// The error of its clock, in seconds.
  var offset = 0.0
  var now: Date { Stand.start.addingTimeInterval(stand.seconds + offset) }
  var counts: QueueCounts { get async throws { try await store.outbox.counts() } }

  func text(_ note: Note) async throws -> String? { try await notes.record(note.id)?.text }

  func save(_ note: Note) async throws {
    setClock()
    try await notes.save(note, over: .anything)
    await tell(.queued)
  }

  func edit(_ note: Note, _ text: String) async throws {
    setClock()
    var note = try #require(try await notes.record(note.id))
    note.text = text
    try await notes.save(note, over: .anything)
    await tell(.queued)
  }

  func delete(_ note: Note) async throws {
    setClock()
    try await notes.delete(note.id)
    await tell(.queued)
  }

  func signIn() async { await tell(.session(stand.person)) }
  func sync() async {
    if !planner.isSignedIn { await signIn() }
    await tell(.asked)
  }

  func setClock() {
    let now = now
    clock.withLock { $0 = now }
  }

  func ring() async {
    setClock()
    guard let wake, wake <= now.addingTimeInterval(0.001) else { return }
    self.wake = nil
    await tell(.woke)
  }

  func tell(_ input: Planner.Input) async {
    setClock()
    var orders = planner.receive(input, at: now)[...]
    var left = 3000
    while let order = orders.popFirst() {
      left -= 1
      guard left > 0 else {
        Issue.record("the planner does not come to rest")
        return
      }
      switch order {
      case .wake(let date): wake = date
      case .rest: wake = nil
      case .note(let note): heard.append(note)
      case .abandon: break
      case .push(let push):
        pushes.append(push)
        if let meanwhile {
          self.meanwhile = nil
          do { try await meanwhile() } catch { Issue.record(error) }
        }
        if let failure = refusing(push) {
          orders += planner.receive(.pushed(Answered(.failure(failure))), at: now)
          continue
        }
        let answer = answer { self.stand.server.push(push, as: self.stand.person, at: self.serverTime) }
        orders += planner.receive(.pushed(answer), at: now)
      case .pull(let pull):
        pulls.append(pull)
        if refusingPulls {
          orders += planner.receive(.pulled(Answered(.failure(.unreachable))), at: now)
          continue
        }
        let answer = answer { self.stand.server.pull(pull, as: self.stand.person) }
        orders += planner.receive(.pulled(answer), at: now)
      default:
        guard let answer = await courier.perform(order) else { return }
        orders += planner.receive(answer, at: now)
      }
    }
  }

  private var serverTime: Date { Stand.start.addingTimeInterval(stand.seconds) }

  private func answer<Answer: Sendable & Hashable>(_ ask: () -> Answer) -> Answered<Answer> {
    guard isUp else { return Answered(.failure(.unreachable)) }
    guard !fates.isEmpty else { return Answered(.success(ask()), serverTime: serverTime) }
    switch fates.removeFirst() {
    case .lost: return Answered(.failure(.unreachable))
    case .unanswered:
      _ = ask()
      return Answered(.failure(.unreachable))
    case .refused(let failure): return Answered(.failure(failure), serverTime: serverTime)
    }
  }
}
