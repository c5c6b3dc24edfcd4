public import Days
internal import Forms
public import Insights
internal import Kernel
public import Measures
internal import Platform
public import Storage

extension ProgressNeeds {
  /// The storage budgets of the two caches.
  public struct CacheBudgets: Sendable {
    public let progress: Budget
    public let insights: Budget

    public init(progress: Budget, insights: Budget) {
      self.progress = progress
      self.insights = insights
    }
  }

  /// Goals are owned and synced. Dismissals, openings, achievements and drafts stay on the device. The last findings
  /// and progress can be computed again, and are cached for a week, each within a budget.
  public init(
    _ store: Store, caching budgets: CacheBudgets, weigh: Weighing,
    insights: @escaping @Sendable (DayTable, [OwnSeries], CalendarDay) async -> InsightRun
  ) {
    let shelves = ProgressShelves(store, budgets)
    self.init(
      weigh: weigh, insights: insights,
      goals: { () throws(Problem) in try await shelves.kept() },
      save: { order, id throws(Problem) in
        try await shelves.save(
          order.goal(as: id), over: order.version.map { .version($0) } ?? .nothing, dropping: order.draft)
      },
      delete: { kept throws(Problem) in
        try await shelves.goals.collection().delete(kept.id, over: .version(kept.version))
      },
      restore: { kept throws(Problem) in try await shelves.save(kept.goal, over: .nothing) },
      changes: { shelves.changes() },
      recall: { () throws(Problem) in try await shelves.recall() },
      keepRun: { run throws(Problem) in try await shelves.runs.collection().save(run, over: .anything) },
      keepRegard: { regard throws(Problem) in try await shelves.regards.collection().save(regard, over: .anything) },
      keepAchievements: { achievements throws(Problem) in
        let collection = try await shelves.achievements.collection()
        try await shelves.achievements.write { batch throws(Problem) in
          for achievement in achievements { try batch.save(achievement, over: .anything, in: collection) }
        }
      },
      keepProgress: { progress throws(Problem) in
        try await shelves.progress.collection().save(progress, over: .anything)
      },
      drafts: DraftNeeds(shelves.drafts))
  }
}

/// The collections of progress in a person's store.
struct ProgressShelves: Sendable {
  let goals: Shelf<Goal>
  let runs: Shelf<KeptRun>
  let regards: Shelf<Regard>
  let achievements: Shelf<Achievement>
  let progress: Shelf<KeptProgress>
  let drafts: Shelf<GoalDraft>

  /// Number of goals that are shown.
  static let mostGoals = 200
  static let mostAchievements = 2_000

  init(_ store: Store, _ budgets: ProgressNeeds.CacheBudgets) {
    goals = Shelf(store, .owned(.done))
    runs = Shelf(store, .cached(budgets.insights, window: .seconds(7 * 86_400)))
    regards = Shelf(store, .local)
    achievements = Shelf(store, .local)
    drafts = Shelf(store, .local)
    progress = Shelf(store, .cached(budgets.progress, window: .seconds(7 * 86_400)))
  }

  func kept() async throws(Problem) -> [KeptGoal] {
    try await goals.collection().opened(newest: ProgressShelves.mostGoals).map { KeptGoal($0) }
      .sorted(by: KeptGoal.isNewer)
  }

  /// Saves the goal, queues it for sync, and deletes its draft, in one transaction.
  func save(
    _ goal: Goal, over: Over, dropping draft: ID<GoalDraft>? = nil
  ) async throws(Problem) -> KeptGoal {
    let collection = try await goals.collection()
    let drafts = try await drafts.collection()
    try await goals.write { batch throws(Problem) in
      try batch.save(goal, over: over, in: collection)
      if let draft { try batch.delete(draft, in: drafts) }
    }
    guard let opened = try await collection.opened(goal.id) else {
      throw Problem(
        "gone", "This goal was deleted elsewhere while it was being saved.", safe: "Nothing else was changed.",
        remedy: "Save it again to keep your version, or discard it.")
    }
    return KeptGoal(opened)
  }

  func recall() async throws(Problem) -> Memory {
    Memory(
      run: try await runs.collection().record(KeptRun.last),
      regards: try await regards.collection().records(newest: Regard.most),
      achievements: try await achievements.collection().records(newest: ProgressShelves.mostAchievements),
      progress: try await progress.collection().record(KeptProgress.last))
  }

  func changes() -> AsyncStream<Heard<Void>> { goals.changes() }
}

extension GoalOrder {
  /// The goal to save, under its existing or new identifier.
  func goal(as id: ID<Goal>) -> Goal {
    Goal(
      id: id, pillar: goal.pillar, name: goal.name, target: goal.target, unit: goal.unit, beginsOn: goal.beginsOn,
      endsOn: goal.endsOn, status: goal.status)
  }
}
