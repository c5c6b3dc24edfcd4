public import Kernel

/// Deleting the account of this profile, for all windows of one person.
public actor AccountDeletion: Feature {
  public let core: Core<AccountDeletionState>
  public nonisolated let states: Current<AccountDeletionState>
  public nonisolated let events: Broadcast<AccountDeletionEvent>
  private let needs: AccountDeletionNeeds
  private let time: Time
  private let log: Log

  public init(_ plan: DeletionPlan, on context: FeatureContext, needs: AccountDeletionNeeds) {
    let core = Core(AccountDeletionState(plan), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    time = context.time
    log = context.log.from("AccountDeletion")
  }

  public func perform(_ effect: AccountDeletionEffect) async -> AccountDeletionAction? {
    do throws(Problem) {
      switch effect {
      case .load: return .loaded(try await needs.load())
      case .look: return .looked(try await needs.look())
      case .request(let password, let window): return .requested(try await needs.request(password), in: window)
      case .cancel(let window):
        try await needs.cancel()
        return .cancelled(in: window)
      case .collect(let erasure): return try await collect(erasure)
      case .save(let document, let window):
        try await needs.save(document, window)
        return nil
      case .keep(let kept):
        try await needs.keep(kept)
        return nil
      case .wait: return nil
      }
    } catch {
      log.info("A step of deleting the account failed (\(code: error)).")
      return effect.failed(error)
    }
  }

  public func follow(_ effect: AccountDeletionEffect) -> any Following<AccountDeletionAction> {
    guard case .wait(let date) = effect else { return AsyncStream { nil } }
    return time.alarm(at: date).map { heard in heard.map { _ in .due } }
  }

  /// Keeps the certificate before and after the account's data are removed: removing takes everything that belongs to the
  /// account, and a process that ends in between loses nothing.
  private func collect(_ erasure: ScheduledErasure?) async throws(Problem) -> AccountDeletionAction {
    let document: ErasureDocument
    switch try await needs.certificate(erasure?.receipt) {
    case .none: return .notErased
    case .underWay: return .notCollected
    case .erased(let erased): document = erased
    }
    try await needs.keep(.erased(document))
    try await needs.clear()
    try await needs.keep(.erased(document))
    return .erased(document)
  }
}

extension AccountDeletionEffect {
  /// The result of an effect that has failed.
  fileprivate func failed(_ problem: Problem) -> AccountDeletionAction {
    switch self {
    case .load: .loaded(nil)
    case .request(_, let window): .notRequested(problem, in: window)
    case .cancel(let window): .notCancelled(problem, in: window)
    case .collect: .notCollected
    case .save(_, let window): .notSaved(problem, in: window)
    case .look, .keep, .wait: .failed
    }
  }
}
