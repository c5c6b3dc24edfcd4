import Connectivity
import Days
import FoundationEssentials
import Insights
import Interface
import Kernel
import Measures
import Mode
import Pillar
import Scores
import Storage
import Testing

@testable import Progress

/// A person's progress over a store in memory, seen from one window, with a clock moved by hand: Sunday 22 November
/// 2026, 08:15:30 in Berlin.
final class Bench: Sendable {
  static let berlin = TimeZone(named: "Europe/Berlin") ?? .gmt
  static let morning = Moment(Date(timeIntervalSince1970: 1_795_331_730), in: berlin)
  static let today = morning.day

  let clock: ManualTime
  let stage: Stage
  let store: Store
  let progress: Progress
  let desk: ProgressDesk.Name
  /// How often somebody looked through the days.
  let looks = Locked(0)
  private let told = Locked<[ProgressEvent]>([])
  private let listening: Task<Void, Never>

  /// Over a store of one's own, or over another's, as after a restart or on another device.
  init(
    over other: Bench? = nil, finds: InsightRun = .none, _ change: (inout ProgressNeeds) -> Void = { _ in }
  ) async throws {
    clock = other?.clock ?? ManualTime(Bench.morning)
    stage = Stage(time: clock.time)
    if let other {
      store = other.store
    } else {
      store = try await Store.memory(stage)
    }
    let looks = looks
    var needs = ProgressNeeds(store, weigh: .sample) { _, _ in
      looks.withLock { $0 += 1 }
      return finds
    }
    change(&needs)
    progress = Progress(on: stage, needs: needs)
    desk = stage.identifiers.next()
    let (ear, told) = (progress.events.listen(), told)
    listening = Task {
      await ear.hear { news in if case .said(let event) = news { told.withLock { $0.append(event) } } }
    }
    await send(.begin)
  }

  deinit { listening.cancel() }

  // MARK: Doing

  func send(_ action: ProgressAction) async {
    await progress.send(action)
    await stage.settling.settled()
  }

  func `do`(_ action: ProgressDeskAction, at other: ProgressDesk.Name? = nil) async {
    await send(.at(other ?? desk, action))
  }

  /// Sends the days and waits until they were looked through.
  func live(_ table: DayTable) async {
    await send(.days(table))
    await until { !$0.isLooking && $0.day != nil && $0.scores.count == 3 }
  }

  func fill(_ form: GoalFormName, _ fields: [GoalField: String]) async {
    for (field, text) in fields.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      await self.do(.fill(form, field, text))
    }
  }

  /// A goal of that measure, made through its form.
  @discardableResult func goal(
    _ measure: Measure, _ target: String, from: CalendarDay = Bench.today, to: CalendarDay? = nil,
    way: Aim.Way? = nil
  ) async -> KeptGoal? {
    let form = GoalFormName.new(measure.pillar)
    await self.do(.appeared(form.route))
    await self.do(.choose(form, .measure(measure)))
    if let way { await self.do(.choose(form, .way(way.rawValue))) }
    await fill(form, [.target: target, .begins: from.text, .ends: to?.text ?? ""])
    await self.do(.save(form))
    await self.do(.left(form.route))
    return state.goals.first { $0.goal.name == measure.title }
  }

  /// Does what the node of that label on that screen does.
  @discardableResult func tap(
    _ label: String, at route: Route, mode: Mode = .light, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    let action = node(label, at: route, mode: mode)?.offer(.activate)?.action(.none)
    #expect(action != nil, "nothing of that name can be done", sourceLocation: sourceLocation)
    guard let action else { return false }
    await send(action)
    return true
  }

  // MARK: Seeing

  var state: ProgressState { progress.states.value }
  var events: [ProgressEvent] { told.withLock { $0 } }
  var toasts: [String] { events.compactMap { if case .told(let toast, _) = $0 { toast.text } else { nil } } }

  func surroundings(_ mode: Mode = .light, _ connectivity: Connectivity = .offline) -> Surroundings {
    Surroundings(now: clock.now, mode: mode, connectivity: connectivity)
  }

  func screen(_ route: Route, mode: Mode = .light) -> Screen<ProgressAction> {
    state.screen(route, in: surroundings(mode), at: desk)
  }

  func nodes(_ route: Route, mode: Mode = .light) -> [Node<ProgressAction>] {
    screen(route, mode: mode).nodes.flatMap(\.all)
  }

  func node(_ label: String, at route: Route, mode: Mode = .light) -> Node<ProgressAction>? {
    let found = nodes(route, mode: mode).filter { $0.label == label }
    return found.first { !$0.offers.isEmpty } ?? found.first
  }

  /// Everything that is said on a screen, line by line.
  func words(_ route: Route, mode: Mode = .light) -> [String] {
    nodes(route, mode: mode).map { "\($0.label)\($0.value.map { ": \($0)" } ?? "")" }
  }

  /// Waits for what no receipt stands for: what others changed, days that are looked through.
  func until(_ holds: (ProgressState) -> Bool) async {
    for await state in progress.states.listen() where holds(state) { break }
    await stage.settling.settled()
  }

  func waiting() async throws -> [Change] { try await store.outbox.changes() }
}

extension Problem {
  static let full = Problem(
    "disk-full", "The disk is full.", safe: "What was kept before is untouched.", remedy: "Make room, then try again.")
}
