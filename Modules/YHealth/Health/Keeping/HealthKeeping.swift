internal import Days
internal import Forms
internal import Kernel
internal import Measures
internal import Platform
public import Storage

extension HealthNeeds {
  /// Entries are owned and synced; drafts stay on the device; summed days are cached within a budget. `preference` names the
  /// imports that the person prefers, the most preferred first; `HealthAction.preferenceChanged` sums the days anew.
  public init(
    _ store: Store, caching budget: Budget, camera: Camera = .none,
    preferring preference: @escaping @Sendable () -> [String] = { [] }
  ) {
    let shelves = HealthShelves(store, caching: budget, preferring: preference)
    self.init(
      read: { newest throws(Problem) in try await shelves.read(newest) },
      entry: { name throws(Problem) in try await shelves.entry(name) },
      save: { entry, version, draft throws(Problem) in
        try await shelves.shelf(entry.name.kind).save(entry, version.map { .version($0) } ?? .nothing, draft)
      },
      delete: { kept throws(Problem) in try await shelves.shelf(kept.name.kind).delete(kept) },
      changes: { shelves.changes() },
      marks: { () throws(Problem) in try await shelves.marks() },
      catchUp: { marks, waiting, now throws(Problem) in
        try await shelves.catchUp(since: marks, also: waiting, at: now)
      },
      sumUp: { now throws(Problem) in try await shelves.sumUp(at: now) },
      drafts: DraftNeeds(shelves.drafts),
      summary: { day throws(Problem) in try await shelves.summaries.collection().record(ID(named: day)) },
      days: { () throws(Problem) in
        try await shelves.days.collection().records(newest: KeptDay.most + 30).map(\.figures)
      },
      keepDays: { kept throws(Problem) in try await shelves.keep(kept) },
      habits: HabitNeeds(
        save: { habit, version throws(Problem) in
          try await shelves.habits.collection().save(habit, over: version.map { .version($0) } ?? .nothing)
        },
        tick: { tick throws(Problem) in
          let ticks = try await shelves.habitEntries.collection()
          if tick.times > 0 {
            try await ticks.save(tick, over: .anything)
          } else {
            try await ticks.delete(tick.id)
          }
        }),
      take: { days throws(Problem) in try await shelves.take(days) },
      forget: { name, before throws(Problem) in try await shelves.forget(name, before) }, camera: camera)
  }
}

extension HealthShelves {
  /// Stores the figures in one transaction, and removes days without data.
  func keep(_ kept: DaysToKeep) async throws(Problem) {
    let (summaries, days) = (try await summaries.collection(), try await days.collection())
    try await self.days.write { batch throws(Problem) in
      if let summary = kept.summary { try batch.save(summary, over: .anything, in: summaries) }
      for figures in kept.days {
        let day = KeptDay(figures)
        if figures.isEmpty {
          try batch.delete(day.id, in: days)
        } else {
          try batch.save(day, over: .anything, in: days)
        }
      }
    }
  }

  /// Deletes one batch in one transaction. All records of a day have the same instant, so whole days are examined.
  func forget(_ name: String, _ before: Date) async throws(Problem) -> HealthNeeds.Forgetting {
    let most = 5000
    let collection = try await devices.collection()
    let days = try await collection.records(in: .distantPast..<before, newest: most)
    let oldest = days.count < most ? nil : days.last?.when
    let whole = days.filter { day in oldest.map { day.when > $0 } ?? true }
    let brought = whole.filter { $0.source.hasPrefix("\(name): ") }
    try await devices.write { batch throws(Problem) in
      for day in brought { try batch.delete(day.id, in: collection) }
    }
    return HealthNeeds.Forgetting(
      count: brought.count, next: oldest.flatMap { oldest in whole.isEmpty ? nil : oldest.addingTimeInterval(1) })
  }

  /// Stores the figures in one transaction. A record that already says the same is left as it is.
  func take(_ days: [DeviceDay]) async throws(Problem) {
    let collection = try await devices.collection()
    try await devices.write { batch throws(Problem) in
      for day in days { try batch.save(day, over: .anything, in: collection) }
    }
  }
}
