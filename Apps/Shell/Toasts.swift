internal import Interface
internal import Kernel

/// A message, with the action that takes back what it reports.
struct Posted: Sendable, Equatable {
  let toast: Toast
  var undo: Undo?
  /// Set when the toast is the banner of a notification.
  var notification: Shown?
  /// The person's choice when it was posted.
  var limits = TimeLimits.usual
  /// Whether it was announced, before a message with an Undo took its place.
  var isAnnounced = false

  /// Whether the other is a newer message about the same thing.
  func isOlder(than newer: Posted) -> Bool { toast.subject != nil && toast.subject == newer.toast.subject }

  struct Undo: Sendable, Equatable {
    let number: Int
    let action: Bound

    static func == (one: Undo, other: Undo) -> Bool { one.number == other.number }
  }

  /// A notification by its name, with its buttons.
  struct Shown: Sendable, Equatable {
    let name: String
    let icon: Icon
    let buttons: [NotificationButton]

    static func == (one: Shown, other: Shown) -> Bool { one.name == other.name }
  }
}

/// The window's queue of short messages. One is shown at a time, and each is announced once. A message with an Undo is shown
/// at once; the one that it interrupts comes after it. A newer message about the same thing takes the place of the older.
struct ToastsState: Deciding {
  enum Action: Sendable, Equatable {
    case add(Posted)
    /// Dismisses the message with this number only: a late tap does not dismiss the next one unread.
    case dismiss(showing: Int)
    /// Removes the banners of these notifications, shown or waiting.
    case withdraw(Set<String>)
    case elapsed
    /// Starts the time of the message with this number again.
    case moreTime(showing: Int)
  }
  enum Effect: Sendable, Equatable { case timer(Duration) }
  enum Event: Sendable, Equatable {
    case shown(Toast)
    /// The message goes away after this time unless the person asks for more.
    case closing(in: Duration)
  }

  /// Bound of the queue; more messages are dropped.
  static let most = 20

  private(set) var waiting: [Posted] = []
  /// Counts the messages shown, to tell two with the same text apart.
  private(set) var shown = 0
  /// The person was told that the message goes away.
  private(set) var isWarned = false
  /// The usual time of a message without a limit is over: a newer one may take its place.
  private(set) var isOver = false

  var current: Posted? { waiting.first }

  mutating func receive(_ action: Action, at now: Moment) -> [Step<Effect, Event>] {
    switch action {
    case .add(let posted): return add(posted)
    case .dismiss(let showing): return showing == shown ? next() : []
    case .withdraw(let names):
      let first = current
      waiting.removeAll { posted in posted.notification.map { names.contains($0.name) } ?? false }
      return current == first ? [] : show()
    case .elapsed: return elapsed()
    case .moreTime(let showing):
      guard showing == shown, isWarned, let current else { return [] }
      isWarned = false
      return [.run(.timer(ToastsState.firstTime(of: current)), .standing("timer"))]
    }
  }

  private mutating func add(_ posted: Posted) -> [Step<Effect, Event>] {
    if posted.undo != nil {
      // It must not come up long after what it undoes.
      waiting.removeAll { $0.undo != nil || $0.isOlder(than: posted) }
      waiting.insert(posted, at: 0)
      return show()
    }
    // A message equal to the one before is dropped.
    guard waiting.last?.toast != posted.toast || waiting.last?.undo != nil else { return [] }
    // What was said about the same thing before does not hold any more.
    let isShown = current?.isOlder(than: posted) == true
    waiting.removeAll { $0.isOlder(than: posted) }
    guard waiting.count < ToastsState.most else { return isShown ? show() : [] }
    waiting.insert(posted, at: isShown ? 0 : waiting.count)
    return isShown || waiting.count == 1 ? show() : isOver ? next() : []
  }

  private mutating func next() -> [Step<Effect, Event>] {
    guard !waiting.isEmpty else { return [] }
    waiting.removeFirst()
    return show()
  }

  /// Warns before the end of a longer time, and keeps a message without a limit while nothing waits behind it.
  private mutating func elapsed() -> [Step<Effect, Event>] {
    guard let current else { return [] }
    switch current.limits {
    case .usual: return next()
    case .longer:
      if isWarned { return next() }
      isWarned = true
      let rest = ToastsState.time(for: current)
      return [.run(.timer(rest), .standing("timer")), .say(.closing(in: rest))]
    case .none:
      if waiting.count > 1 { return next() }
      isOver = true
      return []
    }
  }

  private mutating func show() -> [Step<Effect, Event>] {
    (isWarned, isOver) = (false, false)
    guard let posted = current else { return [.stop(.standing("timer"))] }
    shown += 1
    waiting[0].isAnnounced = true
    return [.run(.timer(ToastsState.firstTime(of: posted)), .standing("timer"))]
      + (posted.isAnnounced ? [] : [.say(.shown(posted.toast))])
  }

  /// Returns the time until a message goes away, or until the warning where its time is longer.
  static func firstTime(of posted: Posted) -> Duration {
    posted.limits == .longer ? time(for: posted) * 2 : time(for: posted)
  }

  /// Returns how long a message is shown by itself: long enough to be read slowly, and longer with a button.
  static func time(for posted: Posted) -> Duration {
    let isPlain =
      posted.toast.way == nil && posted.toast.page == nil && posted.undo == nil && posted.notification == nil
    return .milliseconds(4000 + 60 * posted.toast.text.count + (isPlain ? 0 : 4000))
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

extension Toast {
  /// Says that a feature cannot be reached now.
  static func unavailable(_ feature: String) -> Toast {
    Toast("\(feature) is currently unavailable. Try again later.", tone: .warning)
  }
}
