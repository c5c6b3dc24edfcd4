import Connectivity
import Days
import FoundationEssentials
import Interface
import Kernel
import Measures
import Mode
import Storage
import Testing

@testable import Dashboard

/// A person's dashboard over a store in memory, seen from one window, with a clock moved by hand: Sunday 22 November
/// 2026, 08:15:30 in Berlin. The test plays the shell.
final class Bench: Sendable {
  static let berlin = TimeZone(named: "Europe/Berlin") ?? .gmt
  static let morning = Moment(Date(timeIntervalSince1970: 1_795_331_730), in: berlin)
  static let plan = DashboardPlan(brand: "yHealth", unavailable: [.startVoiceCoaching])

  let clock: ManualTime
  let stage: Stage
  let store: Store
  let dashboard: Dashboard
  let desk: DashboardDesk.Name
  private let told = Locked<[DashboardEvent]>([])
  private let listening: Task<Void, Never>

  /// Over a store of one's own, or over another's, as after a restart.
  init(
    over other: Bench? = nil, store kept: Store? = nil, at now: Moment? = nil, plan: DashboardPlan = Bench.plan,
    _ change: (inout DashboardNeeds) -> Void = { _ in }
  ) async throws {
    clock = other?.clock ?? ManualTime(now ?? Bench.morning)
    stage = Stage(time: clock.time)
    if let other {
      store = other.store
    } else if let kept {
      store = kept
    } else {
      store = try await Store.memory(stage)
    }
    var needs = DashboardNeeds(store)
    change(&needs)
    dashboard = Dashboard(plan, on: stage, needs: needs)
    desk = stage.identifiers.next()
    let (ear, told) = (dashboard.events.listen(), told)
    listening = Task {
      await ear.hear { news in if case .said(let event) = news { told.withLock { $0.append(event) } } }
    }
    await dashboard.send(.begin)
    await stage.settling.settled()
  }

  deinit { listening.cancel() }

  // MARK: Doing

  func send(_ action: DashboardAction) async {
    await dashboard.send(action)
    await stage.settling.settled()
  }

  func `do`(_ action: DashboardDeskAction) async { await send(.at(desk, action)) }

  /// The shell says what it knows, as of now or then.
  func know(_ facts: DashboardFacts, at date: Date? = nil) async {
    await send(.facts(facts, at: date ?? clock.now.date))
  }

  func advance(_ duration: Duration) async { await clock.advance(by: duration, settling: stage.settling) }

  func set(_ moment: Moment) async { await clock.set(moment, settling: stage.settling) }

  @discardableResult func tap(
    _ label: String, mode: Mode = .light, in connectivity: Connectivity = .online,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    let node = nodes(mode, in: connectivity).first { $0.label == label && $0.offer(.activate) != nil }
    let action = node?.offer(.activate)?.action(.none)
    #expect(action != nil, "nothing of that name can be tapped", sourceLocation: sourceLocation)
    guard let action else { return false }
    await send(action)
    return true
  }

  func pull(in connectivity: Connectivity = .online) async {
    if let action = screen(in: connectivity).refresh { await send(action) }
  }

  // MARK: Seeing

  var state: DashboardState { dashboard.states.value }
  var events: [DashboardEvent] { told.withLock { $0 } }
  var asked: [DashboardEvent.Refresh] {
    events.compactMap { if case .refreshAsked(let kind) = $0 { kind } else { nil } }
  }
  func forget() { told.withLock { $0 = [] } }

  func screen(
    _ mode: Mode = .light, in connectivity: Connectivity = .online, at now: Moment? = nil
  ) -> Screen<DashboardAction> {
    state.shown(mode, in: connectivity, at: now ?? clock.now, desk: desk)
  }

  func nodes(
    _ mode: Mode = .light, in connectivity: Connectivity = .online, at now: Moment? = nil
  ) -> [Node<DashboardAction>] { screen(mode, in: connectivity, at: now).nodes.flatMap(\.all) }

  func node(_ id: String, _ mode: Mode = .light, in connectivity: Connectivity = .online) -> Node<DashboardAction>? {
    nodes(mode, in: connectivity).first { $0.id == id }
  }

  func labels(_ mode: Mode = .light, in connectivity: Connectivity = .online) -> [String] {
    nodes(mode, in: connectivity).map(\.label)
  }
}

extension DashboardState {
  func shown(
    _ mode: Mode = .light, in connectivity: Connectivity = .online, at now: Moment = Bench.morning,
    desk: DashboardDesk.Name = ID(UUID())
  ) -> Screen<DashboardAction> {
    screen(Route(["dashboard"]), in: Surroundings(now: now, mode: mode, connectivity: connectivity), at: desk)
  }

  /// With these facts, gathered then.
  static func knowing(_ facts: DashboardFacts, at now: Moment = Bench.morning) -> DashboardState {
    var state = DashboardState(Bench.plan)
    _ = state.receive(.begin, at: now)
    _ = state.receive(.loaded(nil), at: now)
    _ = state.receive(.facts(facts, at: now.date), at: now)
    return state
  }
}

extension Screen {
  var all: [Node<Action>] { nodes.flatMap(\.all) }
  func node(_ id: String) -> Node<Action>? { all.first { $0.id == id } }
  /// What stands in that part.
  func labels(in id: String) -> [String] { node(id)?.all.map(\.label) ?? [] }
}

extension Moment {
  /// That time on that day, where Bench is.
  static func at(_ hour: Int, _ minute: Int = 0, day: Int = 22, in zone: TimeZone = Bench.berlin) -> Moment {
    let midnight = CalendarDay(year: 2026, month: 11, day: day)?.start(in: zone) ?? .distantPast
    return Moment(midnight.addingTimeInterval(Double(hour * 3600 + minute * 60)), in: zone)
  }
}

extension Problem {
  static let full = Problem(
    "disk-full", "The disk is full.", safe: "What was kept before is untouched.", remedy: "Make room, then try again.")
}
