import Connectivity
import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Measures
import Mode
import Storage
import Testing

@testable import Board
@testable import Dashboard

/// A user's dashboard in a test environment, seen from one window. The test acts as the shell.
final class Bench: FeatureHarness {
  static let plan = DashboardCards(brand: "yHealth", unavailable: [.startVoiceCoaching])

  let environment: TestEnvironment
  let dashboard: Dashboard
  let recorder: EventRecorder<DashboardEvent>
  let window: WindowID

  /// Uses the given store, that of another bench, as after a restart, or a new one.
  init(
    over other: Bench? = nil, store: Store? = nil, at now: Moment = morning, plan: DashboardCards = Bench.plan,
    _ change: (inout DashboardNeeds) -> Void = { _ in }
  ) async throws {
    environment = try await TestEnvironment(over: other?.environment, store: store, at: now)
    var needs = DashboardNeeds(environment.store, within: .dashboard)
    change(&needs)
    dashboard = Dashboard(plan, on: environment.context, needs: needs)
    recorder = EventRecorder(dashboard.events)
    window = environment.context.identifiers.next()
    await send(.begin)
  }

  var feature: Dashboard { dashboard }

  // MARK: Actions

  func `do`(_ action: DashboardWindowAction) async { await send(action, from: window) }

  func close() async { await close(window) }

  /// Sends facts as the shell does, gathered at that date or now.
  func know(_ facts: DashboardFacts, at date: Date? = nil) async {
    await send(.facts(facts, at: date ?? clock.now.date))
  }

  @discardableResult func tap(
    _ label: String, mode: Mode = .light, in connectivity: Connectivity = .online,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    await perform(label, in: nodes(mode, in: connectivity), from: window, sourceLocation: sourceLocation)
  }

  func pull(in connectivity: Connectivity = .online) async {
    if let action = screen(in: connectivity).refresh { await self.do(action) }
  }

  // MARK: Output

  /// The steps that an action in this window would have now.
  func steps(of action: DashboardWindowAction) -> DashboardState.Steps {
    var state = state
    return state.receive(action, from: window, at: clock.now)
  }

  var asked: [BoardRefresh] {
    events.compactMap { if case .refreshAsked(let kind) = $0 { kind } else { nil } }
  }

  func screen(
    _ mode: Mode = .light, in connectivity: Connectivity = .online, at now: Moment? = nil
  ) -> Screen<DashboardWindowAction> {
    state.shown(mode, in: connectivity, at: now ?? clock.now, window: window)
  }

  func nodes(
    _ mode: Mode = .light, in connectivity: Connectivity = .online, at now: Moment? = nil
  ) -> [Node<DashboardWindowAction>] { screen(mode, in: connectivity, at: now).all }

  func node(
    _ id: String, _ mode: Mode = .light, in connectivity: Connectivity = .online
  ) -> Node<DashboardWindowAction>? { nodes(mode, in: connectivity).first { $0.id == id } }

  func labels(_ mode: Mode = .light, in connectivity: Connectivity = .online) -> [String] {
    nodes(mode, in: connectivity).map(\.label)
  }
}

extension DashboardState {
  func shown(
    _ mode: Mode = .light, in connectivity: Connectivity = .online, at now: Moment = Bench.morning,
    window: WindowID = ID(UUID())
  ) -> Screen<DashboardWindowAction> {
    screen(Route(["dashboard"]), in: Surroundings(now: now, mode: mode, connectivity: connectivity), at: window)
  }

  /// A state with these facts, gathered at `now`.
  static func knowing(_ facts: DashboardFacts, at now: Moment = Bench.morning) -> DashboardState {
    var state = DashboardState(Bench.plan)
    _ = state.receive(.begin, at: now)
    _ = state.receive(.loaded(nil), at: now)
    _ = state.receive(.facts(facts, at: now.date), at: now)
    return state
  }
}

extension Screen {
  func node(_ id: String) -> Node<Action>? { all.first { $0.id == id } }
  /// The labels in that part.
  func labels(in id: String) -> [String] { node(id)?.all.map(\.label) ?? [] }
}

extension Moment {
  /// That time on that day, in Bench's time zone.
  static func at(_ hour: Int, _ minute: Int = 0, day: Int = 22, in zone: TimeZone = Bench.berlin) -> Moment {
    let midnight = CalendarDay(year: 2026, month: 11, day: day)?.start(in: zone) ?? .distantPast
    return Moment(midnight.addingTimeInterval(Double(hour * 3600 + minute * 60)), in: zone)
  }
}

extension Budget {
  static let dashboard = Budget("dashboard", bytes: 50 << 20)
}
