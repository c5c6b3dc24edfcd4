internal import Interface
public import Kernel
internal import Portability

/// A person's data on this device: what is kept, export, import, deletion and retention, for all of their windows.
public actor Privacy: Feature {
  public let core: Core<PrivacyState>
  public nonisolated let states: Current<PrivacyState>
  public nonisolated let events: Broadcast<PrivacyEvent>
  private let needs: PrivacyNeeds
  private let time: Time
  private let log: Log

  /// `product` is its name on screens, `titles` those of collections.
  public init(
    _ product: String, titles: [String: String], excerpt: PrivacyExcerpt? = nil, on context: FeatureContext,
    needs: PrivacyNeeds
  ) {
    let core = Core(PrivacyState(product, titles: titles, excerpt: excerpt), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    time = context.time
    log = context.log.from("Privacy")
  }

  /// Failures are logged by code alone: neither a path nor a word of the person reaches a log.
  public func perform(_ effect: PrivacyEffect) async -> PrivacyAction? {
    do throws(Problem) {
      switch effect {
      case .look: return .looked(try await needs.look())
      case .export, .exportExcerpt:
        let now = time.now()
        guard let export = effect == .export ? needs.export : needs.excerpt else { return nil }
        return .exported(
          try await telling { progress throws(Problem) in try await export(now, progress) })
      case .hand(let file, let window):
        try await needs.handOut(file, window) { [weak self] outcome in
          await self?.send(.answered(file, outcome, in: window))
        }
        return nil
      case .preview(let path):
        let preview = needs.preview
        return .previewed(try await telling { progress throws(Problem) in try await preview(path, progress) })
      case .take(let path, let window):
        // Replaces this feature as well, so that nobody waits for an action.
        try await needs.take(path, window) { PrivacyState.imported($0) }
        return nil
      case .delete(let window):
        try await needs.deleteEverything(window, PrivacyState.deleted)
        return nil
      case .expire:
        let removal = try await needs.expire(time.now())
        if !removal.isNothing {
          log.info("Retention removed \(removal.entries) entries and \(removal.replaced) versions.")
        }
        return .expired(removal)
      case .days: return nil
      }
    } catch {
      log.warning("A request about the person's data failed (\(code: error)).")
      return failure(of: effect, error)
    }
  }

  private func failure(of effect: PrivacyEffect, _ problem: Problem) -> PrivacyAction? {
    switch effect {
    case .look: .notLooked(problem)
    case .hand(let file, let window): .answered(file, .failed(problem), in: window)
    case .expire: .notExpired(problem)
    case .export, .exportExcerpt, .preview, .take, .delete: .notDone(problem)
    case .days: nil
    }
  }

  public func follow(_ effect: PrivacyEffect) -> any Following<PrivacyAction> {
    guard effect == .days else { return AsyncStream { nil } }
    return time.ticks(every: .seconds(86_400)).map { heard in heard.map { .newDay($0) } }
  }

  /// Runs work that reports its progress.
  private func telling<Answer: Sendable>(
    _ work: @escaping @Sendable (@escaping PrivacyNeeds.Progress) async throws(Problem) -> Answer
  ) async throws(Problem) -> Answer {
    let (progress, telling) = AsyncStream.makeStream(of: PortingProgress.self, bufferingPolicy: .bufferingNewest(1))
    async let answer = Privacy.answer(work, telling)
    for await one in progress { send(.progressed(one)) }
    return try await answer.get()
  }

  @concurrent private static func answer<Answer: Sendable>(
    _ work: @Sendable (@escaping PrivacyNeeds.Progress) async throws(Problem) -> Answer,
    _ telling: AsyncStream<PortingProgress>.Continuation
  ) async -> Result<Answer, Problem> {
    defer { telling.finish() }
    do throws(Problem) {
      return .success(try await work { telling.yield($0) })
    } catch {
      return .failure(error)
    }
  }
}
