public import Carrying
public import Days
public import HealthProviders
public import Kernel
public import Platform
internal import Samples
public import Storage

/// The dependencies of HealthSync. What was saved is on disk when the call returns.
public struct HealthSyncNeeds: Sendable {
  public var load: @Sendable () async throws(Problem) -> SyncBook
  public var savePlan: @Sendable (SyncPlan) async throws(Problem) -> Void
  /// Deletes a sync with all that belongs to it alone.
  public var deletePlan: @Sendable (ID<SyncPlan>) async throws(Problem) -> Void
  public var keepRule: @Sendable (KindRule) async throws(Problem) -> Void
  public var keepHistory: @Sendable (HistoricalRun) async throws(Problem) -> Void
  public var keepConflicts: @Sendable ([SyncConflict]) async throws(Problem) -> Void
  public var days: @Sendable (ClosedRange<CalendarDay>) async throws(Problem) -> [CarriedDay]
  /// Saves days in one transaction.
  public var keepDays: @Sendable ([CarriedDay]) async throws(Problem) -> Void
  /// Removes the figures of days that were carried longer ago than their sources allow, in days by source. Returns when the
  /// next of them expires.
  public var expireDays: @Sendable ([String: Int], _ now: Date) async throws(Problem) -> Date?
  /// The way to a connected app; nil when it is not connected.
  public var port: @Sendable (_ provider: String) -> HealthPort?
  /// Asks for a newer catalogue; nil when there is nowhere to ask.
  public var newCatalogue: (@Sendable () async throws(Problem) -> [UInt8])?
  public var keepCatalogue: @Sendable (ProviderCatalogue) async throws(Problem) -> Void
  /// Tells the system when it should give time for a run.
  public var schedule: @Sendable (Date?) async -> Void
}

extension HealthSyncNeeds {
  /// Keeps everything in the person's store, on this device.
  public init(
    _ store: Store, port: @escaping @Sendable (String) -> HealthPort?,
    newCatalogue: (@Sendable () async throws(Problem) -> [UInt8])? = nil,
    schedule: @escaping @Sendable (Date?) async -> Void = { _ in }
  ) {
    let shelves = SyncShelves(store)
    self.init(
      load: { () throws(Problem) in try await shelves.load() },
      savePlan: { plan throws(Problem) in try await shelves.plans.collection().save(plan, over: .anything) },
      deletePlan: { id throws(Problem) in try await shelves.delete(id) },
      keepRule: { rule throws(Problem) in try await shelves.rules.collection().save(rule, over: .anything) },
      keepHistory: { run throws(Problem) in try await shelves.histories.collection().save(run, over: .anything) },
      keepConflicts: { conflicts throws(Problem) in try await shelves.keep(conflicts) },
      days: { days throws(Problem) in try await shelves.days(days) },
      keepDays: { days throws(Problem) in try await shelves.keep(days) },
      expireDays: { limits, now throws(Problem) in try await shelves.expire(limits, now) }, port: port,
      newCatalogue: newCatalogue,
      keepCatalogue: { catalogue throws(Problem) in
        try await shelves.catalogues.collection().save(KeptCatalogue(catalogue), over: .anything)
      },
      schedule: schedule)
  }
}

/// The last good catalogue from afar.
struct KeptCatalogue: Kept {
  static let collection = "provider_catalogues"

  let catalogue: ProviderCatalogue

  var id: ID<KeptCatalogue> { KeptCatalogue.id }
  var when: Date { Date(timeIntervalSince1970: 0) }
  static var id: ID<KeptCatalogue> { ID(named: "catalogue") }

  init(_ catalogue: ProviderCatalogue) { self.catalogue = catalogue }
}

/// The collections of HealthSync in a person's store.
private struct SyncShelves: Sendable {
  let plans: Shelf<SyncPlan>
  let rules: Shelf<KindRule>
  let conflicts: Shelf<SyncConflict>
  let histories: Shelf<HistoricalRun>
  let carried: Shelf<CarriedDay>
  let catalogues: Shelf<KeptCatalogue>

  init(_ store: Store) {
    plans = Shelf(store, .local)
    rules = Shelf(store, .local)
    conflicts = Shelf(store, .local)
    histories = Shelf(store, .local)
    carried = Shelf(store, .local)
    catalogues = Shelf(store, .local)
  }

  func load() async throws(Problem) -> SyncBook {
    let kept = try await catalogues.collection().record(KeptCatalogue.id)?.catalogue
    let builtIn = ProviderCatalogue.builtIn
    return SyncBook(
      plans: try await plans.collection().records(), rules: try await rules.collection().records(),
      conflicts: try await conflicts.collection().records(newest: 1000),
      history: try await histories.collection().records(newest: 1).first,
      catalogue: kept.flatMap { $0.edition > builtIn.edition ? $0 : nil } ?? builtIn)
  }

  func days(_ days: ClosedRange<CalendarDay>) async throws(Problem) -> [CarriedDay] {
    // The key of a day is its number, so that no zone moves it.
    let first = Date(timeIntervalSince1970: Double(days.lowerBound.number) * 86_400)
    let end = Date(timeIntervalSince1970: Double(days.upperBound.number + 1) * 86_400)
    return try await carried.collection().records(in: first..<end)
  }

  func keep(_ days: [CarriedDay]) async throws(Problem) {
    let all = try await carried.collection()
    try await carried.write { batch throws(Problem) in
      for day in days { try batch.save(day, over: .anything, in: all) }
    }
  }

  func expire(_ limits: [String: Int], _ now: Date) async throws(Problem) -> Date? {
    let all = try await carried.collection()
    var next: Date?
    for opened in try await all.opened() {
      var day = opened.record
      guard let kept = limits[day.source], !day.isEmptied else { continue }
      let end = day.carriedAt.addingTimeInterval(Double(kept) * 86_400)
      guard now >= end else {
        next = min(next ?? end, end)
        continue
      }
      day.expire()
      do throws(Problem) {
        try await all.save(day, over: .version(opened.version))
      } catch  where ["stale", "gone"].contains(error.code) {
        // A run has carried it meanwhile, or its sync was deleted.
      }
    }
    return next
  }

  func keep(_ conflicts: [SyncConflict]) async throws(Problem) {
    let all = try await self.conflicts.collection()
    try await self.conflicts.write { batch throws(Problem) in
      for conflict in conflicts { try batch.save(conflict, over: .anything, in: all) }
    }
  }

  func delete(_ id: ID<SyncPlan>) async throws(Problem) {
    let (all, days, conflicts) =
      (try await plans.collection(), try await carried.collection(), try await conflicts.collection())
    let (carried, found) = (try await days.records(), try await conflicts.records())
    try await plans.write { batch throws(Problem) in
      try batch.delete(id, in: all)
      for day in carried where day.sync == id { try batch.delete(day.id, in: days) }
      for conflict in found where conflict.first == id || conflict.second == id {
        try batch.delete(conflict.id, in: conflicts)
      }
    }
  }
}
