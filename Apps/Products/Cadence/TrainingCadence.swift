internal import Connectivity
internal import Interface
internal import Kernel
internal import Offline
package import ProductKit
internal import Shell
internal import Storage
internal import Support
internal import Training

/// The synced records of training. Their rows are visible to their owner only.
package enum TrainingRecords {
  package static let all = [plans, runs]

  static let plans = SyncedRecord(
    KeptPlan.self, one: "training plan", many: "training plans", icon: .calendar, conflicts: .newest,
    columns: [
      .word(.status, "Status", of: KeptPlan.Status.self).required.usually(KeptPlan.Status.proposed),
      .text(.runner, "Runner", length: 2...KeptPlan.longestRunner).required,
      .integer(.seed, "Seed", in: 0...2_000_000_000).required.usually(1),
      .text(.changes, "Changes", length: 2...KeptPlan.longestChanges).required,
      .timestamp(.madeAt, "Made").filled(.now).required,
    ])

  static let runs = SyncedRecord(
    RunDone.self, one: "run", many: "runs", icon: .run, editing: Route(["today", "run"]), conflicts: .newest,
    expires: true,
    columns: [
      .date(.day, "Day").required,
      .word(.activity, "Activity", of: RunDone.Activity.self).required.usually(RunDone.Activity.run),
      .integer(.metres, "Distance", in: 0...RunDone.mostMetres, as: .unit("m")).required,
      .integer(.seconds, "Time", in: 1...RunDone.mostSeconds, as: .unit("s")),
      .integer(.effort, "Effort", in: 1...10).required,
      .integer(.pain, "Pain", in: 0...10).required.usually(0),
      .text(.note, "Note", length: 1...RunDone.longestNote),
      .integer(.plannedMetres, "Planned distance", in: 0...RunDone.mostMetres, as: .unit("m")),
      .text(.plannedKind, "Planned kind", length: 1...30),
      .text(.source, "Source", length: 1...60),
    ])
}

/// Training in the product: the feature of a person, its pages and messages, and its way to the sync.
struct TrainingCadence: Sendable {
  let training: Training
  private let member: Member

  init(_ environment: PersonEnvironment, _ member: Member) {
    self.member = member
    let windows = environment.windows
    training = Training(
      on: environment.context,
      needs: TrainingNeeds(environment.store) { file, window, answered throws(Problem) in
        try await windows.handOut(file, .save, at: window, answered: answered)
      })
  }

  func begin() async { await training.send(.begin) }

  /// Syncs when the person pulls a screen, while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    member.offline.syncing(with: training.events, on: .syncAsked)
  }

  /// Tells the help centre of each new run, a good moment to ask for a rating. It subscribes at once.
  func pleasing(_ support: Support) -> @Sendable () async -> Void {
    let heard = training.events.listen()
    return { await heard.hear { news in if case .said(.runKept) = news { await support.send(.joy) } } }
  }

  // MARK: Windows

  func pages(in window: WindowID) -> [Page] {
    Page.all(of: training, at: TrainingPlaces.all, in: window, appeared: { .appeared($0) }, left: { .left($0) }) {
      $0.screen($1, in: $2, at: $3)
    }
  }

  func eventRoute(
    in at: WindowID, approved: @escaping @Sendable (Window) async -> Void
  ) -> EventRoute {
    let training = training
    return .from(training, in: at) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      case .offered(let toast, let undo): await window.toast(toast, undo: training.bound(undo, in: at))
      case .finished(let routes): await window.closeSheets(routes)
      case .approved: await approved(window)
      case .syncAsked, .proposalChanged, .runKept: break
      }
    }
  }
}
