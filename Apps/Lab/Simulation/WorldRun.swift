internal import FoundationEssentials
internal import Kernel
internal import Storage
internal import Sync
internal import SyncWire

/// The simulated world of one seed: devices, users, server and faults. It runs on one task and is deterministic: the
/// same seed gives the same run.
final class WorldRun {
  let bug: Simulation.Bug?
  /// Two people also send each other messages.
  let talks: Bool
  /// For each message, those that its sender had on the device it was written on.
  var answered: [UUID: Set<UUID>] = [:]
  var random: Seeded
  var trace: Trace
  var report: WorldReport
  /// Simulated seconds since the start.
  var time = 0.0
  var network = SimulatedNetwork()
  var hosted: Hosted
  var backup: Hosted?
  var devices: [Device] = []
  var lineage = Lineage()
  var numbers = 0
  /// Original operation of each change by the operation it was sent as.
  var origins: [UUID: UUID] = [:]
  var restores = 0
  var events = 0
  /// Faults have ended.
  var isHealed = false

  static let start = 1_700_000_000.0
  /// More than any seed needs; beyond it there is an endless loop.
  static let mostEvents = 60_000

  init(seed: UInt64, bug: Simulation.Bug?, talks: Bool = false, isTraced: Bool) throws(Problem) {
    self.bug = bug
    self.talks = talks
    random = Seeded(seed)
    trace = Trace(isKept: isTraced)
    report = WorldReport(seed: seed)
    hosted = Hosted(server: ModelServer(World.tables, epoch: "life-0"))
    hosted.server.forgetsLooks = bug == .looksForgotten
    hosted.server.mostRows = Int.random(in: 3...15, using: &random)
    hosted.mostEntries = Int.random(in: 3...20, using: &random)
    network.loss = Double.random(in: 0...0.2, using: &random)
    network.repetition = Double.random(in: 0...0.2, using: &random)
    network.slowest = Bool.random(using: &random) ? 2 : 25
    let people = [uuid(), uuid()]
    let count = Int.random(in: 2...3, using: &random)
    for index in 0..<(talks ? 3 : count) {
      let person = index < 2 ? 0 : 1
      devices.append(try Device(index, person: people[person], partner: people[1 - person], seed: seed))
    }
  }

  // MARK: Random values and trace

  func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
  func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  func pick<Item>(_ items: [Item]) -> Item? { items.isEmpty ? nil : items[number(0...items.count - 1)] }

  func uuid() -> UUID {
    var bytes = [UInt8]()
    for _ in 0..<2 { withUnsafeBytes(of: random.next()) { bytes += $0 } }
    return UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }

  func note(_ line: String) { trace.note(time, line) }

  func count(_ what: String) { report.tally[what, default: 0] += 1 }

  func setClocks() {
    for device in devices { device.clock.set(WorldRun.start + time + device.offset) }
  }

  // MARK: Device operation

  func start(_ device: Device) async {
    do throws(Problem) {
      try await device.start()
    } catch {
      report.stuck += 1
      report.findings.append("Device \(device.index) does not open any more: \(error.what)")
      return
    }
    await tell(device, .network(isUp: device.isUp))
    await tell(device, .session(device.isSignedIn ? device.person : nil))
  }

  func restart(_ device: Device) async {
    let loss = UInt32(number(0...2))
    note("d\(device.index) stops, loss \(loss)")
    count("stops")
    await device.stop(loss, seed: random.next())
    await start(device)
  }

  /// Passes an input to the planner and executes its orders until it is idle or waits for the server.
  func tell(_ device: Device, _ input: Planner.Input) async {
    guard device.store != nil else { return }
    let life = device.life
    var orders = device.planner.receive(input, at: device.now)[...]
    var left = 3000
    while let order = orders.popFirst() {
      left -= 1
      guard left > 0 else {
        report.stuck += 1
        report.findings.append("Device \(device.index) runs in a circle")
        return
      }
      switch order {
      case .push(let push): orders += send(push, device)
      case .pull(let pull): send(.pull(pull), device, isPush: false)
      case .abandon: device.current = nil
      case .wake(let date): device.wake = date
      case .rest: device.wake = nil
      case .note(let said): hear(said, device)
      case .look, .letGo, .draw, .settle, .take:
        // Users act concurrently with disk operations.
        if !isHealed, chance(0.03) {
          await act(device)
          guard device.life == life else { return }
          orders += device.planner.receive(.queued, at: device.now)
        }
        guard let courier = device.courier, let answer = await courier.perform(order) else { return }
        note("d\(device.index) \(WorldRun.word(answer))")
        if case .failed = answer {
          count("disk failures")
          // The pulled page was not stored.
          device.heard = nil
          if device.isDoomed { return await restart(device) }
        }
        if case .settled(let settled) = answer {
          // The server reported it as applied before; the next pull shows whether it still exists.
          device.heard = nil
          report.tally["conflicts asked", default: 0] += settled.asked.count
          report.tally["conflicts by rule", default: 0] += settled.resolved
        }
        orders += device.planner.receive(answer, at: device.now)
      }
    }
  }

  private func hear(_ said: Planner.Note, _ device: Device) {
    if case .sessionLost = said {
      note("d\(device.index) lost its session")
      device.isSignedIn = false
    }
  }

  /// Returns a short, deterministic description.
  static func word(_ input: Planner.Input) -> String {
    switch input {
    case .looked(let heading): "looked \(heading.epoch ?? "-")"
    case .drawn(let claim): "drew \(claim.changes.count) of \(claim.counts.waiting)\(claim.isHeld ? " held" : "")"
    case .settled(let settled):
      "settled, \(settled.counts.unsent) left, \(settled.asked.count) asked, \(settled.resolved) resolved"
    case .took(let taken):
      "took \(taken.saved) saved \(taken.deleted) deleted \(taken.held.count) held \(taken.sentAgain) again"
    case .failed(let problem): "failed \(problem.code)"
    default: "other"
    }
  }

  // MARK: Simulated time

  /// Processes all events up to `target` in order.
  func advance(to target: Double, until isDone: () async -> Bool = { false }) async {
    while events < WorldRun.mostEvents {
      let flight = network.next
      var next = flight.map { network.flights[$0].at } ?? .infinity
      var who: Device?
      for device in devices where device.store != nil {
        let wake = device.wake.map { $0.timeIntervalSince1970 - WorldRun.start - device.offset + 0.001 } ?? .infinity
        let due = max(min(wake, device.nextTick, device.current?.until ?? .infinity), time)
        if due < next { (next, who) = (due, device) }
      }
      guard next <= target else { break }
      events += 1
      time = max(time, next)
      setClocks()
      if let who {
        await ring(who)
      } else if let flight {
        await arrive(network.flights.remove(at: flight))
      }
      if await isDone() { return }
    }
    time = max(time, target)
    setClocks()
  }

  private func ring(_ device: Device) async {
    if let current = device.current, current.until <= time {
      device.current = nil
      note("d\(device.index) gives up waiting")
      let failure: Planner.Input =
        current.isPush ? .pushed(Answered(.failure(.unreachable))) : .pulled(Answered(.failure(.unreachable)))
      return await tell(device, failure)
    }
    if device.nextTick <= time { device.nextTick = time + 60 }
    if isHealed, !device.isSignedIn {
      // A late response had ended the session.
      device.isSignedIn = true
      await tell(device, .session(device.person))
    }
    if let wake = device.wake, wake <= device.now { device.wake = nil }
    await tell(device, .woke)
  }
}
