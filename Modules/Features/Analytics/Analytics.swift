public import Kernel

/// Records the use of a product with the person's consent, in a bounded queue on the device.
public actor Analytics: Feature {
  public let core: Core<AnalyticsState>
  public nonisolated let states: Current<AnalyticsState>
  public nonisolated let events: Broadcast<AnalyticsNews>
  /// Takes the events of the product.
  public nonisolated let recorder: AnalyticsRecorder
  private let needs: AnalyticsNeeds
  private let time: Time
  private let log: Log

  public init(
    _ plan: AnalyticsPlan, on context: FeatureContext, needs: AnalyticsNeeds, decision: AnalyticsDecision = .consent
  ) {
    core = Core(AnalyticsState(needs.port, decision, counts: needs.counts != nil), on: context)
    states = core.states
    events = core.events
    recorder = AnalyticsRecorder(plan, on: context, isAllowed: needs.isAllowed)
    self.needs = needs
    time = context.time
    log = context.log.from("Analytics")
  }

  public func perform(_ effect: AnalyticsEffect) async -> AnalyticsAction? {
    do throws(Problem) {
      switch effect {
      case .listen, .tick, .followCounts: return nil
      case .load: return .loaded(try await needs.load())
      case .keep(let event): try await needs.keep(event)
      case .drop(let ids): try await needs.drop(ids)
      case .handOut(let batch):
        // Asked again right before the batch goes: a withdrawal may have come meanwhile.
        guard needs.isAllowed() else { return .consent(false) }
        try await needs.port.handOut(batch)
        return .handedOut(batch.map(\.id))
      case .readCounts:
        guard let counts = needs.counts else { return nil }
        return .counted(try await counts.load())
      case .count(let event, let day):
        // Asked again, as before a batch.
        guard let counts = needs.counts, counts.isAllowed(), needs.isAllowed() else { return nil }
        try await counts.add(event, day)
      case .eraseCounts: try await needs.counts?.erase()
      }
      return nil
    } catch {
      log.info("Recorded events could not be read, saved or handed out (\(code: error)).")
      switch effect {
      case .load: return .notLoaded(error)
      case .handOut: return .notHandedOut
      case .keep, .drop, .readCounts, .count, .eraseCounts: return .notKept(error)
      case .listen, .tick, .followCounts: return nil
      }
    }
  }

  public func follow(_ effect: AnalyticsEffect) -> any Following<AnalyticsAction> {
    let isAllowed = needs.isAllowed
    switch effect {
    case .listen:
      let log = log
      return recorder.taken.listen().map { heard in
        heard.map(
          { AnalyticsAction.recorded($0, isAllowed: isAllowed()) },
          missed: { count in
            log.warning("\(count) events came too fast and were dropped.")
            return .rang
          })
      }
    case .followCounts:
      return (needs.counts?.changes() ?? AsyncStream { nil }).map { heard in
        heard.map({ _ in .countsChanged }, missed: { _ in .countsChanged })
      }
    case .tick: return time.ticks(every: AnalyticsState.pause).map { $0.map { _ in .rang } }
    default: return AsyncStream<Heard<AnalyticsAction>> { nil }
    }
  }
}
