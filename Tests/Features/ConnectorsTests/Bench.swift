import Connectivity
import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Connectors

/// One figure that a sample source counted on a day.
struct Figure: Sendable, Hashable {
  let day: CalendarDay
  let amount: Int
  let device: String
}

extension Connector.ID {
  static let file: Self = "band-file"
  static let watch: Self = "sample-watch"
}

/// Keeps the delivered figures in memory, and can be made to fail.
final class Keeper: Sendable {
  struct Held {
    var days: [Connector.ID: [Figure]] = [:]
    var batches: [Int] = []
    var failure: Problem?
    /// The first batch that fails.
    var failsFrom = 0
  }

  let held = Locked(Held())

  func deliver(_ connector: Connector.ID, _ days: [Figure]) throws(Problem) {
    let failure = held.withLock { held -> Problem? in
      if let failure = held.failure, held.batches.count >= held.failsFrom { return failure }
      held.batches.append(days.count)
      held.days[connector, default: []] += days
      return nil
    }
    if let failure { throw failure }
  }

  func remove(_ connector: Connector.ID) throws(Problem) {
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

  func days(_ connector: Connector.ID) -> [Figure] { held.withLock { $0.days[connector] ?? [] } }
  var batches: [Int] { held.withLock { $0.batches } }

  func data(_ figures: [Figure], of connector: Connector.ID, unreadable: Int = 0) -> ImportedData {
    ImportedData(
      figures, devices: Set(figures.map(\.device)).count, records: figures.count + unreadable,
      unread: unreadable == 0 ? [] : [.init(why: "without an amount", count: unreadable, place: "line 2")],
      on: { $0.day }, deliver: { figures throws(Problem) in try self.deliver(connector, figures) })
  }
}

/// A file of lines such as "2026-01-01 100 Band", after a first line "BAND".
enum BandFile {
  static let none = Problem(
    "no-band", "This is no file of a band.", safe: "Nothing was imported.", remedy: "Choose one.")
  static let empty = Problem("band-empty", "The file has no days.", safe: "Nothing was imported.", remedy: "Wear it.")

  static func size(_ path: String) throws(Problem) -> Int { try text(path).utf8.count }

  static func read(_ path: String, for keeper: Keeper) throws(Problem) -> ImportedData {
    let lines = try text(path).split(separator: "\n")
    guard lines.first == "BAND" else { throw none }
    let figures = lines.dropFirst().compactMap { line -> Figure? in
      let parts = line.split(separator: " ").map(String.init)
      guard parts.count == 3, let day = CalendarDay(parts[0]), let amount = Int(parts[1]) else { return nil }
      return Figure(day: day, amount: amount, device: parts[2])
    }
    guard !figures.isEmpty else { throw empty }
    return keeper.data(figures, of: .file, unreadable: lines.count - 1 - figures.count)
  }

  private static func text(_ path: String) throws(Problem) -> String {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Problem("no-file", "There is no file of that name.", safe: "Nothing was imported.", remedy: "Check it.")
    }
    return String(decoding: data, as: UTF8.self)
  }
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
  init(
    over other: Bench? = nil, _ change: (inout ConnectorsNeeds) -> Void = { _ in },
    size: @escaping @Sendable (String) throws(Problem) -> Int = BandFile.size, read: ConnectorSource.Read? = nil
  ) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    let keeper = other?.keeper ?? Keeper()
    self.keeper = keeper
    var needs = ConnectorsNeeds(environment.store)
    change(&needs)
    connectors = Connectors(
      Bench.sources(keeper, size: size, read: read), offline: "Not now: it is offline.", on: environment.context,
      needs: needs)
    recorder = EventRecorder(connectors.events)
    window = environment.context.identifiers.next()
    await send(.begin)
  }

  var feature: Connectors { connectors }

  static func sources(
    _ keeper: Keeper, size: @escaping @Sendable (String) throws(Problem) -> Int = BandFile.size,
    read: ConnectorSource.Read? = nil
  ) -> [ConnectorSource] {
    var reading: ConnectorSource.Read = { path, _ throws(Problem) in try BandFile.read(path, for: keeper) }
    if let read { reading = read }
    return [
      .file(
        .file, title: "Band file", phrase: "the band's file", about: "Export a file on the band.", icon: .add,
        removing: "Remove imported data", hint: "The file band.txt.", example: "/home/me/band.txt",
        size: size, read: reading,
        remove: { () throws(Problem) in try keeper.remove(.file) }),
      .request(
        .watch, title: "Sample watch", phrase: "the sample watch", about: "None of it was measured.", icon: .device,
        removing: "Remove the sample watch", first: "Add the sample watch", again: "Import newest days",
        fetch: { today throws(Problem) in
          keeper.data((-29...0).map { Figure(day: today.following($0), amount: 8000, device: "Watch") }, of: .watch)
        },
        remove: { () throws(Problem) in try keeper.remove(.watch) }),
    ]
  }

  func `do`(_ action: ConnectorsWindowAction) async { await send(action, from: window) }

  /// Returns the steps that an action of the user in the window would have now.
  func steps(after action: ConnectorsWindowAction) -> ConnectorsState.Steps {
    var state = state
    return state.receive(action, from: window, at: Bench.now)
  }

  func importFile(_ path: String) async {
    await self.do(.type(.file, path))
    await self.do(.importFile(.file))
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

  init(_ text: String, named name: String = "band.txt") throws {
    let folder = FileManager.default.temporaryDirectory.path + "/troupe-connect-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    path = folder + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: URL(filePath: path).deletingLastPathComponent().path) }

  /// The given number of days from 1 January 2026, each counted twice, and a line that cannot be read.
  static func days(_ days: Int) throws -> TemporaryFile {
    let lines = (0..<days).map { number in
      let day = CalendarDay(number: 20_454 + number).text
      return "\(day) 100 Band\n\(day) 100 Phone\n"
    }
    return try TemporaryFile("BAND\n" + lines.joined() + "2026-01-01 many Band\n")
  }
}
