import Days
import FeatureTesting
import Forms
import Foundation
import Interface
import Kernel
import Storage
import Testing
import TrainingPlan

@testable import Training

/// A person's training in a test environment, seen from one window.
final class TrainingBench: FeatureHarness {
  let environment: TestEnvironment
  let training: Training
  let recorder: EventRecorder<TrainingEvent>
  let window: WindowID
  /// The files that were handed out.
  let handed = Locked<[OutgoingFile]>([])

  /// Uses a new store, or that of another bench, as after a restart or in another window.
  init(over other: TrainingBench? = nil, _ change: (inout TrainingNeeds) -> Void = { _ in }) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    let handed = handed
    var needs = TrainingNeeds(environment.store) { file, _, answered in
      handed.withLock { $0.append(file) }
      await answered(.saved(as: "\(file.name)"))
    }
    change(&needs)
    training = Training(on: environment.context, needs: needs)
    recorder = EventRecorder(training.events)
    window = environment.context.identifiers.next()
    await send(.begin)
  }

  var feature: Training { training }
  var today: CalendarDay { clock.time.now().day }

  // MARK: Acting

  func `do`(_ action: TrainingWindowAction, at other: WindowID? = nil) async {
    await send(action, from: other ?? window)
  }

  @discardableResult func tap(
    _ label: String, at route: Route = TrainingPlaces.today, _ verb: Verb = .activate, _ entry: Entry = .none,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    await perform(label, verb, entry, in: nodes(route), from: window, sourceLocation: sourceLocation)
  }

  func fill(_ form: TrainingForm, _ fields: [TrainingField: String]) async {
    for (field, text) in fields.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      await self.do(.form(.fill(form, field, text)))
    }
  }

  /// Answers the form "Your running" and makes the plan.
  func answer(_ fields: [TrainingField: String]) async {
    await self.do(.appeared(TrainingPlaces.runner))
    await fill(.runner, fields)
    await self.do(.form(.save(.runner)))
  }

  /// A runner with a half marathon in twelve weeks, who can run on four days; the plan is approved.
  func approve(_ change: (inout PlanRunner) -> Void = { _ in }) async {
    var runner = TrainingBench.runner(today)
    change(&runner)
    await send(.runner(runner))
    await self.do(.approve)
  }

  static func runner(_ today: CalendarDay) -> PlanRunner {
    PlanRunner(
      today: today, experience: .casual, weekly: 40_000, days: [0, 2, 4, 6], longRunDay: 6, longest: 14_000,
      race: RaceResult(metres: 10_000, seconds: 2900),
      goal: .race(metres: RaceDistance.half, on: today.following(12 * 7 - 1), seconds: 6300))
  }

  static let answers: [TrainingField: String] = [
    .goal: "race", .distance: "half", .target: "1:45:00", .experience: "casual", .weekly: "40", .longest: "14",
    .days: "2\n4\n6\n0", .longDay: "6", .raceDistance: "10", .raceTime: "48:20",
  ]

  /// Marks the planned run of a day by its form.
  func mark(_ day: CalendarDay, _ fields: [TrainingField: String] = [:]) async {
    await self.do(.appeared(TrainingPlaces.mark(day)))
    await fill(.mark(day), fields)
    await self.do(.form(.save(.mark(day))))
    await self.do(.left(TrainingPlaces.mark(day)))
  }

  /// Goes to the morning of a day.
  func wake(_ day: CalendarDay) async {
    var now = clock.now
    now.date = Date(timeIntervalSince1970: Double(day.number) * 86_400 + 8 * 3600)
    await set(now)
  }

  // MARK: Seeing

  func screen(
    _ route: Route = TrainingPlaces.today, locale: String? = nil, at other: WindowID? = nil
  ) -> Screen<TrainingWindowAction> {
    state.screen(route, in: Surroundings(now: clock.time.now(), locale: locale), at: other ?? window)
  }

  func nodes(_ route: Route = TrainingPlaces.today, locale: String? = nil) -> [TrainingNode] {
    screen(route, locale: locale).all
  }

  func node(_ label: String, at route: Route = TrainingPlaces.today) -> TrainingNode? {
    nodes(route).node(labelled: label)
  }

  func sees(_ part: String, at route: Route = TrainingPlaces.today) -> Bool {
    nodes(route).contains { $0.label.contains(part) || $0.value?.contains(part) == true }
  }

  func plans() async throws -> [KeptPlan] {
    try await store.collection(KeptPlan.self, .owned(.entered)).records()
  }

  func stored() async throws -> [RunDone] {
    try await store.collection(RunDone.self, .owned(.entered)).records()
  }

  var toasts: [String] {
    events.compactMap {
      switch $0 {
      case .told(let toast), .offered(let toast, _): toast.text
      default: nil
      }
    }
  }

  /// Does what the newest message offers to take back.
  func undoLast() async throws {
    let undo = try #require(events.compactMap { if case .offered(_, let undo) = $0 { undo } else { nil } }.last)
    await self.do(undo)
  }

  /// The first planned run of a kind from a day on.
  func run(_ kind: PlannedRun.Kind, from day: CalendarDay? = nil) throws -> PlannedRun {
    let first = day ?? today
    return try #require(state.course?.plan.runs.first { $0.kind == kind && $0.day >= first })
  }
}
