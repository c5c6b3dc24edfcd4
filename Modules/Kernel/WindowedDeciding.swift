/// The state of a feature that several windows show: a part shared by all of them, and a local state for each.
///
/// The feature keeps the local states in `windows` and says what an action in a window does. The rest follows: a change
/// of one local state is signalled to its window only, `Step.tell` reaches its window only, and when a window closes,
/// its local state is removed and its lanes are stopped.
public protocol WindowedDeciding: Deciding {
  associatedtype Local: LocalState
  /// An action of the user in one window. Everything else is an `Action`.
  associatedtype LocalAction: Sendable

  var windows: WindowStates<Local> { get set }

  /// Applies an action of the user in a window. Pure, as the other `receive` is.
  mutating func receive(_ action: LocalAction, from window: WindowID, at now: Moment) -> [Step<Effect, Event>]

  /// Reacts to the closing of a window, whose local state was removed, for a feature that keeps a part of it.
  mutating func closed(_ local: Local, of window: WindowID, at now: Moment) -> [Step<Effect, Event>]
}

extension WindowedDeciding {
  /// The default: nothing of a closed window is kept.
  public mutating func closed(_ local: Local, of window: WindowID, at now: Moment) -> [Step<Effect, Event>] { [] }

  /// Removes the local state of a window that has closed.
  public mutating func close(_ window: WindowID, at now: Moment) -> [Step<Effect, Event>] {
    closed(windows.remove(window), of: window, at: now)
  }

  public func windows(changedSince older: Self) -> Set<WindowID>? {
    let changed = windows.windows(changedSince: older.windows)
    guard !changed.isEmpty else { return nil }
    var elsewhere = self
    elsewhere.windows = older.windows
    return elsewhere == older ? changed : nil
  }
}

extension Feature where State: WindowedDeciding {
  /// Decides on an action of the user in a window, as `send(_:)` does.
  public func send(_ action: State.LocalAction, from window: WindowID) {
    carryOut(core.decide(in: window) { $0.receive(action, from: window, at: $1) })
  }

  /// Removes the local state of a window that has closed, and stops its lanes.
  public func close(_ window: WindowID) {
    let steps = core.decide(in: window) { $0.close(window, at: $1) }
    core.stopAll(of: window)
    carryOut(steps)
  }
}
