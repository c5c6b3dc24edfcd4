import AppleHealth
import Connectivity
import Days
import FoundationEssentials
import Interface
import Kernel
import Measures
import Storage
import Testing

@testable import Connectors

/// Whoever keeps the days, and can be made to fail.
final class Keeper: Sendable {
  struct Held {
    var days: [Connector: [ReadDay]] = [:]
    var batches: [Int] = []
    var failure: Problem?
    /// From which batch on it fails.
    var failsFrom = 0
  }

  let held = Locked(Held())

  func deliver(_ connector: Connector, _ days: [ReadDay]) throws(Problem) {
    let failure = held.withLock { held -> Problem? in
      if let failure = held.failure, held.batches.count >= held.failsFrom { return failure }
      held.batches.append(days.count)
      held.days[connector, default: []] += days
      return nil
    }
    if let failure { throw failure }
  }

  func remove(_ connector: Connector) throws(Problem) {
    let failure = held.withLock { held -> Problem? in
      if held.failure == nil { held.days[connector] = nil }
      return held.failure
    }
    if let failure { throw failure }
  }

  func fail(with problem: Problem?, from batch: Int = 0) {
    held.withLock { held in
      held.failure = problem
      held.failsFrom = batch
    }
  }

  func days(_ connector: Connector) -> [ReadDay] { held.withLock { $0.days[connector] ?? [] } }
  var batches: [Int] { held.withLock { $0.batches } }
}

extension Problem {
  static let full = Problem(
    "disk-full", "The disk is full.", safe: "What was kept before is untouched.", remedy: "Make room, then try again.")
}

/// A person's connectors over a store in memory, seen from one window: Sunday 22 November 2026, 08:15:30 in Berlin.
final class Bench: Sendable {
  static let now = Moment(Date(timeIntervalSince1970: 1_795_331_730), in: TimeZone(named: "Europe/Berlin") ?? .gmt)

  let stage: Stage
  let store: Store
  let keeper: Keeper
  let connectors: Connectors
  let desk: ConnectorsDesk.Name
  private let told = Locked<[ConnectorsEvent]>([])
  private let listening: Task<Void, Never>

  /// Over a store of one's own, or over another's, as after a restart.
  init(over other: Bench? = nil, _ change: (inout ConnectorsNeeds) -> Void = { _ in }) async throws {
    stage = Stage(time: ManualTime(Bench.now).time)
    if let other {
      store = other.store
    } else {
      store = try await Store.memory(stage)
    }
    let keeper = other?.keeper ?? Keeper()
    self.keeper = keeper
    var needs = ConnectorsNeeds(
      store, deliver: { connector, days throws(Problem) in try keeper.deliver(connector, days) },
      remove: { connector throws(Problem) in try keeper.remove(connector) })
    change(&needs)
    connectors = Connectors(offline: "Not now: it is offline.", on: stage, needs: needs)
    desk = stage.identifiers.next()
    let (ear, told) = (connectors.events.listen(), told)
    listening = Task {
      await ear.hear { news in if case .said(let event) = news { told.withLock { $0.append(event) } } }
    }
    await connectors.send(.begin)
    await stage.settling.settled()
  }

  deinit { listening.cancel() }

  func `do`(_ action: DeskAction) async {
    await connectors.send(.at(desk, action))
    await stage.settling.settled()
  }

  func importFile(_ path: String) async {
    await self.do(.type(path))
    await self.do(.importFile)
  }

  var state: ConnectorsState { connectors.states.value }
  var events: [ConnectorsEvent] { told.withLock { $0 } }
  var toasts: [String] { events.compactMap { if case .told(let toast, _) = $0 { toast.text } else { nil } } }

  var screen: Screen<ConnectorsAction> { screen(in: .online) }

  func screen(in connectivity: Connectivity) -> Screen<ConnectorsAction> {
    state.screen(ConnectorsPlaces.connect, in: Surroundings(now: Bench.now, connectivity: connectivity), at: desk)
  }

  var nodes: [Node<ConnectorsAction>] { screen.nodes.flatMap(\.all) + (screen.dialog?.all ?? []) }

  func node(_ label: String) -> Node<ConnectorsAction>? { nodes.first { $0.label == label } }

  /// Does what the node of that label does.
  func tap(_ label: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    let action = nodes.filter { $0.label == label }.compactMap { $0.offer(.activate)?.action(.none) }.first
    #expect(action != nil, "nothing of that name can be done", sourceLocation: sourceLocation)
    guard let action else { return }
    await connectors.send(action)
    await stage.settling.settled()
  }

  /// Waits for what nobody else waits for.
  func until(_ holds: (ConnectorsState) -> Bool) async {
    for await state in connectors.states.listen() where holds(state) { return }
  }
}

/// A file of its own in the temporary folder, gone with it.
final class TemporaryFile: Sendable {
  let path: String

  init(_ text: String, named name: String = "export.xml") throws {
    let folder = FileManager.default.temporaryDirectory.path + "/troupe-connect-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    path = folder + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: URL(filePath: path).deletingLastPathComponent().path) }

  /// Steps of so many days from the first of January, one record a day and one that cannot be read.
  static func steps(days: Int) throws -> TemporaryFile {
    let lines = (0..<days).map { number in
      let day = CalendarDay(number: 20_454 + number).text
      return record(day, "100")
    }
    return try TemporaryFile(
      "<HealthData locale=\"en_GB\">\n" + lines.joined() + record("2026-01-01", "many") + "</HealthData>\n")
  }

  private static func record(_ day: String, _ value: String) -> String {
    """
     <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" \
    startDate="\(day) 10:00:00 +0100" endDate="\(day) 10:05:00 +0100" value="\(value)"/>

    """
  }
}
