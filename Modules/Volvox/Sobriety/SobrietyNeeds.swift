public import Days
public import Forms
public import Kernel
public import Platform
public import Storage

/// The dependencies of Sobriety. What was saved is on disk, together with its sync queue entry, when the call returns.
public struct SobrietyNeeds: Sendable {
  /// Everything that is shown, with that many of the newest reflections.
  public var read: @Sendable (_ reflections: Int) async throws(Problem) -> SobrietyBook
  public var reflection: @Sendable (UUID) async throws(Problem) -> Opened<Reflection>?
  public var save: @Sendable (SobrietyChange) async throws(Problem) -> Void
  public var keepDraft: @Sendable (ReflectionDraft) async throws(Problem) -> Void
  public var dropDraft: @Sendable (ID<ReflectionDraft>) async throws(Problem) -> Void
  /// The drafts of the other screens in which something is typed.
  public var drafts: DraftNeeds<SobrietyForm>
  /// Reports each change, whatever its origin, including own ones.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>
}

/// Records read from the store.
public struct SobrietyBook: Sendable, Equatable {
  public var records: [SobrietyRecord] = []
  public var milestones: [Opened<MilestoneRecord>] = []
  public var checkIns: [CheckIn] = []
  /// The newest, the newest first.
  public var reflections: [Opened<Reflection>] = []
  public var plan: SobrietyPlan?
  public var drafts: [ReflectionDraft] = []

  public init() {}
}

/// One change of the store.
public enum SobrietyChange: Sendable, Equatable {
  /// A new entry of the ledger; a correction with the day that it moves a beginning from.
  case record(SobrietyRecord, movedFrom: CalendarDay? = nil)
  /// Saves over the opened version, or as new, and deletes that draft in the same transaction.
  case reflection(Reflection, over: Version?, draft: ID<ReflectionDraft>? = nil)
  case deleteReflection(Reflection, Version)
  /// A check-in with the one it replaces, which Undo brings back.
  case checkIn(CheckIn, replaces: CheckIn? = nil)
  case uncheck(CheckIn)
  /// Milestones that are told for the first time.
  case milestones([MilestoneRecord])
  /// A milestone with a changed note; without a version it is new.
  case note(MilestoneRecord, over: Version?)
  case plan(SobrietyPlan)
}

extension SobrietyNeeds {
  /// All but drafts is owned and synced.
  public init(_ store: Store) {
    let shelves = SobrietyShelves(store)
    self.init(
      read: { reflections throws(Problem) in try await shelves.read(reflections) },
      reflection: { id throws(Problem) in try await shelves.reflections.collection().opened(ID(id)) },
      save: { change throws(Problem) in try await shelves.save(change) },
      keepDraft: { draft throws(Problem) in try await shelves.drafts.collection().save(draft, over: .anything) },
      dropDraft: { id throws(Problem) in try await shelves.drafts.collection().delete(id) },
      drafts: DraftNeeds(Shelf<FormDraft<SobrietyForm>>(store, .local)),
      changes: { shelves.changes() })
  }
}

/// The collections of Sobriety in a person's store.
private struct SobrietyShelves: Sendable {
  let records: Shelf<SobrietyRecord>
  let milestones: Shelf<MilestoneRecord>
  let checkIns: Shelf<CheckIn>
  let reflections: Shelf<Reflection>
  let plans: Shelf<SobrietyPlan>
  let drafts: Shelf<ReflectionDraft>

  /// Check-ins of a month, of which those of the last days are shown.
  private static let checkIns = 62

  init(_ store: Store) {
    records = Shelf(store, .owned(.entered))
    milestones = Shelf(store, .owned(.entered))
    checkIns = Shelf(store, .owned(.entered))
    reflections = Shelf(store, .owned(.entered))
    plans = Shelf(store, .owned(.entered))
    drafts = Shelf(store, .local)
  }

  func read(_ newest: Int) async throws(Problem) -> SobrietyBook {
    var book = SobrietyBook()
    book.records = try await records.collection().records(newest: SobrietyRecord.most)
    book.milestones = try await milestones.collection().opened(newest: SobrietyRecord.most)
    book.checkIns = try await checkIns.collection().records(newest: SobrietyShelves.checkIns)
    book.reflections = try await reflections.collection().opened(newest: newest)
    book.plan = try await plans.collection().record(SobrietyPlan.id)
    let drafts = try await drafts.collection()
    let kept = try await drafts.records()
    for old in kept.dropFirst(ReflectionDraft.most) { try await drafts.delete(old.id) }
    book.drafts = Array(kept.prefix(ReflectionDraft.most))
    return book
  }

  func save(_ change: SobrietyChange) async throws(Problem) {
    switch change {
    case .record(let record, _): try await records.collection().save(record, over: .nothing)
    case .reflection(let reflection, let version, let draft):
      let (all, drafts) = (try await reflections.collection(), try await drafts.collection())
      try await reflections.write { batch throws(Problem) in
        try batch.save(reflection, over: version.map { .version($0) } ?? .nothing, in: all)
        if let draft { try batch.delete(draft, in: drafts) }
      }
    case .deleteReflection(let reflection, let version):
      try await reflections.collection().delete(reflection.id, over: .version(version))
    case .checkIn(let checkIn, _): try await checkIns.collection().save(checkIn, over: .anything)
    case .uncheck(let checkIn): try await checkIns.collection().delete(checkIn.id)
    case .milestones(let told):
      let all = try await milestones.collection()
      // One that another device has told may carry a note.
      var fresh: [MilestoneRecord] = []
      for milestone in told where try await all.record(milestone.id) == nil { fresh.append(milestone) }
      try await milestones.write { [fresh] batch throws(Problem) in
        for milestone in fresh { try batch.save(milestone, over: .nothing, in: all) }
      }
    case .note(let milestone, let version):
      try await milestones.collection().save(milestone, over: version.map { .version($0) } ?? .nothing)
    case .plan(let plan): try await plans.collection().save(plan, over: .anything)
    }
  }

  /// Reports only that something changed; a slow reader catches up with one read.
  func changes() -> AsyncStream<Heard<Void>> {
    .relaying(keeping: .bufferingNewest(1)) { report in
      let tell: @Sendable () -> Void = { report(Heard(())) }
      await withTaskGroup { group in
        group.addTask { await records.follow(tell) }
        group.addTask { await milestones.follow(tell) }
        group.addTask { await checkIns.follow(tell) }
        group.addTask { await reflections.follow(tell) }
        group.addTask { await plans.follow(tell) }
      }
    }
  }
}
