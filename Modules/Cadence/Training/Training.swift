internal import Forms
internal import Interface
public import Kernel
internal import Storage
internal import TrainingPlan

/// The training plans and runs of a person, for all of that person's windows.
public actor Training: Feature {
  public let core: Core<TrainingState>
  public nonisolated let states: Current<TrainingState>
  public nonisolated let events: Broadcast<TrainingEvent>
  private let needs: TrainingNeeds
  private let context: FeatureContext
  private let log: Log

  public init(on context: FeatureContext, needs: TrainingNeeds) {
    let core = Core(TrainingState(), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    self.context = context
    log = context.log.from("Training")
  }

  /// Failures are logged by code alone: nothing about a runner reaches a log.
  public func perform(_ effect: TrainingEffect) async -> TrainingAction? {
    if case .form(let effect) = effect { return await needs.drafts.carryOut(effect, log).map { .form($0) } }
    do throws(Problem) { return try await carryOut(effect) } catch {
      log.warning("An operation of the training failed (\(code: error)).")
      return await answer(to: effect, error)
    }
  }

  private func carryOut(_ effect: TrainingEffect) async throws(Problem) -> TrainingAction? {
    switch effect {
    case .read: return .read(try await needs.read())
    case .propose(let runner, let draft, let window):
      let plan = KeptPlan(
        id: context.identifiers.next(), status: .proposed, for: runner, madeAt: context.time.now().date)
      return .proposed(try await needs.propose(plan, draft), in: window)
    case .proposeChange(let kept, let change):
      let plan = kept.continued(
        id: context.identifiers.next(), with: change, madeAt: context.time.now().date)
      return .proposed(try await needs.propose(plan, nil), in: nil)
    case .decide(let orders, let deleting, let said, let window):
      try await needs.decide(orders, deleting)
      return .decided(try await needs.read(), said: said, in: window)
    case .saveRun(let order): return .runSaved(order, try await save(order))
    case .keepWarning(let warning):
      try await needs.keepWarning(warning)
      return nil
    case .deleteRun(let run, let window):
      try await needs.deleteRun(run)
      return .runDeleted(run, in: window)
    case .restoreRun(let run, let window):
      _ = try await needs.saveRun(run, .nothing, nil)
      return .runRestored(in: window)
    case .handOut(let file, let window):
      try await needs.handOut(file, window) { [weak self] outcome in
        await self?.send(.handedOut(outcome, in: window))
      }
      return nil
    case .listen, .form: return nil
    }
  }

  private func save(_ order: DoneRunOrder) async throws(Problem) -> Opened<RunDone> {
    let id = order.version == nil ? context.identifiers.next() : order.values.id ?? context.identifiers.next()
    return try await needs.saveRun(
      order.values.run(id), order.version.map { .version($0) } ?? .nothing, order.draft)
  }

  private func answer(to effect: TrainingEffect, _ problem: Problem) async -> TrainingAction? {
    switch effect {
    case .read: return .notRead(problem)
    case .saveRun(let order):
      guard ["stale", "gone"].contains(problem.code), let id = order.values.id else {
        return .runNotSaved(order, problem)
      }
      do throws(Problem) { return .runOutrun(order, newer: try await needs.run(id)) } catch {
        return .runNotSaved(order, error)
      }
    case .propose(_, _, let window): return .failed(problem, in: window)
    case .decide(_, _, _, let window), .deleteRun(_, let window), .restoreRun(_, let window):
      return .failed(problem, in: window)
    case .handOut(_, let window): return .handedOut(.failed(problem), in: window)
    case .proposeChange: return .failed(problem, in: nil)
    case .listen, .form, .keepWarning: return nil
    }
  }

  public func follow(_ effect: TrainingEffect) -> any Following<TrainingAction> {
    switch effect {
    case .listen: needs.changes().map { $0.map({ .changed }, missed: { _ in .changed }) }
    default: AsyncStream { nil }
    }
  }
}
