internal import Interface
internal import Kernel

/// The window's queue of short messages. One is shown at a time, and each is shown once.
struct ToastsState: Deciding {
  enum Action: Sendable, Equatable {
    case add(Toast)
    /// Dismisses the message with this number only: a late tap does not dismiss the next one unread.
    case dismiss(showing: Int)
    case elapsed
  }
  enum Effect: Sendable, Equatable { case timer(Duration) }
  enum Event: Sendable, Equatable { case shown(Toast) }

  /// Bound of the queue; more messages are dropped.
  static let most = 20

  private(set) var waiting: [Toast] = []
  /// Counts the messages shown, to tell two with the same text apart.
  private(set) var shown = 0

  var current: Toast? { waiting.first }

  mutating func receive(_ action: Action, at now: Moment) -> [Step<Effect, Event>] {
    switch action {
    case .add(let toast):
      // A message equal to the one before is dropped.
      guard waiting.last != toast, waiting.count < ToastsState.most else { return [] }
      waiting.append(toast)
      return waiting.count == 1 ? show() : []
    case .dismiss(let showing): return showing == shown ? next() : []
    case .elapsed: return next()
    }
  }

  private mutating func next() -> [Step<Effect, Event>] {
    guard !waiting.isEmpty else { return [] }
    waiting.removeFirst()
    return show()
  }

  private mutating func show() -> [Step<Effect, Event>] {
    guard let toast = current else { return [.stop(.standing("timer"))] }
    shown += 1
    return [.run(.timer(ToastsState.time(for: toast)), .standing("timer")), .say(.shown(toast))]
  }

  /// Returns how long a message is shown: long enough to be read slowly, and longer with a button.
  static func time(for toast: Toast) -> Duration {
    .milliseconds(4000 + 60 * toast.text.count + (toast.way == nil ? 0 : 4000))
  }
}

actor Toasts: Feature {
  let core: Core<ToastsState>
  nonisolated let states: Current<ToastsState>
  nonisolated let events: Broadcast<ToastsState.Event>
  private let time: Time

  init(on context: FeatureContext) {
    let core = Core(ToastsState(), on: context)
    self.core = core
    states = core.states
    events = core.events
    time = context.time
  }

  func perform(_ effect: ToastsState.Effect) async -> ToastsState.Action? { nil }

  func follow(_ effect: ToastsState.Effect) -> any Following<ToastsState.Action> {
    switch effect {
    case .timer(let duration):
      time.alarm(at: time.now().advanced(by: duration).date).map { heard in heard.map { _ in .elapsed } }
    }
  }
}
