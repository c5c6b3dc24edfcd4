internal import Carrying
internal import ConnectedApps
internal import Days
internal import HealthProviders
internal import HealthSync
internal import Kernel
internal import Platform
internal import Shell
internal import Storage

extension Demonstration {
  static let syncwell = Demonstration(
    fill: { store, moment throws(Problem) in try await SyncWellDemonstration(store).fill(to: moment) },
    isThere: { store throws(Problem) in try await SyncWellDemonstration.mark(in: store) != nil },
    remove: { store throws(Problem) in try await SyncWellDemonstration(store).remove() })
}

/// A fictional person with five apps, 400 days of measurements and a sync in each state, to see the product before using it.
/// All of it can be removed.
struct SyncWellDemonstration: Sendable {
  static let days = 400
  /// The age of the syncs in days. What was before is the matter of the historical sync.
  static let age = 240
  /// Days of the historical sync that are done.
  static let done = 30

  private let shelves: DemonstratedShelves

  init(_ store: Store) async throws(Problem) { shelves = try await DemonstratedShelves(store) }

  static func mark(in store: Store) async throws(Problem) -> SyncWellDemonstrationMark? {
    try await store.collection(SyncWellDemonstrationMark.self, .local).record(SyncWellDemonstrationMark.id)
  }

  // MARK: Filling

  /// Adds the person. A second call changes nothing: the apps measure on by themselves, and the syncs run.
  func fill(to moment: Moment) async throws(Problem) {
    if let known = try await shelves.marks.record(SyncWellDemonstrationMark.id) {
      if known.isWhole { return }
      // What was interrupted begins anew.
      try await remove()
    }
    let (own, connected) = (try await shelves.plans.count(), try await shelves.accounts.count())
    guard own == 0, connected == 0 else {
      throw Problem(
        "has-syncs", "This profile has apps and syncs of its own, which made-up measurements must not reach.",
        safe: "Nothing was changed.", remedy: "Open a profile of its own for the demonstration.")
    }
    var mark = SyncWellDemonstrationMark(made: moment.day, zone: moment.zone.identifier)
    let plan = DemonstratedSyncs(mark, at: moment)
    let carried = try await plan.carried()
    // Saved first, so that an interrupted fill can be removed.
    try await shelves.marks.save(mark, over: .anything)
    try await shelves.save(plan, carried)
    // Only now: an open person reads everything when a whole mark is there.
    mark.isWhole = true
    try await shelves.marks.save(mark, over: .anything)
  }

  // MARK: Removing

  /// Removes the made-up apps with every sync, since a sync goes between such apps only while they are there.
  func remove() async throws(Problem) {
    guard try await shelves.marks.record(SyncWellDemonstrationMark.id) != nil else { return }
    try await shelves.empty()
    // Deleted last, so that an interrupted removal can be resumed.
    try await shelves.marks.delete(SyncWellDemonstrationMark.id)
  }
}

/// Records that a store contains the demonstration, since which day, and in which zone its days are. It stays on the device.
struct SyncWellDemonstrationMark: Kept {
  static let collection = "syncwell_demonstration"

  let made: CalendarDay
  let zone: String
  /// Whether everything was added.
  var isWhole = false

  var id: ID<SyncWellDemonstrationMark> { SyncWellDemonstrationMark.id }
  var when: Date { Date(timeIntervalSince1970: 0) }
  var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }

  static var id: ID<SyncWellDemonstrationMark> { ID(named: "mark") }

  private enum CodingKeys: String, CodingKey {
    case made, zone
    case isWhole = "is_whole"
  }
}

/// The collections that hold the demonstration.
private struct DemonstratedShelves: Sendable {
  let store: Store
  let marks: Collection<SyncWellDemonstrationMark>
  let records: Collection<DemonstratedRecord>
  let accounts: Collection<AppAccount>
  let plans: Collection<SyncPlan>
  let days: Collection<CarriedDay>
  let conflicts: Collection<SyncConflict>
  let rules: Collection<KindRule>
  let histories: Collection<HistoricalRun>

  init(_ store: Store) async throws(Problem) {
    self.store = store
    marks = try await store.collection(SyncWellDemonstrationMark.self, .local)
    records = try await store.collection(DemonstratedRecord.self, .local)
    accounts = try await store.collection(AppAccount.self, .local)
    plans = try await store.collection(SyncPlan.self, .local)
    days = try await store.collection(CarriedDay.self, .local)
    conflicts = try await store.collection(SyncConflict.self, .local)
    rules = try await store.collection(KindRule.self, .local)
    histories = try await store.collection(HistoricalRun.self, .local)
  }

  func save(_ plan: DemonstratedSyncs, _ carried: DemonstratedSyncs.Carried) async throws(Problem) {
    _ = try await store.write { batch throws(Problem) in
      for account in plan.accounts { try batch.save(account, over: .anything, in: accounts) }
      for one in plan.plans { try batch.save(one, over: .anything, in: plans) }
      for day in carried.days { try batch.save(day, over: .anything, in: days) }
      for record in carried.records { try batch.save(record, over: .anything, in: records) }
      for conflict in carried.conflicts { try batch.save(conflict, over: .anything, in: conflicts) }
      try batch.save(carried.history, over: .anything, in: histories)
    }
  }

  /// Deletes everything in it but the mark.
  func empty() async throws(Problem) {
    let (accounts, plans, days) = (
      try await self.accounts.records(), try await self.plans.records(), try await self.days.records()
    )
    let (conflicts, rules, histories, records) = (
      try await self.conflicts.records(), try await self.rules.records(), try await self.histories.records(),
      try await self.records.records()
    )
    _ = try await store.write { batch throws(Problem) in
      for one in accounts { try batch.delete(one.id, in: self.accounts) }
      for one in plans { try batch.delete(one.id, in: self.plans) }
      for one in days { try batch.delete(one.id, in: self.days) }
      for one in conflicts { try batch.delete(one.id, in: self.conflicts) }
      for one in rules { try batch.delete(one.id, in: self.rules) }
      for one in histories { try batch.delete(one.id, in: self.histories) }
    }
    var rest = records[...]
    while !rest.isEmpty {
      let page = rest.prefix(10_000)
      rest = rest.dropFirst(10_000)
      _ = try await store.write { batch throws(Problem) in
        for one in page { try batch.delete(one.id, in: self.records) }
      }
    }
  }
}
