import Connectivity
import FoundationEssentials
import Interface
import Kernel
import Mode
import Storage
import Testing

@testable import Health

/// A person's log over a store in memory, seen from one window, with a clock moved by hand: Sunday 22 November 2026,
/// 08:15:30 in Berlin.
final class Bench: Sendable {
  static let berlin = TimeZone(named: "Europe/Berlin") ?? .gmt
  static let morning = Moment(Date(timeIntervalSince1970: 1_795_331_730), in: berlin)

  let clock: ManualTime
  let stage: Stage
  let store: Store
  let health: Health
  let desk: HealthDesk.Name
  private let told = Locked<[HealthEvent]>([])
  private let listening: Task<Void, Never>

  /// Over a store of one's own, or over another's, as after a restart or in another window.
  init(
    over other: Bench? = nil, at now: Moment? = nil, camera: HealthNeeds.Camera = .none,
    _ change: (inout HealthNeeds) -> Void = { _ in }
  ) async throws {
    clock = other?.clock ?? ManualTime(now ?? Bench.morning)
    stage = Stage(time: clock.time)
    if let other {
      store = other.store
    } else {
      store = try await Store.memory(stage)
    }
    var needs = HealthNeeds(store, camera: camera)
    change(&needs)
    health = Health(on: stage, needs: needs)
    desk = stage.identifiers.next()
    let (ear, told) = (health.events.listen(), told)
    listening = Task {
      await ear.hear { news in if case .said(let event) = news { told.withLock { $0.append(event) } } }
    }
    await health.send(.begin)
    await stage.settling.settled()
  }

  deinit { listening.cancel() }

  // MARK: Doing

  func send(_ action: HealthAction) async {
    await health.send(action)
    await stage.settling.settled()
  }

  func `do`(_ action: DeskAction, at other: HealthDesk.Name? = nil) async { await send(.at(other ?? desk, action)) }

  func open(_ form: FormName, at other: HealthDesk.Name? = nil) async {
    await self.do(.appeared(form.route), at: other)
  }

  /// Opens the form, types, and saves.
  func log(
    _ form: FormName, _ values: [FormField: String], isOnline: Bool = false, at other: HealthDesk.Name? = nil
  ) async {
    await open(form, at: other)
    for (field, text) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      await self.do(.fill(form, field, text), at: other)
    }
    await self.do(.save(form, isOnline: isOnline), at: other)
  }

  /// Does what the node of that label on that screen does.
  @discardableResult func tap(
    _ label: String, at route: Route, _ verb: Verb = .activate, _ entry: Entry = .none,
    in connectivity: Connectivity = .offline, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    let action = node(label, at: route, in: connectivity)?.offer(verb)?.action(entry)
    #expect(action != nil, "nothing of that name can be done", sourceLocation: sourceLocation)
    guard let action else { return false }
    await send(action)
    return true
  }

  // MARK: Seeing

  var state: HealthState { health.states.value }
  var events: [HealthEvent] { told.withLock { $0 } }

  var toasts: [String] { events.compactMap { if case .told(let toast, _) = $0 { toast.text } else { nil } } }

  func screen(
    _ route: Route, in connectivity: Connectivity = .offline, mode: Mode = .light, at other: HealthDesk.Name? = nil
  ) -> Screen<HealthAction> {
    state.screen(
      route, in: Surroundings(now: clock.now, mode: mode, connectivity: connectivity), at: other ?? desk)
  }

  func nodes(
    _ route: Route, in connectivity: Connectivity = .offline, mode: Mode = .light, at other: HealthDesk.Name? = nil
  ) -> [Node<HealthAction>] {
    let screen = screen(route, in: connectivity, mode: mode, at: other)
    return screen.nodes.flatMap(\.all) + (screen.dialog?.all ?? [])
  }

  func node(
    _ label: String, at route: Route, in connectivity: Connectivity = .offline, mode: Mode = .light
  ) -> Node<HealthAction>? {
    let found = nodes(route, in: connectivity, mode: mode).filter { $0.label == label }
    return found.first { !$0.offers.isEmpty } ?? found.first
  }

  func form(_ name: FormName, at other: HealthDesk.Name? = nil) -> EntryForm? {
    state.desks[other ?? desk]?.forms[name]
  }

  /// Waits for what no receipt stands for: what others changed, a photo that a person chose.
  func until(_ holds: (HealthState) -> Bool) async {
    for await state in health.states.listen() where holds(state) { break }
    await stage.settling.settled()
  }

  var version: Version? { state.entries.first?.version }

  func waiting() async throws -> [Change] { try await store.outbox.changes() }

  static func date(_ text: String) -> Date { Moment.date(text) ?? .distantPast }
}

extension FormName {
  static let mood = FormName(.mood)
  static let meal = FormName(.meal)
  static let activity = FormName(.activity)
  static let journal = FormName(.journal)
}

extension Route {
  static let log = Route(["log"])
  static let history = Route(["history"])
}

extension Problem {
  static let full = Problem(
    "disk-full", "The disk is full.", safe: "What was kept before is untouched.", remedy: "Make room, then try again.")
}
