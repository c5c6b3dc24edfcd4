public import Forms
public import Interface
public import Kernel
public import Storage

/// The dependencies of Training. What was saved is on disk, together with its sync queue entry, when the call returns.
public struct TrainingNeeds: Sendable {
  public var read: @Sendable () async throws(Problem) -> TrainingBook
  /// Saves a proposal and deletes all others, with the draft, in one transaction.
  public var propose: @Sendable (KeptPlan, TrainingDraftID?) async throws(Problem) -> Opened<KeptPlan>
  /// Saves plans, each over its version, and deletes others, in one transaction. Throws `stale` when one was changed elsewhere.
  public var decide: @Sendable ([PlanOrder], _ deleting: [Opened<KeptPlan>]) async throws(Problem) -> Void
  /// Saves a run over the opened version, or as a new record, and deletes the draft in the same transaction.
  public var saveRun: @Sendable (RunDone, Over, TrainingDraftID?) async throws(Problem) -> Opened<RunDone>
  /// The stored run; nil when it was deleted.
  public var run: @Sendable (ID<RunDone>) async throws(Problem) -> Opened<RunDone>?
  public var keepWarning: @Sendable (RunWarning) async throws(Problem) -> Void
  public var deleteRun: @Sendable (Opened<RunDone>) async throws(Problem) -> Void
  /// Reports each change, whatever its origin, including own ones.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>
  public var drafts: DraftNeeds<TrainingForm>
  /// Offers a file at a window, and calls `answered` once with what became of it.
  public var handOut: HandOut

  public typealias TrainingDraftID = ID<FormDraft<TrainingForm>>
  public typealias HandOut =
    @Sendable (
      OutgoingFile, WindowID, _ answered: @escaping @Sendable (Delivery.Outcome) async -> Void
    ) async throws(Problem) -> Void
}

/// The contents of the store.
public struct TrainingBook: Sendable, Equatable {
  var plans: [Opened<KeptPlan>] = []
  var runs: [Opened<RunDone>] = []
  var warning: RunWarning?
}

extension TrainingNeeds {
  /// Keeps everything in the person's store. Plans and runs are owned and synced, drafts stay on the device.
  public init(_ store: Store, handOut: @escaping HandOut) {
    let shelves = TrainingShelves(store)
    self.init(
      read: { () throws(Problem) in try await shelves.read() },
      propose: { plan, draft throws(Problem) in try await shelves.propose(plan, draft) },
      decide: { orders, deleting throws(Problem) in try await shelves.decide(orders, deleting) },
      saveRun: { run, over, draft throws(Problem) in try await shelves.save(run, over, draft) },
      run: { id throws(Problem) in try await shelves.runs.collection().opened(id) },
      keepWarning: { warning throws(Problem) in
        try await shelves.warnings.collection().save(warning, over: .anything)
      },
      deleteRun: { run throws(Problem) in
        try await shelves.runs.collection().delete(run.record.id, over: .version(run.version))
      },
      changes: { shelves.changes() }, drafts: DraftNeeds(shelves.drafts), handOut: handOut)
  }
}

/// The collections of Training in a person's store.
struct TrainingShelves: Sendable {
  let plans: Shelf<KeptPlan>
  let runs: Shelf<RunDone>
  let drafts: Shelf<FormDraft<TrainingForm>>
  let warnings: Shelf<RunWarning>

  /// Runs that are read, the newest first: more than ten a week for twenty years.
  static let mostRuns = 10_000

  init(_ store: Store) {
    plans = Shelf(store, .owned(.entered))
    runs = Shelf(store, .owned(.entered))
    drafts = Shelf(store, .local)
    warnings = Shelf(store, .local)
  }

  func read() async throws(Problem) -> TrainingBook {
    var book = TrainingBook()
    book.plans = try await plans.collection().opened().sorted(by: TrainingShelves.isNewer)
    book.runs = Array(
      try await runs.collection().opened().sorted(by: RunDone.isNewer).prefix(TrainingShelves.mostRuns))
    book.warning = try await warnings.collection().record(RunWarning.only)
    return book
  }

  static func isNewer(_ one: Opened<KeptPlan>, _ other: Opened<KeptPlan>) -> Bool {
    if one.record.madeAt != other.record.madeAt { return one.record.madeAt > other.record.madeAt }
    return one.record.id.uuid > other.record.id.uuid
  }

  func propose(
    _ plan: KeptPlan, _ draft: TrainingNeeds.TrainingDraftID?
  ) async throws(Problem) -> Opened<KeptPlan> {
    let (all, drafts) = (try await plans.collection(), try await drafts.collection())
    let others = try await all.opened().filter { $0.record.status == .proposed && $0.record.id != plan.id }
    try await plans.write { batch throws(Problem) in
      for other in others { try batch.delete(other.record.id, in: all) }
      try batch.save(plan, in: all)
      if let draft { try batch.delete(draft, in: drafts) }
    }
    guard let kept = try await all.opened(plan.id) else { throw .trainingGone }
    return kept
  }

  func decide(_ orders: [PlanOrder], _ deleting: [Opened<KeptPlan>]) async throws(Problem) {
    let all = try await plans.collection()
    try await plans.write { batch throws(Problem) in
      for order in orders { try batch.save(order.plan, over: .version(order.over), in: all) }
      for plan in deleting { try batch.delete(plan.record.id, in: all) }
    }
  }

  func save(
    _ run: RunDone, _ over: Over, _ draft: TrainingNeeds.TrainingDraftID?
  ) async throws(Problem) -> Opened<RunDone> {
    let (all, drafts) = (try await runs.collection(), try await drafts.collection())
    try await runs.write { batch throws(Problem) in
      try batch.save(run, over: over, in: all)
      if let draft { try batch.delete(draft, in: drafts) }
    }
    guard let kept = try await all.opened(run.id) else { throw .trainingGone }
    return kept
  }

  func changes() -> AsyncStream<Heard<Void>> {
    let (plans, runs) = (plans, runs)
    return .relaying(keeping: .bufferingNewest(1)) { report in
      await withTaskGroup { group in
        group.addTask { await plans.follow { report(Heard(())) } }
        group.addTask { await runs.follow { report(Heard(())) } }
      }
    }
  }
}

extension Problem {
  static let trainingGone = Problem(
    "gone", "This was deleted elsewhere while it was being saved.", safe: "Nothing else was changed.",
    remedy: "Save it as a new one, or discard it.")
}
