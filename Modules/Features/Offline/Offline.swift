public import Kernel

/// Sync between the device and the server, for all windows of one person.
public actor Offline: Feature {
  public let core: Core<OfflineState>
  public nonisolated let states: Current<OfflineState>
  public nonisolated let events: Broadcast<OfflineEvent>
  private let needs: OfflineNeeds
  private let time: Time
  private let log: Log

  public init(_ state: OfflineState, on context: FeatureContext, needs: OfflineNeeds) {
    let core = Core(state, on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    time = context.time
    log = context.log.from("Offline")
  }

  public func perform(_ effect: OfflineEffect) async -> OfflineAction? {
    let disk = needs.disk
    do throws(Problem) {
      switch effect {
      case .disk(let order): return await disk.perform(order).map { .disk($0) }
      case .look(let pages, let changes, let turn): return .looked(try await disk.queue(pages, changes), turn: turn)
      case .remember: return .remembered(try await disk.losers())
      case .measure: return .measured(try await disk.use())
      case .tidy:
        try await disk.tidy()
        return .measured(try await disk.use())
      case .readSynced: return .synced(try await disk.lastSynced())
      case .keepSynced(let date):
        try await disk.keepSynced(date)
        return nil
      case .work(let work, let window): return await carryOut(work, in: window)
      case .push(let push): return .pushed(await needs.push(push))
      case .pull(let pull): return .pulled(await needs.pull(pull))
      case .network, .hints, .queue, .days, .reductions, .wake, .stay: return nil
      }
    } catch {
      log.warning("The disk did not do what it was asked (\(code: error)).")
      return .failed(error)
    }
  }

  private func carryOut(_ work: Work, in window: WindowID) async -> OfflineAction {
    do throws(Problem) {
      try await needs.disk.work(work)
      return .worked(work, in: window, nil)
    } catch {
      log.warning("What a person asked of the queue was not done (\(code: error)).")
      return .worked(work, in: window, error)
    }
  }

  public func follow(_ effect: OfflineEffect) -> any Following<OfflineAction> {
    let needs = needs
    switch effect {
    case .network: return needs.network().map { heard in heard.map { .network($0) } }
    case .hints(let owner):
      // Missed hints are replaced by a single one.
      return needs.hints(owner).map { heard in heard.map({ .hint($0) }, missed: { _ in .hint(.changed) }) }
    case .queue: return needs.disk.changes().map { heard in heard.map({ _ in .queued }, missed: { _ in .queued }) }
    case .days: return time.ticks(every: .seconds(86_400)).map { heard in heard.map { _ in .newDay } }
    case .reductions: return needs.disk.reductions().map { heard in heard.map { .reduced($0) } }
    case .wake(let date): return time.alarm(at: date).map { heard in heard.map { _ in .woke } }
    case .stay: return Offline.staying(needs.background)
    case .disk, .look, .remember, .measure, .tidy, .readSynced, .keepSynced, .work, .push, .pull:
      return AsyncStream { nil }
    }
  }

  /// A stream without elements that asks the platform for background time until it is no longer followed.
  private static func staying(
    _ background: @escaping @Sendable (_ body: @escaping @Sendable () async -> Void) async -> Void
  ) -> AsyncStream<Heard<OfflineAction>> {
    AsyncStream {
      await background { await cancellation() }
      return nil
    }
  }

  /// Returns when the task is cancelled.
  private static func cancellation() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      continuation.finish()
    }
  }
}
