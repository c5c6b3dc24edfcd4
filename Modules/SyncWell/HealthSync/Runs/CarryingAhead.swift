public import Carrying
public import Days
public import HealthProviders
public import Kernel
public import Platform

extension HealthSyncNeeds {
  /// Needs for `carry` alone, which keep what was carried elsewhere than in a store.
  public init(
    days: @escaping @Sendable (ClosedRange<CalendarDay>) async throws(Problem) -> [CarriedDay],
    keepDays: @escaping @Sendable ([CarriedDay]) async throws(Problem) -> Void,
    port: @escaping @Sendable (String) -> HealthPort?
  ) {
    self.init(
      load: { () throws(Problem) in SyncBook() }, savePlan: { _ throws(Problem) in },
      deletePlan: { _ throws(Problem) in }, keepRule: { _ throws(Problem) in }, keepHistory: { _ throws(Problem) in },
      keepConflicts: { _ throws(Problem) in }, days: days, keepDays: keepDays,
      expireDays: { _, _ throws(Problem) in nil }, port: port, newCatalogue: nil,
      keepCatalogue: { _ throws(Problem) in }, schedule: { _ in })
  }

  /// Carries days of a sync as its runs do, without the feature, for demonstrations and measurements. Days and conflicts are
  /// handed to `keepDays` and returned in the report; the sync itself is not changed.
  public func carry(
    _ plan: SyncPlan, _ days: ClosedRange<CalendarDay>, in zone: TimeZone, rules: [KindRule] = [],
    conflicts: [SyncConflict] = [], rivals: [SyncPlan] = [], catalogue: ProviderCatalogue = .builtIn,
    identifiers: Identifiers, at now: Date,
    isDry: Bool = false
  ) async throws(Problem) -> RunReport {
    let order = RunOrder(
      plan: plan, days: days, zone: zone, trigger: .history, rules: rules, conflicts: conflicts, catalogue: catalogue,
      rivals: rivals)
    return try await SyncRunner(needs: self, identifiers: identifiers) { now }.run(order, isDry: isDry)
  }

  /// Compares both ends of a sync over some days, as its page does, without the feature.
  public func compare(
    _ plan: SyncPlan, _ days: ClosedRange<CalendarDay>, in zone: TimeZone, rules: [KindRule] = [],
    catalogue: ProviderCatalogue = .builtIn, identifiers: Identifiers, at now: Date
  ) async throws(Problem) -> [ComparedDay] {
    let order = RunOrder(
      plan: plan, days: days, zone: zone, trigger: .manual, rules: rules, conflicts: [], catalogue: catalogue)
    return try await SyncRunner(needs: self, identifiers: identifiers) { now }.compare(order)
  }
}
