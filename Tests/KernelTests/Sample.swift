import Kernel

/// A feature scripted by its actions: an action contains the steps that follow from it.
struct SampleState: Deciding {
  typealias Event = String

  enum Action: Sendable {
    case decide([Step<Effect, String>])
    case answered(String)
    case heard(String)
    case missed(Int)
  }

  enum Effect: Sendable, Equatable {
    case work(String)
    case follow(String)
  }

  var answers: [String] = []
  var heard: [String] = []
  var missed = 0
  var count = 0
  /// The steps decided on an answer of that name.
  var then: [String: [Step<Effect, String>]] = [:]
  /// The moment of the latest decision.
  var at: Moment?

  mutating func receive(_ action: Action, at now: Moment) -> [Step<Effect, String>] {
    count += 1
    at = now
    switch action {
    case .decide(let steps): return steps
    case .answered(let name):
      answers.append(name)
      return then[name] ?? []
    case .heard(let text):
      heard.append(text)
      return then[text] ?? []
    case .missed(let number):
      missed += number
      return []
    }
  }
}

extension Step where Effect == SampleState.Effect, Event == String {
  static func save(_ name: String, in lane: String = "save") -> Self { .run(.work(name), .inOrder(lane)) }
  static func fetch(_ name: String, in lane: String = "fetch") -> Self { .run(.work(name), .latest(lane)) }
  static func follow(_ name: String, in lane: String = "follow") -> Self { .run(.follow(name), .standing(lane)) }
}

actor Sample: Feature {
  nonisolated let states: Current<SampleState>
  nonisolated let events: Broadcast<String>
  let core: Core<SampleState>
  private let world: World

  init(_ world: World, on context: FeatureContext, state: SampleState = SampleState(), eventBound: Int = 1024) {
    core = Core(state, on: context, eventBound: eventBound)
    states = core.states
    events = core.events
    self.world = world
  }

  func perform(_ effect: SampleState.Effect) async -> SampleState.Action? {
    guard case .work(let name) = effect else { return nil }
    return await world.work(name) ? .answered(name) : nil
  }

  func follow(_ effect: SampleState.Effect) -> any Following<SampleState.Action> {
    guard case .follow(let name) = effect else { return AsyncStream<Heard<SampleState.Action>> { nil } }
    return world.upstream(name)
  }

  func decide(_ steps: Step<SampleState.Effect, String>...) { send(.decide(steps)) }
}

/// The scripted environment of a `Sample`: work waits at its gate if it has one, and everything is recorded in order.
final class World: Sendable {
  typealias Upstream = @Sendable () -> any Following<SampleState.Action>

  private struct Held {
    var gates: [String: Gate] = [:]
    var silent: Set<String> = []
    var begun: [String] = []
    var done: [String] = []
    var cancelled: [String] = []
    var upstreams: [String: Upstream] = [:]
  }

  private let held = Locked(Held())

  var begun: [String] { held.withLock { $0.begun } }
  var done: [String] { held.withLock { $0.done } }
  /// The work that was cancelled by the time it finished.
  var cancelled: [String] { held.withLock { $0.cancelled } }

  /// Adds a gate: work of that name waits until it is opened.
  func gate(_ name: String) -> Gate {
    let gate = Gate()
    held.withLock { $0.gates[name] = gate }
    return gate
  }

  /// Makes work of that name return no answer.
  func silence(_ name: String) { held.withLock { held in _ = held.silent.insert(name) } }

  /// Sets the stream that a standing effect of that name follows.
  func connect(_ name: String, _ upstream: @escaping Upstream) { held.withLock { $0.upstreams[name] = upstream } }

  func connect(_ name: String, _ upstream: Broadcast<String>) {
    connect(name) {
      upstream.listen().map { $0.map({ SampleState.Action.heard($0) }, missed: { SampleState.Action.missed($0) }) }
    }
  }

  func upstream(_ name: String) -> any Following<SampleState.Action> {
    held.withLock { $0.upstreams[name] }?() ?? AsyncStream<Heard<SampleState.Action>> { nil }
  }

  /// Returns true if there is an answer.
  func work(_ name: String) async -> Bool {
    let gate = held.withLock { held in
      held.begun.append(name)
      return held.gates[name]
    }
    await gate?.pass()
    return held.withLock { held in
      if Task.isCancelled { held.cancelled.append(name) }
      held.done.append(name)
      return !held.silent.contains(name)
    }
  }
}

/// A gate at which tasks wait, cancelled or not, until it is opened.
final class Gate: Sendable {
  private struct Held {
    var isOpen = false
    var passing: [CheckedContinuation<Void, Never>] = []
    var reached = 0
    var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let held = Locked(Held())

  func pass() async {
    await withCheckedContinuation { continuation in
      let (free, watchers) = held.withLock { held in
        held.reached += 1
        let watchers = held.watching.filter { $0.count <= held.reached }.map(\.continuation)
        held.watching.removeAll { $0.count <= held.reached }
        if !held.isOpen { held.passing.append(continuation) }
        return (held.isOpen, watchers)
      }
      for watcher in watchers { watcher.resume() }
      if free { continuation.resume() }
    }
  }

  func open() {
    let passing = held.withLock { held in
      held.isOpen = true
      defer { held.passing = [] }
      return held.passing
    }
    for one in passing { one.resume() }
  }

  /// Returns once that many tasks have reached the gate.
  func reached(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isReached = held.withLock { held in
        if held.reached >= count { return true }
        held.watching.append((count, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }
}

/// Yields until the condition holds, for the few events that cannot be awaited, such as deinitialization. Bounded.
func eventually(_ condition: () async -> Bool) async -> Bool {
  for _ in 0..<1_000_000 {
    if await condition() { return true }
    await Task.yield()
  }
  return false
}

/// A list that concurrent tasks append to.
final class Notes<Element: Sendable>: Sendable {
  private let held = Locked<[Element]>([])

  var all: [Element] { held.withLock { $0 } }
  func add(_ element: Element) { held.withLock { $0.append(element) } }
}

extension FeatureContext {
  /// A context whose clock stands still.
  static func still(_ settling: Settling = Settling()) -> FeatureContext {
    FeatureContext(time: ManualTime(.start).time, settling: settling)
  }
}

/// Waits for changes and takes them.
struct Changes<Name: Hashable & Sendable> {
  let watch: Watch<Name>
  private var signals: Watch<Name>.Iterator

  init(_ watch: Watch<Name>) {
    self.watch = watch
    signals = watch.makeAsyncIterator()
  }

  /// The names that changed since the last call; nil once nothing can change any more.
  mutating func next() async -> Set<Name>? { await signals.next() == nil ? nil : watch.take() }
}
