internal import Kernel

/// The time of one stop of switch control. It ends once; the window starts it again while something is to follow.
struct ScanClockState: Deciding {
  enum Action: Sendable, Equatable { case start(Duration), stop, elapsed }
  enum Effect: Sendable, Equatable { case timer(Duration) }
  enum Event: Sendable, Equatable { case ended }

  private(set) var isRunning = false

  mutating func receive(_ action: Action, at now: Moment) -> [Step<Effect, Event>] {
    switch action {
    case .start(let duration):
      isRunning = true
      return [.run(.timer(duration), .standing("stop"))]
    case .stop:
      isRunning = false
      return [.stop(.standing("stop"))]
    case .elapsed:
      guard isRunning else { return [] }
      isRunning = false
      return [.say(.ended)]
    }
  }
}

actor ScanClock: Feature {
  let core: Core<ScanClockState>
  nonisolated let states: Current<ScanClockState>
  nonisolated let events: Broadcast<ScanClockState.Event>
  private let time: Time

  init(on context: FeatureContext) {
    let core = Core(ScanClockState(), on: context)
    self.core = core
    states = core.states
    events = core.events
    time = context.time
  }

  func perform(_ effect: ScanClockState.Effect) async -> ScanClockState.Action? { nil }

  func follow(_ effect: ScanClockState.Effect) -> any Following<ScanClockState.Action> {
    switch effect {
    case .timer(let duration):
      time.alarm(at: time.now().advanced(by: duration).date).map { heard in heard.map { _ in .elapsed } }
    }
  }
}
