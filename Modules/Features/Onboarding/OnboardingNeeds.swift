internal import FoundationEssentials
public import Kernel
public import Storage

/// The dependencies of onboarding.
public struct OnboardingNeeds: Sendable {
  /// The stored progress; nil for a new person.
  public var load: @Sendable () async throws(Problem) -> KeptOnboarding?
  public var keep: @Sendable (KeptOnboarding) async throws(Problem) -> Void
}

extension OnboardingNeeds {
  /// Stores the progress in the person's store; it stays on the device.
  public init(_ store: Store) {
    let shelf = Shelf<KeptOnboarding>(store, .local)
    self.init(
      load: { () throws(Problem) in try await shelf.collection().record(ID(named: "onboarding")) },
      keep: { kept throws(Problem) in try await shelf.collection().save(kept, over: .anything) })
  }
}
