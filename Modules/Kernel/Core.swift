/// The inside of a feature: its state, its streams' write sides and its running effects.
///
/// Not Sendable on purpose: only the actor that made it can decide and publish with it.
public final class Core<State: Deciding> {
  private let stateSource: Current<State>.Source
  private let eventSource: Broadcast<State.Event>.Source
  private let context: FeatureContext
  private var state: State
  private var running: [Lane: Running] = [:]
  private var queues: [Lane: [Queued]] = [:]
  private var given = 0

  public var states: Current<State> { stateSource.current }
  public var events: Broadcast<State.Event> { eventSource.broadcast }

  public init(_ state: State, on context: FeatureContext, eventBound: Int = 1024) {
    self.state = state
    self.context = context
    stateSource = Current.Source(state)
    eventSource = Broadcast.Source(bound: eventBound)
  }

  deinit { for one in running.values { one.task.cancel() } }

  // MARK: Deciding

  func decide(_ action: State.Action) -> [Step<State.Effect, State.Event>] {
    let before = state
    let steps = state.receive(action, at: context.time.now())
    if state != before { stateSource.publish(state, at: state.desks(changedSince: before)) }
    return steps
  }

  func say(_ event: State.Event) { eventSource.say(event, settling: context.settling) }

  /// A feature that can catch up turns what it missed into an action (`Heard.map(_:missed:)`); any other leaves a trace.
  func missed(_ count: Int) { context.log.warning("a standing effect missed \(count) events") }

  // MARK: Effects under way

  struct Running {
    let number: Int
    let task: Task<Void, Never>
    /// Nil for what nobody waits for, and in a lane that is a line, where each effect has its own.
    let receipt: Receipt?
    var isStopped = false
  }

  struct Queued {
    let effect: State.Effect
    let receipt: Receipt
  }

  func newNumber() -> Int {
    given += 1
    return given
  }

  func receipt() -> Receipt { context.settling.receipt() }

  /// The older one of the lane is cancelled; its receipt goes with it, since nobody waits for its answer any more.
  func replace(_ lane: Lane, with newer: Running) {
    let older = running.updateValue(newer, forKey: lane)
    older?.task.cancel()
  }

  func stop(_ lane: Lane) {
    queues[lane] = nil
    running[lane]?.task.cancel()
    if lane.isLine {
      // What is being carried out may still reach the disk; its runner stays known so that the next one waits for it.
      running[lane]?.isStopped = true
    } else {
      running[lane] = nil
    }
  }

  func isNewest(_ lane: Lane, _ number: Int) -> Bool { running[lane]?.number == number }

  /// What ended, if it is still the lane's newest.
  @discardableResult
  func end(_ lane: Lane, _ number: Int) -> Running? {
    guard isNewest(lane, number) else { return nil }
    return running.removeValue(forKey: lane)
  }

  func enqueue(_ effect: State.Effect, in lane: Lane) {
    let queued = Queued(effect: effect, receipt: receipt())
    if case .newest = lane {
      queues[lane] = [queued]
    } else {
      queues[lane, default: []].append(queued)
    }
  }

  /// Who carries out what stands in an in-order lane, stopped or not.
  func runner(of lane: Lane) -> Running? { running[lane] }

  /// What stands next in the lane, for its newest runner.
  func next(in lane: Lane, for number: Int) -> Queued? {
    guard isNewest(lane, number), queues[lane]?.isEmpty == false else { return nil }
    return queues[lane]?.removeFirst()
  }
}
