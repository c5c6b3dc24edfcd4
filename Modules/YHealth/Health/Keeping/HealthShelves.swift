internal import Days
internal import Kernel
internal import Measures
internal import Platform
internal import Storage

/// The collections of the log in a person's store.
struct HealthShelves: Sendable {
  let entries: [LogKind: LogShelf]
  let habits: Shelf<Habit>
  let habitEntries: Shelf<HabitEntry>
  let devices: Shelf<DeviceDay>
  let drafts: Shelf<KeptDraft>
  let summaries: Shelf<DaySummary>
  let days: Shelf<KeptDay>
  let changed: [CollectionChanges]
  let places = Locked(RecordInstants())
  /// The imports that the person prefers, the most preferred first.
  let preference: @Sendable () -> [String]

  init(
    _ store: Store, caching budget: Budget, preferring preference: @escaping @Sendable () -> [String] = { [] }
  ) {
    self.preference = preference
    let drafts = Shelf<KeptDraft>(store, .local)
    let entries = LogKind.allCases.map { LogShelf($0, store, drafts: drafts) }
    self.drafts = drafts
    self.entries = Dictionary(entries.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })
    habits = Shelf(store, .owned(.entered))
    habitEntries = Shelf(store, .owned(.entered))
    devices = Shelf(store, .owned(.rest))
    summaries = Shelf(store, .cached(budget, window: .seconds(7 * 86_400)))
    days = Shelf(store, .cached(budget, window: .seconds((KeptDay.most + 30) * 86_400)))
    changed =
      entries.map(\.changed) + [CollectionChanges(habits), CollectionChanges(habitEntries), CollectionChanges(devices)]
  }

  func shelf(_ kind: LogKind) throws(Problem) -> LogShelf {
    guard let shelf = entries[kind] else {
      throw Problem(
        "no-such-kind", "This cannot be logged.", safe: "Nothing was changed.", remedy: "Log something else.")
    }
    return shelf
  }

  // MARK: Entries

  func read(_ newest: Int) async throws(Problem) -> [KeptEntry] {
    var all: [KeptEntry] = []
    for kind in LogKind.allCases { all += try await shelf(kind).newest(newest) }
    return all.sorted(by: KeptEntry.isNewer)
  }

  func entry(_ name: EntryName) async throws(Problem) -> KeptEntry? { try await shelf(name.kind).entry(name.id) }

  // MARK: Changes

  func marks() async throws(Problem) -> LogMarks {
    var revisions: [String: Revision] = [:]
    for one in changed { revisions[one.collection] = try await one.revision() }
    return LogMarks(revisions)
  }

  /// Reports only that something changed; a slow reader catches up with one read.
  func changes() -> AsyncStream<Heard<Void>> {
    .relaying(keeping: .bufferingNewest(1)) { tell in
      await withTaskGroup { group in
        for one in changed { group.addTask { await one.follow { tell(Heard(())) } } }
      }
    }
  }
}

/// The instant of each record when the days were summed, so that a moved or deleted record is removed from its former
/// day.
struct RecordInstants {
  private var when: [UUID: Date] = [:]
  /// Instants on the later days of the few entries that go past midnight.
  private var later: [UUID: [Date]] = [:]
  /// Former instants of records moved since the last answer. That answer may be dropped, and then the next one includes
  /// them, too.
  private var owed: Set<Date> = []
  private var answered: LogMarks?

  mutating func put(_ id: UUID, at now: Date?, _ later: [Date] = []) {
    when[id] = now
    self.later[id] = later.isEmpty ? nil : later
  }

  /// A request from where the last answer ended confirms it.
  mutating func ask(since marks: LogMarks) { if marks == answered { owed = [] } }

  mutating func move(_ id: UUID, to now: Date?, _ later: [Date] = []) {
    owed.formUnion([when[id], now].compactMap(\.self) + (self.later[id] ?? []) + later)
    put(id, at: now, later)
  }

  mutating func answer(_ marks: LogMarks) -> Set<Date> {
    answered = marks
    return owed
  }
}
