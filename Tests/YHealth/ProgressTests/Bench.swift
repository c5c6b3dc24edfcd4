import Connectivity
import Days
import FeatureTesting
import Forms
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

/// A user's progress in a test environment, seen from one window.
final class Bench: FeatureHarness {
  static let today = morning.day

  let environment: TestEnvironment
  let progress: Progress
  let recorder: EventRecorder<ProgressEvent>
  let window: WindowID
  /// Number of times the days were searched for insights.
  let looks = Locked(0)

  /// Uses a new store, or that of another bench, as after a restart or on another device.
  init(
    over other: Bench? = nil, finds: InsightRun = .none, _ change: (inout ProgressNeeds) -> Void = { _ in }
  ) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    let looks = looks
    var needs = ProgressNeeds(environment.store, caching: .sample, weigh: .sample) { _, _, _ in
      looks.withLock { $0 += 1 }
      return finds
    }
    // The findings of the tests are not made from their days.
    needs.examines = false
    change(&needs)
    progress = Progress(on: environment.context, needs: needs)
    recorder = EventRecorder(progress.events)
    window = environment.context.identifiers.next()
    await send(.begin)
  }

  var feature: Progress { progress }

  // MARK: Actions

  func `do`(_ action: ProgressWindowAction, in other: WindowID? = nil) async {
    await send(action, from: other ?? window)
  }

  /// Sends the days and waits until they were searched.
  func live(_ table: DayTable) async {
    await send(.days(table))
    await until { !$0.isLooking && $0.day != nil && $0.scores.count == 3 }
  }

  func fill(_ form: GoalFormName, _ fields: [GoalField: String]) async {
    for (field, text) in fields.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      await self.do(.fill(form, field, text))
    }
  }

  /// Creates a goal for that measure through its form.
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

  /// Performs the action of a node on that screen.
  @discardableResult func tap(
    _ label: String, at route: Route, mode: Mode = .light, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    await perform(label, in: nodes(route, mode: mode), from: window, sourceLocation: sourceLocation)
  }

  // MARK: Output

  var toasts: [String] { events.compactMap { if case .told(let toast) = $0 { toast.text } else { nil } } }

  func surroundings(_ mode: Mode = .light, _ connectivity: Connectivity = .offline) -> Surroundings {
    Surroundings(now: clock.now, mode: mode, connectivity: connectivity)
  }

  func screen(_ route: Route, mode: Mode = .light) -> Screen<ProgressWindowAction> {
    state.screen(route, in: surroundings(mode), at: window)
  }

  func nodes(_ route: Route, mode: Mode = .light) -> [Node<ProgressWindowAction>] {
    screen(route, mode: mode).all
  }

  func node(_ label: String, at route: Route, mode: Mode = .light) -> Node<ProgressWindowAction>? {
    nodes(route, mode: mode).node(labelled: label)
  }

  /// All texts of a screen, line by line.
  func words(_ route: Route, mode: Mode = .light) -> [String] {
    nodes(route, mode: mode).map { "\($0.label)\($0.value.map { ": \($0)" } ?? "")" }
  }
}

extension ProgressNeeds.CacheBudgets {
  static let sample = Self(
    progress: Budget("dashboard", bytes: 50 << 20), insights: Budget("insights", bytes: 10 << 20))
}

// What a person does in a goal's form.
extension ProgressWindowAction {
  enum Choice {
    case pillar(Pillar)
    /// Nil for a goal in the person's own words.
    case measure(Measure?)
    case way(String)
  }

  static func fill(_ form: GoalFormName, _ field: GoalField, _ text: String) -> Self { .form(.fill(form, field, text)) }
  static func save(_ form: GoalFormName) -> Self { .form(.save(form)) }
  static func discard(_ form: GoalFormName) -> Self { .form(.discard(form)) }

  static func choose(_ form: GoalFormName, _ choice: Choice) -> Self {
    switch choice {
    case .pillar(let pillar): fill(form, .pillar, pillar.rawValue)
    case .measure(let measure): fill(form, .measure, measure?.rawValue ?? "")
    case .way(let way): fill(form, .way, way)
    }
  }
}
