internal import Days
internal import Forms
internal import Insights
public import Kernel
internal import Measures
internal import Platform

/// A person's scores, goals and insights, for all of that person's windows.
public actor Progress: Feature {
  public let core: Core<ProgressState>
  public nonisolated let states: Current<ProgressState>
  public nonisolated let events: Broadcast<ProgressEvent>
  private let needs: ProgressNeeds
  nonisolated let weigh: ProgressNeeds.Weighing
  private let context: FeatureContext
  private let log: Log
  /// The current or last analysis. Its lane cancels it.
  private var looking: Task<KeptRun?, Never>?

  public init(on context: FeatureContext, needs: ProgressNeeds) {
    let core = Core(ProgressState(examines: needs.examines), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    weigh = needs.weigh
    self.context = context
    log = context.log.from("Progress")
  }

  public func perform(_ effect: ProgressEffect) async -> ProgressAction? {
    if case .form(let effect) = effect { return await needs.drafts.carryOut(effect, log).map { .form($0) } }
    do throws(Problem) {
      return try await carryOut(effect)
    } catch {
      log.warning("An operation of progress failed (\(code: error)).")
      return answer(to: effect, error)
    }
  }

  private func carryOut(_ effect: ProgressEffect) async throws(Problem) -> ProgressAction? {
    switch effect {
    case .recall: return .recalled(try await needs.recall())
    case .readGoals: return .read(try await needs.goals())
    case .score(let table, let day): return .scored(await needs.weigh.standing(table, on: day))
    case .trace(let table, let day, let days): return .traced(await needs.weigh.trace(table, to: day, days: days))
    case .look(let table, let own, let day, let known): return await look(table, own, day, known)
    case .keepRun(let run): try await needs.keepRun(run)
    case .keepRegard(let regard, _): try await needs.keepRegard(regard)
    case .keepAchievements(let achievements): try await needs.keepAchievements(achievements)
    case .keepProgress(let progress): try await needs.keepProgress(progress)
    case .save(let order): return .saved(order, try await needs.save(order, order.id ?? context.identifiers.next()))
    case .delete(let kept, let window):
      try await needs.delete(kept)
      return .deleted(kept, in: window)
    case .restore(let kept, let window): return .restored(try await needs.restore(kept), in: window)
    case .listen, .awaitUndo, .awaitDay, .form: break
    }
    return nil
  }

  /// Analyses the days. It may take long, so screens are shown before the findings are there.
  private func look(
    _ table: DayTable, _ own: [OwnSeries], _ day: CalendarDay, _ known: String?
  ) async -> ProgressAction {
    let (needs, time, before) = (needs, context.time, looking)
    let task = Task {
      // Waits for an earlier analysis, which cannot be stopped half way, so that two never run at once.
      _ = await before?.value
      return Task.isCancelled ? nil : await Progress.looked(table, own, day, known, needs, time)
    }
    looking = task
    let kept = await Receipt.aside {
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }
    return .looked(kept)
  }

  @concurrent private static func looked(
    _ table: DayTable, _ own: [OwnSeries], _ day: CalendarDay, _ known: String?, _ needs: ProgressNeeds, _ time: Time
  ) async -> KeptRun? {
    let table = table.without(await needs.withheld())
    let digest = await DaysDigest.of(table, own)
    if digest == known { return nil }
    return KeptRun(await needs.insights(table, own, day), digest: digest, at: time.now().date)
  }

  private func answer(to effect: ProgressEffect, _ problem: Problem) -> ProgressAction? {
    switch effect {
    case .recall: .recalled(Memory())
    case .readGoals: .notRead(problem)
    case .keepRegard(_, let window): .notKept(problem, in: window)
    case .save(let order): .notSaved(order, problem)
    case .delete(_, let window): .notDeleted(problem, in: window)
    case .restore(let kept, let window):
      .notRestored(ProgressWindowState.Removed.goal(kept).undoKey, problem, in: window)
    case .score, .trace, .look, .keepRun, .keepAchievements, .keepProgress, .form, .listen, .awaitUndo, .awaitDay:
      nil
    }
  }

  public func follow(_ effect: ProgressEffect) -> any Following<ProgressAction> {
    switch effect {
    case .listen: return needs.changes().map { $0.map({ .changed }, missed: { _ in .changed }) }
    case .awaitUndo(let key, let until, let window):
      return context.time.alarm(at: until).map { $0.map { _ in .undoEnds(key, in: window) } }
    case .awaitDay(let date): return context.time.alarm(at: date).map { $0.map { _ in .dayTurned } }
    default: return AsyncStream { nil }
    }
  }
}
