public import Kernel
public import Permissions
internal import Platform
public import Storage

/// The dependencies of onboarding.
public struct OnboardingNeeds: Sendable {
  /// The stored progress of this device; nil for a new person.
  public var load: @Sendable () async throws(Problem) -> KeptOnboarding?
  public var keep: @Sendable (KeptOnboarding) async throws(Problem) -> Void
  /// The progress of all of the person's devices.
  public var progress: @Sendable () async throws(Problem) -> [OnboardingProgress]
  /// Saves a step's progress unless what is stored is further.
  public var share: @Sendable (OnboardingProgress) async throws(Problem) -> Void
  /// Changes of the shared progress, by this device and others.
  public var changes: @Sendable () -> AsyncStream<Heard<OnboardingProgress>>
  public var permissions: PermissionPort
}

extension OnboardingNeeds {
  /// Stores the progress in the person's store. With `isShared` it goes with the account; otherwise it stays on the
  /// device.
  public init(_ store: Store, isShared: Bool = false, permissions: PermissionPort = .none) {
    let shelf = Shelf<KeptOnboarding>(store, .local)
    let shared = Shelf<OnboardingProgress>(store, .owned(.background))
    self.init(
      load: { () throws(Problem) in try await shelf.collection().record(ID(named: "onboarding")) },
      keep: { kept throws(Problem) in try await shelf.collection().save(kept, over: .anything) },
      progress: { () throws(Problem) in isShared ? try await shared.collection().records() : [] },
      share: { progress throws(Problem) in
        guard isShared else { return }
        let collection = try await shared.collection()
        if let stored = try await collection.record(progress.id), progress.isBehind(stored) { return }
        try await collection.save(progress, over: .anything)
      },
      changes: { isShared ? shared.saves { $0.record } : AsyncStream { nil } }, permissions: permissions)
  }
}
