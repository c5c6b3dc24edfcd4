import Carrying
import Days
import FeatureTesting
import Foundation
import HealthProviders
import Interface
import Kernel
import Samples
import Storage
import Testing

@testable import HealthSync

/// A person's syncs in a test environment, seen from one window, with providers in memory.
final class SyncBench: FeatureHarness {
  let environment: TestEnvironment
  let sync: HealthSync
  let recorder: EventRecorder<HealthSyncEvent>
  let window: WindowID
  let apps: [String: MemoryHealthStore]
  let scheduled: Locked<[Date?]>

  /// Uses new apps and a new store, or those of another bench, as after a restart.
  init(
    over other: SyncBench? = nil, connected: [String]? = nil, isPro: Bool = true,
    _ change: (inout HealthSyncNeeds) -> Void = { _ in }
  ) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    let names = ["apple-health", "health-connect", "google-health", "garmin", "oura", "polar", "strava"]
    let apps = other?.apps ?? Dictionary(uniqueKeysWithValues: names.map { ($0, MemoryHealthStore($0)) })
    self.apps = apps
    let scheduled = Locked<[Date?]>([])
    self.scheduled = scheduled
    var needs = HealthSyncNeeds(
      environment.store, port: { apps[$0]?.port }, schedule: { date in scheduled.withLock { $0.append(date) } })
    change(&needs)
    sync = HealthSync(on: environment.context, needs: needs)
    recorder = EventRecorder(sync.events)
    window = environment.context.identifiers.next()
    await send(.begin)
    await send(.pro(isPro))
    let accounts = connected ?? names
    await send(.accounts(Dictionary(uniqueKeysWithValues: accounts.map { ($0, AppStanding.connected) })))
  }

  var feature: HealthSync { sync }

  // MARK: Acting

  func `do`(_ action: HealthSyncWindowAction) async { await send(action, from: window) }

  @discardableResult func tap(
    _ label: String, at route: Route = HealthSyncPlaces.home, _ verb: Verb = .activate, _ entry: Entry = .none,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    await perform(label, verb, entry, in: nodes(route), from: window, sourceLocation: sourceLocation)
  }

  /// Sets up a sync by the screens, and returns it.
  @discardableResult func add(_ kinds: [SampleKind], from source: String, to destination: String) async throws
    -> SyncPlan
  {
    await self.do(.appeared(HealthSyncPlaces.adding))
    for kind in kinds { await self.do(.toggleKind(kind, true)) }
    await self.do(.next)
    await self.do(.chooseSource(source))
    await self.do(.next)
    await self.do(.chooseDestination(destination))
    await self.do(.next)
    await self.do(.save)
    await self.do(.left(HealthSyncPlaces.adding))
    return try #require(state.book.plans.last)
  }

  // MARK: Seeing

  func screen(_ route: Route = HealthSyncPlaces.home) -> Screen<HealthSyncWindowAction> {
    state.screen(route, in: Surroundings(now: clock.time.now()), at: window)
  }

  func nodes(_ route: Route = HealthSyncPlaces.home) -> [Node<HealthSyncWindowAction>] { screen(route).all }

  func node(_ label: String, at route: Route = HealthSyncPlaces.home) -> Node<HealthSyncWindowAction>? {
    nodes(route).node(labelled: label)
  }

  func shows(_ text: String, at route: Route = HealthSyncPlaces.home) -> Bool {
    nodes(route).contains { $0.label == text || $0.value == text }
  }

  /// The status of each card, in order.
  var statuses: [String] {
    nodes().filter { $0.role == .listitem }.compactMap { row in row.children.first { $0.role == .note }?.label }
  }

  var facts: [SyncFact] { events.compactMap { if case .fact(let fact) = $0 { fact } else { nil } } }
  var toasts: [String] { events.compactMap { if case .told(let toast) = $0 { toast.text } else { nil } } }

  func written(_ app: String, _ kind: SampleKind) -> [Sample] {
    (apps[app]?.all(kind) ?? []).filter { $0.origin.written != nil }
  }

  // MARK: Data

  /// A date so many hours ago.
  func ago(_ hours: Double) -> Date { clock.time.now().date.addingTimeInterval(-hours * 3600) }

  func steps(_ app: String, _ amounts: [Double], hoursAgo: Double = 2) {
    let device = app == "garmin" ? "Forerunner" : "Phone"
    apps[app]?.record(
      amounts.enumerated().map { index, amount in
        let start = ago(hoursAgo).addingTimeInterval(Double(index) * 60)
        return Sample(
          .steps, from: start, to: start.addingTimeInterval(60), amount: amount,
          origin: Origin(app, record: "\(app)-\(hoursAgo)-\(index)", device: device))
      })
  }

  func workout(
    _ app: String, record: String = "w1", hoursAgo: Double = 5, shift: Double = 0,
    _ change: (inout Workout) -> Void = { _ in }
  ) {
    var workout = Workout("cycling", elapsed: 1800, moving: 1750, distance: 12_000)
    workout.points = (0..<360).map { index in
      WorkoutPoint(
        at: Double(index) * 5, latitude: 52.5 + Double(index) * 1e-4, longitude: 13.4, heartRate: 110 + index % 40)
    }
    change(&workout)
    apps[app]?.record([
      Sample(
        workout: workout, from: ago(hoursAgo).addingTimeInterval(shift),
        origin: Origin(app, record: record, device: app == "garmin" ? "Edge" : "Bike"))
    ])
  }
}
