public import Carrying
public import HealthProviders
internal import Kernel
internal import Samples

/// Everything that is stored about syncs, but for what was carried.
public struct SyncBook: Sendable, Equatable {
  /// In order of creation.
  public var plans: [SyncPlan]
  public var rules: [KindRule]
  /// The newest first.
  public var conflicts: [SyncConflict]
  public var history: HistoricalRun?
  public var catalogue: ProviderCatalogue

  public init(
    plans: [SyncPlan] = [], rules: [KindRule] = [], conflicts: [SyncConflict] = [], history: HistoricalRun? = nil,
    catalogue: ProviderCatalogue = .builtIn
  ) {
    self.plans = plans.sorted { ($0.createdAt, $0.id.description) < ($1.createdAt, $1.id.description) }
    self.rules = rules
    self.conflicts = conflicts
    self.history = history
    self.catalogue = catalogue
  }

  func plan(_ id: ID<SyncPlan>) -> SyncPlan? { plans.first { $0.id == id } }
  func conflict(_ id: ID<SyncConflict>) -> SyncConflict? { conflicts.first { $0.id == id } }

  func openConflicts(of plan: ID<SyncPlan>) -> [SyncConflict] {
    conflicts.filter { $0.isOpen && ($0.first == plan || $0.second == plan) }
  }

  /// The syncs from other apps that carry workouts to the same destination, of those that may run.
  public func rivals(of plan: SyncPlan, where isOpen: (SyncPlan) -> Bool) -> [SyncPlan] {
    plans.filter { other in
      other.destination == plan.destination && other.source != plan.source && other.kinds.contains(.workout)
        && !other.isPaused && other.failure?.needsPerson != true && isOpen(other)
    }
  }

  /// The rule for workouts at a destination.
  func workoutRule(at destination: String) -> KindRule? {
    rules.first { $0.destination == destination && $0.kind == .workout }
  }

  mutating func update(_ plan: SyncPlan) {
    if let index = plans.firstIndex(where: { $0.id == plan.id }) { plans[index] = plan } else { plans.append(plan) }
  }

  mutating func update(_ conflict: SyncConflict) {
    if let index = conflicts.firstIndex(where: { $0.id == conflict.id }) { conflicts[index] = conflict }
  }
}
