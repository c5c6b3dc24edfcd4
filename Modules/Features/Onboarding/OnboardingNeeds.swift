internal import FoundationEssentials
public import Kernel
public import Permissions
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
    let shared = Shelf<OnboardingProgress>(store, .owned(.done))
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
      changes: { isShared ? OnboardingNeeds.changes(of: shared) : AsyncStream { nil } }, permissions: permissions)
  }

  /// Returns all changes of the collection until the store is closed or the consumer ends.
  private static func changes(of shelf: Shelf<OnboardingProgress>) -> AsyncStream<Heard<OnboardingProgress>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Heard<OnboardingProgress>.self)
    let following = Task {
      do throws(Problem) {
        let collection = try await shelf.collection()
        var seen = Revision(0)
        for await _ in collection.revision.changes() {
          seen = try await OnboardingNeeds.catchUp(collection, from: seen) { continuation.yield($0) }
        }
      } catch {
        // The store is closed; saving into it throws.
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in following.cancel() }
    return stream
  }

  private static func catchUp(
    _ collection: Storage.Collection<OnboardingProgress>, from start: Revision,
    tell: (Heard<OnboardingProgress>) -> Void
  ) async throws(Problem) -> Revision {
    var seen = start
    while true {
      switch try await collection.changes(since: seen) {
      case .anew(let revision):
        tell(Heard(missed: 1))
        return revision
      case .since(let saved, let deleted, let revision, let more):
        for id in saved {
          guard let record = try await collection.record(id) else { continue }
          tell(Heard(record))
        }
        if !deleted.isEmpty { tell(Heard(missed: deleted.count)) }
        seen = revision
        if !more { return seen }
      }
    }
  }
}
