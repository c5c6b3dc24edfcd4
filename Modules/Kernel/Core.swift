/// The internals of a feature: its state, the write sides of its streams and its running effects.
///
/// Deliberately not Sendable: only the actor that created it can decide and publish with it.
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

  // MARK: Actions and events

  typealias Steps = [Step<State.Effect, State.Event>]

  /// Changes the state by `change` and publishes it, if it differs. An action of a window is decided in its zone and
  /// locale.
  func decide(in window: WindowID? = nil, _ change: (inout State, Moment) -> Steps) -> Steps {
    let before = state
    let steps = change(&state, window.map { context.now(in: $0) } ?? context.time.now())
    if state != before { stateSource.publish(state, at: state.windows(changedSince: before)) }
    return steps
  }

  func say(_ event: State.Event, at window: WindowID? = nil) {
    eventSource.say(event, at: window, settling: context.settling)
  }

  /// Logs missed events. A feature that can catch up turns them into an action instead (`Heard.map(_:missed:)`).
  func missed(_ count: Int) { context.log.warning("a standing effect missed \(count) events") }

  // MARK: Running effects

  struct Running {
    let number: Int
    let task: Task<Void, Never>
    /// Nil for standing effects, which settling does not wait for, and in queued lanes, where each effect has its own.
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

  /// Makes `newer` the lane's task and cancels the older one, whose receipt is released: its answer is no longer
  /// awaited.
  func replace(_ lane: Lane, with newer: Running) {
    let older = running.updateValue(newer, forKey: lane)
    older?.task.cancel()
  }

  func stop(_ lane: Lane) {
    queues[lane] = nil
    running[lane]?.task.cancel()
    if lane.isLine {
      // The effect under way may still reach the disk; its runner stays known so that the next one waits for it.
      running[lane]?.isStopped = true
    } else {
      running[lane] = nil
    }
  }

  func stopAll(of window: WindowID) {
    for lane in running.keys where lane.window == window { stop(lane) }
  }

  func isNewest(_ lane: Lane, _ number: Int) -> Bool { running[lane]?.number == number }

  /// Removes and returns the lane's task, if it is still the newest.
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

  /// The number of effects that wait behind others of their lanes.
  var waitingEffects: Int { queues.values.reduce(0) { $0 + $1.count } }

  /// The task that works through a queued lane, stopped or not.
  func runner(of lane: Lane) -> Running? { running[lane] }

  /// Takes the next effect from the lane's queue; nil if it is empty or `number` is no longer the lane's newest task.
  func next(in lane: Lane, for number: Int) -> Queued? {
    guard isNewest(lane, number), queues[lane]?.isEmpty == false else { return nil }
    return queues[lane]?.removeFirst()
  }
}
