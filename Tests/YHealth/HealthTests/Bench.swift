import Connectivity
import FeatureTesting
import Forms
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
  let window: WindowID

  /// Uses a new store, or that of another bench, as after a restart or in another window.
  init(
    over other: Bench? = nil, at now: Moment = morning, camera: HealthNeeds.Camera = .none,
    _ change: (inout HealthNeeds) -> Void = { _ in }
  ) async throws {
    environment = try await TestEnvironment(over: other?.environment, at: now)
    var needs = HealthNeeds(environment.store, caching: .dashboard, camera: camera)
    change(&needs)
    health = Health(on: environment.context, needs: needs)
    recorder = EventRecorder(health.events)
    window = environment.context.identifiers.next()
    await send(.begin)
  }

  var feature: Health { health }

  // MARK: Actions

  /// Sends an action from a window and waits until everything it set off is settled.
  func `do`(_ action: HealthWindowAction, at other: WindowID? = nil) async {
    await send(action, from: other ?? window)
  }

  /// Closes the window.
  func close() async { await close(window) }

  func open(_ form: FormName, at other: WindowID? = nil) async {
    await self.do(.appeared(form.route), at: other)
  }

  /// Opens the form, fills it in and saves it.
  func log(_ form: FormName, _ values: [FormField: String], at other: WindowID? = nil) async {
    await open(form, at: other)
    for (field, text) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      await self.do(.fill(form, field, text), at: other)
    }
    await self.do(.save(form), at: other)
  }

  /// Performs the action of a node on that screen.
  @discardableResult func tap(
    _ label: String, at route: Route, _ verb: Verb = .activate, _ entry: Entry = .none,
    in connectivity: Connectivity = .offline, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    await perform(
      label, verb, entry, in: nodes(route, in: connectivity), from: window, sourceLocation: sourceLocation)
  }

  // MARK: Output

  /// The texts of the toasts, as a window shows them.
  func toasts(in connectivity: Connectivity = .offline) -> [String] {
    events.compactMap { event in
      switch event {
      case .told(let toast), .offered(let toast, _): toast.shown(isOnline: connectivity.reachesServer).text
      default: nil
      }
    }
  }

  /// The actions with which the messages so far can be undone, the newest last.
  var offers: [HealthWindowAction] {
    events.compactMap { event in if case .offered(_, let undo) = event { undo } else { nil } }
  }

  /// Undoes what the newest message reports.
  func undo(at other: WindowID? = nil) async throws {
    await self.do(try #require(offers.last), at: other)
  }

  func screen(
    _ route: Route, in connectivity: Connectivity = .offline, mode: Mode = .light, at other: WindowID? = nil
  ) -> Screen<HealthWindowAction> {
    state.screen(
      route, in: Surroundings(now: clock.now, mode: mode, connectivity: connectivity, hasAccount: true),
      at: other ?? window)
  }

  func nodes(
    _ route: Route, in connectivity: Connectivity = .offline, mode: Mode = .light, at other: WindowID? = nil
  ) -> [Node<HealthWindowAction>] {
    screen(route, in: connectivity, mode: mode, at: other).all
  }

  func node(
    _ label: String, at route: Route, in connectivity: Connectivity = .offline, mode: Mode = .light
  ) -> Node<HealthWindowAction>? {
    nodes(route, in: connectivity, mode: mode).node(labelled: label)
  }

  func form(_ name: FormName, at other: WindowID? = nil) -> EntryForm? {
    state.windows[other ?? window].forms[name]
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

extension Budget {
  static let dashboard = Budget("dashboard", bytes: 50 << 20)
}

// What a person does in a form.
extension HealthWindowAction {
  static var dismiss: Self { .form(.dismiss) }

  static func fill(_ form: FormName, _ field: FormField, _ text: String) -> Self { .form(.fill(form, field, text)) }
  static func save(_ form: FormName) -> Self { .form(.save(form)) }
  static func confirm(_ form: FormName) -> Self { .form(.confirm(form)) }
  static func ask(_ question: FormQuestion<FormName>) -> Self { .form(.ask(question)) }
  static func discard(_ form: FormName) -> Self { .form(.discard(form)) }
  static func replace(_ form: FormName) -> Self { .form(.replace(form)) }
  static func saveBeside(_ form: FormName) -> Self { .form(.saveBeside(form)) }
}
