internal import Carrying
internal import HealthProviders
internal import HealthSync
internal import Interface
internal import Kernel
package import Notices
internal import Notifications
internal import Platform
internal import ProductKit
internal import Settings
internal import Shell
internal import Storage

extension NoticeKind {
  /// The notifications of SyncWell.
  package static let syncwell = [
    NoticeKind("sync-failed", priority: .high, isImmediate: true, setting: "failures"),
    NoticeKind("history-done", isImmediate: true, setting: "history"),
  ]
}

extension NotificationKind {
  static let syncwell = NoticeKind.syncwell.map { kind in
    kind.id == "sync-failed"
      ? NotificationKind(kind, "Sync needs you", icon: .warning)
      : NotificationKind(kind, "Historical Sync", icon: .calendar)
  }
}

/// The notifications of a person in SyncWell, and what they learn from the syncs.
struct SyncWellNotifications: Sendable {
  let notifications: Notifications
  private let sync: HealthSync
  private let settings: Settings
  private let windows: OpenWindows

  init(_ environment: PersonEnvironment, _ sync: HealthSync, _ settings: Settings) {
    notifications = Notifications(NotificationKind.syncwell, in: environment, .local)
    self.sync = sync
    self.settings = settings
    windows = environment.windows
  }

  /// Routes what happens while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let (events, states) = (notifications.events.listen(), sync.states.listen())
    let rules = notifications.following(settings)
    return {
      await withTaskGroup { group in
        group.addTask { await rules() }
        group.addTask {
          await events.hear { news in
            switch news {
            case .said(.wanted), .missed: await tell()
            case .said: break
            }
          }
        }
        group.addTask {
          var before: [NotificationCandidate]?
          for await state in states where state.reading == .done {
            let all = SyncWellNotifications.candidates(state)
            if all != before { await tell() }
            before = all
          }
        }
      }
    }
  }

  private func tell() async {
    let state = sync.states.value
    guard state.reading == .done else { return }
    await notifications.send(.candidates(SyncWellNotifications.candidates(state)))
  }

  /// The syncs that need the person or failed several times in a row, and a historical sync that is done. The words name apps
  /// and no measurement, since others may see the screen.
  static func candidates(_ state: HealthSyncState) -> [NotificationCandidate] {
    let failing = state.book.plans.compactMap { plan -> NotificationCandidate? in
      guard !plan.isPaused, let failure = plan.failure, failure.needsPerson || failure.count >= 3,
        let since = failure.since
      else { return nil }
      let (from, to) = (state.book.catalogue.name(plan.source), state.book.catalogue.name(plan.destination))
      let name =
        "sync-failed \(plan.id) \(Int(since.timeIntervalSince1970)) \(failure.needsPerson ? "person" : "again")"
      return NotificationCandidate(
        Notice(name, kind: "sync-failed", at: since, expires: since.addingTimeInterval(7 * 86_400)),
        failure.needsPerson
          ? "The sync from \(from) to \(to) needs attention." : "The sync from \(from) to \(to) keeps failing.",
        opens: HealthSyncPlaces.sync(plan.id), action: "View Sync", because: failure.problem.what)
    }
    guard let run = state.book.history, run.done == run.days, let end = run.endedAt else { return failing }
    return failing + [
      NotificationCandidate(
        Notice(
          "history-done \(run.id)", kind: "history-done", at: end, expires: end.addingTimeInterval(2 * 86_400)),
        "Your historical sync is complete.", opens: HealthSyncPlaces.history, action: "View History",
        because: "All days of the historical sync are done.")
    ]
  }

  func binding(in window: WindowID) -> NotificationsBinding {
    NotificationsBinding(notifications, of: windows, in: window)
  }
}
