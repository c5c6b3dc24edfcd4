import Connectivity
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Mode
import Storage
import Testing

@testable import Health

/// A user's log in a test environment, seen from one window.
final class Bench: FeatureHarness {
  let environment: TestEnvironment
  let health: Health
  let recorder: EventRecorder<HealthEvent>
  let desk: HealthDesk.Name

  /// Uses a new store, or that of another bench, as after a restart or in another window.
  init(
    over other: Bench? = nil, at now: Moment = morning, camera: HealthNeeds.Camera = .none,
    _ change: (inout HealthNeeds) -> Void = { _ in }
  ) async throws {
    environment = try await TestEnvironment(over: other?.environment, at: now)
    var needs = HealthNeeds(environment.store, camera: camera)
    change(&needs)
    health = Health(on: environment.context, needs: needs)
    recorder = EventRecorder(health.events)
    desk = environment.context.identifiers.next()
    await send(.begin)
  }

  var feature: Health { health }

  // MARK: Actions

  func `do`(_ action: DeskAction, at other: HealthDesk.Name? = nil) async { await send(.at(other ?? desk, action)) }

  func open(_ form: FormName, at other: HealthDesk.Name? = nil) async {
    await self.do(.appeared(form.route), at: other)
  }

  /// Opens the form, fills it in and saves it.
  func log(
    _ form: FormName, _ values: [FormField: String], isOnline: Bool = false, at other: HealthDesk.Name? = nil
  ) async {
    await open(form, at: other)
    for (field, text) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      await self.do(.fill(form, field, text), at: other)
    }
    await self.do(.save(form, isOnline: isOnline), at: other)
  }

  /// Performs the action of a node on that screen.
  @discardableResult func tap(
    _ label: String, at route: Route, _ verb: Verb = .activate, _ entry: Entry = .none,
    in connectivity: Connectivity = .offline, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    await perform(label, verb, entry, in: nodes(route, in: connectivity), sourceLocation: sourceLocation)
  }

  // MARK: Output

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
    screen(route, in: connectivity, mode: mode, at: other).all
  }

  func node(
    _ label: String, at route: Route, in connectivity: Connectivity = .offline, mode: Mode = .light
  ) -> Node<HealthAction>? {
    nodes(route, in: connectivity, mode: mode).node(labelled: label)
  }

  func form(_ name: FormName, at other: HealthDesk.Name? = nil) -> EntryForm? {
    state.desks[other ?? desk]?.forms[name]
  }

  var version: Version? { state.entries.first?.version }

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
