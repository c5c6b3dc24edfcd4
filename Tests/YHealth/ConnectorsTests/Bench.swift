import AppleHealth
import Connectivity
import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Measures
import Testing

@testable import Connectors

/// Keeps the delivered days in memory, and can be made to fail.
final class Keeper: Sendable {
  struct Held {
    var days: [Connector: [ReadDay]] = [:]
    var batches: [Int] = []
    var failure: Problem?
    /// The first batch that fails.
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

/// A user's connectors in a test environment, seen from one window.
final class Bench: FeatureHarness {
  static let now = morning

  let environment: TestEnvironment
  let keeper: Keeper
  let connectors: Connectors
  let recorder: EventRecorder<ConnectorsEvent>
  let window: WindowID

  /// Uses a new store, or that of another bench, as after a restart.
  init(over other: Bench? = nil, _ change: (inout ConnectorsNeeds) -> Void = { _ in }) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    let keeper = other?.keeper ?? Keeper()
    self.keeper = keeper
    var needs = ConnectorsNeeds(
      environment.store, deliver: { connector, days throws(Problem) in try keeper.deliver(connector, days) },
      remove: { connector throws(Problem) in try keeper.remove(connector) })
    change(&needs)
    connectors = Connectors(offline: "Not now: it is offline.", on: environment.context, needs: needs)
    recorder = EventRecorder(connectors.events)
    window = environment.context.identifiers.next()
    await send(.begin)
  }

  var feature: Connectors { connectors }

  func `do`(_ action: ConnectorsWindowAction) async { await send(action, from: window) }

  /// Returns the steps that an action of the user in the window would have now.
  func steps(after action: ConnectorsWindowAction) -> ConnectorsState.Steps {
    var state = state
    return state.receive(action, from: window, at: Bench.now)
  }

  func importFile(_ path: String) async {
    await self.do(.type(path))
    await self.do(.importFile)
  }

  var toasts: [String] { events.compactMap { if case .told(let toast) = $0 { toast.text } else { nil } } }

  var screen: Screen<ConnectorsWindowAction> { screen(in: .online) }

  func screen(in connectivity: Connectivity) -> Screen<ConnectorsWindowAction> {
    state.screen(ConnectorsPlaces.connect, in: Surroundings(now: Bench.now, connectivity: connectivity), at: window)
  }

  var nodes: [Node<ConnectorsWindowAction>] { screen.all }

  func node(_ label: String) -> Node<ConnectorsWindowAction>? { nodes.first { $0.label == label } }

  /// Performs the action of the node with that label.
  func tap(_ label: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    await perform(label, in: nodes, from: window, sourceLocation: sourceLocation)
  }
}

/// A file in a temporary folder of its own, removed with this object.
final class TemporaryFile: Sendable {
  let path: String

  init(_ text: String, named name: String = "export.xml") throws {
    let folder = FileManager.default.temporaryDirectory.path + "/troupe-connect-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    path = folder + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: URL(filePath: path).deletingLastPathComponent().path) }

  /// Steps for `days` days from 1 January, one record a day and one that cannot be read.
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
