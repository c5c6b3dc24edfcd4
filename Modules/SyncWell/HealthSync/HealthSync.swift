internal import Carrying
internal import HealthProviders
public import Kernel
internal import Platform

/// The syncs of a person, for all of that person's windows.
public actor HealthSync: Feature {
  public let core: Core<HealthSyncState>
  public nonisolated let states: Current<HealthSyncState>
  public nonisolated let events: Broadcast<HealthSyncEvent>
  private let needs: HealthSyncNeeds
  private let runner: SyncRunner
  private let context: FeatureContext
  private let log: Log

  public init(on context: FeatureContext, needs: HealthSyncNeeds) {
    let core = Core(HealthSyncState(), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    self.context = context
    let time = context.time
    runner = SyncRunner(needs: needs, identifiers: context.identifiers) { time.now().date }
    log = context.log.from("HealthSync")
  }

  /// Failures are logged by code alone: neither an amount nor the name of an app reaches a log.
  public func perform(_ effect: HealthSyncEffect) async -> HealthSyncAction? {
    do throws(Problem) {
      return try await carryOut(effect)
    } catch {
      log.info("A request about the syncs failed (\(code: error)).")
      switch effect {
      case .load: return .notLoaded(error)
      case .renewCatalogue: return .noCatalogue
      case .run(let order): return .notRan(order.plan.id, error)
      case .preview(_, let window), .compare(_, let window), .trace(_, _, _, let window):
        return .notPreviewed(error, in: window)
      case .runHistory: return .notHistoryRan(error)
      case .settle(let conflict, _, let window): return .notSettled(conflict.id, error, in: window)
      default: return .notSaved(error)
      }
    }
  }

  private func carryOut(_ effect: HealthSyncEffect) async throws(Problem) -> HealthSyncAction? {
    switch effect {
    case .load: return .loaded(try await needs.load())
    case .renewCatalogue: return try await renewCatalogue()
    case .save(let plan): try await needs.savePlan(plan)
    case .delete(let id): try await needs.deletePlan(id)
    case .create(let kinds, let source, let destination, let date, let window):
      let plan = SyncPlan(id: context.identifiers.next(), kinds, from: source, to: destination, at: date)
      try await needs.savePlan(plan)
      return .created(plan, in: window)
    case .setRule(let former, let destination, let kind, let choice, let preferred, let wait, let date):
      var rule =
        former
        ?? KindRule(id: context.identifiers.next(), destination: destination, kind: kind, choice: choice, at: date)
      (rule.choice, rule.preferred, rule.waitMinutes) = (choice, preferred, wait)
      try await needs.keepRule(rule)
      return .ruleSet(rule)
    case .beginHistory(let first, let last, let date):
      let run = HistoricalRun(id: context.identifiers.next(), from: first, to: last, at: date)
      try await needs.keepHistory(run)
      return .historyBegan(run)
    case .keepHistory(let run): try await needs.keepHistory(run)
    case .keepConflicts(let conflicts): try await needs.keepConflicts(conflicts)
    case .expireDays(let limits, let date): return .daysExpired(next: try await needs.expireDays(limits, date))
    case .run(let order): return .ran(order.plan.id, try await runner.run(order))
    case .preview(let order, let window): return .previewed(try await runner.run(order, isDry: true), in: window)
    case .compare(let order, let window): return .compared(try await runner.compare(order), in: window)
    case .trace(let order, let kind, let day, let window):
      return .traced(try await runner.trace(order, kind, day), in: window)
    case .runHistory(let day, let orders):
      var report = RunReport(at: context.time.now().date)
      for order in orders {
        let one = try await runner.run(order)
        report.lines += one.lines
        report.conflicts += one.conflicts
        report.waiting.merge(one.waiting) { _, newer in newer }
      }
      return .historyRan(day, report)
    case .settle(let conflict, let settlement, let window):
      return .settled(try await runner.settle(conflict, settlement), in: window)
    case .schedule(let date): await needs.schedule(date)
    case .awaitDue, .awaitExpiry, .awaitHistory, .awaitMinute, .listen, .awaitQuiet: break
    }
    return nil
  }

  private func renewCatalogue() async throws(Problem) -> HealthSyncAction? {
    guard let ask = needs.newCatalogue else { return nil }
    let catalogue = try ProviderCatalogue(await ask())
    try await needs.keepCatalogue(catalogue)
    return .catalogue(catalogue)
  }

  public func follow(_ effect: HealthSyncEffect) -> any Following<HealthSyncAction> {
    switch effect {
    case .awaitDue(let date): context.time.alarm(at: date).map { ring in ring.map { _ in .due } }
    case .awaitExpiry(let date): context.time.alarm(at: date).map { ring in ring.map { _ in .expiryDue } }
    case .awaitQuiet(let date): context.time.alarm(at: date).map { ring in ring.map { _ in .quiet } }
    case .listen(let source, let kinds):
      (needs.port(source)?.changes?(kinds) ?? AsyncStream { nil }).map { change in
        change.map({ .sourceChanged(source, $0) }, missed: { _ in .sourceChanged(source, nil) })
      }
    case .awaitHistory(let date):
      context.time.alarm(at: date).map { ring in ring.map { _ in .historyDue } }
    case .awaitMinute(let date): context.time.alarm(at: date).map { ring in ring.map { _ in .minutePassed } }
    default: AsyncStream { nil }
    }
  }
}
