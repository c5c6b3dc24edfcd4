internal import FoundationEssentials
internal import Kernel
internal import Storage
internal import Sync

/// A device's clock, which may be wrong.
final class DeviceClock: Sendable {
  private let now: Locked<Double>

  init(_ now: Double) { self.now = Locked(now) }

  func set(_ seconds: Double) { now.withLock { $0 = seconds } }
  var date: Date { Date(timeIntervalSince1970: now.withLock { $0 }) }

  /// The clock as `Time`. Its alarms never fire: they are events of the simulation.
  var time: Time {
    Time(now: { Moment(self.date) }, ring: { _, _ in Time.Alarms { $0.finish() } })
  }
}

/// A simulated device: a real store on a disk that may fail, a planner and a courier.
final class Device {
  let index: Int
  let person: UUID
  /// The other person of the world.
  let partner: UUID
  let disk: SimulatedDisk
  let clock: DeviceClock
  private let seed: UInt64

  private(set) var store: Store?
  private(set) var courier: Courier?
  private(set) var shelves: [any AnyShelf] = []
  var planner: Planner
  /// Number of starts of the program.
  private(set) var life = 0
  /// Error of its clock in seconds.
  var offset = 0.0
  var wake: Date?
  var nextTick: Double
  /// The pending request.
  var current: (number: Int, isPush: Bool, until: Double)?
  var isUp = true
  var isSignedIn = true
  /// Whether the server accepts its session.
  var isWelcome = true
  /// The device will lose power, or has lost it.
  var isDoomed = false
  /// Epoch and revision of the server at the last page pulled.
  var heard: (epoch: String, revision: Int64)?
  var deleted: [(shelf: Int, id: UUID, content: EntryContent)] = []
  var written = 0

  init(_ index: Int, person: UUID, partner: UUID, seed: UInt64) throws(Problem) {
    self.index = index
    self.person = person
    self.partner = partner
    self.seed = seed &* 31 &+ UInt64(index)
    disk = try SimulatedDisk(seed: self.seed)
    clock = DeviceClock(0)
    planner = Planner(World.kinds, seed: self.seed)
    nextTick = Double(7 + 11 * index)
  }

  var now: Date { clock.date }

  func start() async throws(Problem) {
    life += 1
    let time = clock.time
    let context = FeatureContext(
      time: time, settling: Settling(), identifiers: .seeded(seed &+ UInt64(life) &* 7919, time), log: .silent)
    let store = try await disk.open(context)
    shelves = [
      try await ShelfOf<NotesCollection>(store, .entered), try await ShelfOf<TodosCollection>(store, .done),
      try await ShelfOf<PlansCollection>(store, .entered), try await ShelfOf<SettingsCollection>(store, .rest),
      try await ShelfOf<LettersCollection>(store, .entered), try await ShelfOf<MutesCollection>(store, .done),
      try await ShelfOf<MessagesCollection>(store, .entered),
    ]
    self.store = store
    courier = Courier(store, World.kinds)
    planner = Planner(World.kinds, seed: seed &+ UInt64(life))
    (wake, current, heard) = (nil, nil, nil)
    isDoomed = false
  }

  /// Kills the program; the disk keeps what survives the loss.
  func stop(_ loss: UInt32, seed: UInt64) async {
    disk.die(after: 1, isTorn: false)
    await store?.close()
    (store, courier, shelves) = (nil, nil, [])
    disk.crash(loss, seed: seed)
  }

  func close() async {
    await store?.close()
    (store, courier, shelves) = (nil, nil, [])
  }

  /// Maps between the identifiers of device and server.
  func across(_ id: UUID, _ collection: String) -> UUID {
    guard collection == SettingsCollection.name else { return id }
    var mixed = id.uuid
    withUnsafeMutableBytes(of: &mixed) { mixed in
      withUnsafeBytes(of: person.uuid) { person in
        for index in mixed.indices { mixed[index] ^= person[index] }
      }
    }
    return UUID(uuid: mixed)
  }

  func place(_ id: UUID, _ collection: String) -> ModelServer.Place {
    ModelServer.Place(collection: collection, id: across(id, collection))
  }
}
