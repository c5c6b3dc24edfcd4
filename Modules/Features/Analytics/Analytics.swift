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
  /// The events that are on disk.
  private var kept: Set<ID<RecordedEvent>> = []
  /// The part of the state's counts that is on disk, since the erasure with this number.
  private var added: [UsageTally: Int] = [:]
  private var erasures = 0

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
      case .load:
        let read = try await needs.load(recorder.plan)
        kept.formUnion(read.map(\.id))
        return .loaded(read)
      case .save: try await save()
      case .handOut(let batch):
        // Asked again right before the batch goes: a withdrawal may have come meanwhile.
        guard needs.isAllowed() else { return .consent(false) }
        try await needs.port.handOut(batch)
        return .handedOut(batch.map(\.id))
      case .readCounts:
        guard let counts = needs.counts else { return nil }
        return .counted(try await counts.load())
      case .saveCounts: try await saveCounts()
      }
      return nil
    } catch {
      log.info("Recorded events could not be read, saved or handed out (\(code: error)).")
      switch effect {
      case .load: return .notLoaded(error)
      case .handOut: return .notHandedOut
      case .save, .readCounts, .saveCounts: return .notKept(error)
      case .listen, .tick, .followCounts: return nil
      }
    }
  }

  /// Drops stored events that are not in the queue any more, and keeps those that are not stored yet.
  private func save() async throws(Problem) {
    let state = states.value
    let gone = kept.subtracting(state.queue.map(\.id))
    if !gone.isEmpty {
      try await needs.drop(Array(gone))
      kept.subtract(gone)
    }
    for event in state.queue where !kept.contains(event.id) {
      // Nothing is written after a withdrawal, and the next save has what changed meanwhile.
      guard needs.isAllowed(), states.value.forgotten == state.forgotten else { return }
      try await needs.keep(event)
      kept.insert(event.id)
    }
  }

  private func saveCounts() async throws(Problem) {
    guard let counts = needs.counts, let wanted = states.value.counting else { return }
    if wanted.erasures != erasures {
      try await counts.erase()
      (erasures, added) = (wanted.erasures, [:])
    }
    for (tally, times) in wanted.made {
      let more = times - (added[tally] ?? 0)
      guard more > 0 else { continue }
      // Asked again, as before a batch.
      guard counts.isAllowed(), needs.isAllowed(), states.value.counting?.erasures == erasures else { return }
      try await counts.add(tally, more)
      added[tally] = times
    }
    added = added.filter { wanted.made[$0.key] != nil }
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
