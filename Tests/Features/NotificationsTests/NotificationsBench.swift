import FeatureTesting
import FoundationEssentials
import Hours
import Interface
import Kernel
import Notices
import Permissions
import Storage
import Testing

@testable import Notifications

/// A device that records what it is handed.
final class RecordingDevice: Sendable {
  private let held = Locked<(shown: [NotificationDelivery], withdrawn: Set<String>)>(([], []))
  let answer = Locked<NotificationAnswer>(.shown)

  var shown: [NotificationDelivery] { held.withLock { $0.shown } }
  var bodies: [String] { shown.map(\.body) }
  var withdrawn: Set<String> { held.withLock { $0.withdrawn } }

  func port(_ permissions: PermissionPort? = nil) -> NotificationPort {
    NotificationPort(
      deliver: { delivery in
        self.held.withLock { $0.shown.append(delivery) }
        return self.answer.withLock { $0 }
      }, withdraw: { names in self.held.withLock { $0.withdrawn.formUnion(names) } }, permissions: permissions)
  }
}

/// A person's notifications over a store in memory, on 2 March 2026, 08:00 in Rome.
struct NotificationsBench {
  static let rome = TimeZone(named: "Europe/Rome") ?? .gmt
  static let kinds = [
    NotificationKind(
      NoticeKind("meal", priority: .low, isAdaptive: true, setting: "prompts"), "Meal reminder", icon: .food),
    NotificationKind(
      NoticeKind("milestone", priority: .high, isImmediate: true, setting: "milestones"), "Milestone", icon: .medal),
  ]

  let clock: ManualTime
  let store: Store
  let context: FeatureContext
  let notifications: Notifications
  let device = RecordingDevice()
  let recorder: EventRecorder<NotificationsEvent>
  let window: WindowID

  init(
    in store: Store? = nil, on clock: ManualTime? = nil, isAllowed: Bool = true, permissions: PermissionPort? = nil,
    seed: UInt64 = 1, change: (inout NotificationsNeeds) -> Void = { _ in }
  ) async throws {
    let start = try #require(Moment.date("2026-03-02T07:00:00Z"))
    self.clock = clock ?? ManualTime(Moment(start, in: NotificationsBench.rome))
    context = FeatureContext(time: self.clock.time, identifiers: .seeded(seed, self.clock.time))
    if let store { self.store = store } else { self.store = try await Store.memory(context) }
    var needs = NotificationsNeeds(self.store, port: device.port(permissions))
    change(&needs)
    notifications = Notifications(NotificationsBench.kinds, on: context, needs: needs)
    recorder = EventRecorder(notifications.events)
    window = context.window().id
    await notifications.send(.begin)
    await send(.rules(NoticeRules(cap: 8)))
    if isAllowed, permissions == nil { await act(.permission(.allow)) }
  }

  var state: NotificationsState { notifications.states.value }
  var now: Moment { clock.now }

  func send(_ action: NotificationsAction) async {
    await notifications.send(action)
    await context.settling.settled()
  }

  func act(_ action: NotificationsWindowAction) async {
    await notifications.send(action, from: window)
    await context.settling.settled()
  }

  /// Waits for what settling ignores, such as a person's answer to the system.
  func until(_ condition: () -> Bool) async {
    for await _ in notifications.states.listen() where condition() { break }
    await context.settling.settled()
  }

  func advance(hours: Double) async {
    await clock.advance(by: .seconds(Int(hours * 3600)), settling: context.settling)
    await context.settling.settled()
  }

  /// A meal reminder of a day of March, at an hour in Rome.
  static func meal(_ day: Int = 2, at hour: Int = 19, withheld: String? = nil) throws -> NotificationCandidate {
    let two = day < 10 ? "0\(day)" : "\(day)"
    let at = try #require(Moment.date("2026-03-\(two)T00:00:00Z")).addingTimeInterval(Double(hour - 1) * 3600)
    return NotificationCandidate(
      Notice("meal 2026-03-\(two)", kind: "meal", at: at, expires: at.addingTimeInterval(10_000)),
      "Don't forget to log dinner!", opens: Route(["log", "meal"]), action: "Log Now", isSnoozable: true,
      because: "No dinner is logged yet.", withheld: withheld)
  }

  func milestone(_ name: String = "milestone 1") -> NotificationCandidate {
    NotificationCandidate(
      Notice(name, kind: "milestone", at: now.date), "7 days in a row.", opens: Route(["goals"]), action: "See it",
      because: "You reached it today.")
  }

  func screen(_ route: Route = NotificationsPlaces.history) -> Screen<NotificationsWindowAction> {
    state.screen(route, in: Surroundings(now: now), at: window)
  }

  /// All words of a screen.
  func words(_ route: Route = NotificationsPlaces.history) -> String {
    screen(route).nodes.flatMap(\.all).flatMap { [$0.label, $0.value ?? ""] }.joined(separator: "\n")
  }
}
