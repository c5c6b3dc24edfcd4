internal import FoundationEssentials
public import Kernel
public import Storage

/// What the world must do for it.
public struct OnboardingNeeds: Sendable {
  /// Nil for a person who has never been here.
  public var load: @Sendable () async throws(Problem) -> KeptOnboarding?
  public var keep: @Sendable (KeptOnboarding) async throws(Problem) -> Void

  public init(
    load: @escaping @Sendable () async throws(Problem) -> KeptOnboarding?,
    keep: @escaping @Sendable (KeptOnboarding) async throws(Problem) -> Void
  ) {
    self.load = load
    self.keep = keep
  }

  /// It lies in the person's store and stays on the device.
  public init(_ store: Store) {
    let shelf = Shelf<KeptOnboarding>(store, .local)
    self.init(
      load: { () throws(Problem) in try await shelf.collection().record(ID(named: "onboarding")) },
      keep: { kept throws(Problem) in try await shelf.collection().save(kept, over: .anything) })
  }
}
