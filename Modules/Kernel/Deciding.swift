/// A feature's state as a plain value: it receives an action, changes, and returns the steps that follow.
public protocol Deciding: Sendable, Equatable {
  associatedtype Action: Sendable
  associatedtype Effect: Sendable
  associatedtype Event: Sendable

  /// Applies an action and returns what to do next. Pure: no awaiting and no input besides the time and the action.
  mutating func receive(_ action: Action, at now: Moment) -> [Step<Effect, Event>]

  /// The windows in whose local states alone this state differs from an older one; nil if it differs elsewhere too.
  /// `WindowedDeciding` implements it.
  func windows(changedSince older: Self) -> Set<WindowID>?
}

extension Deciding {
  /// The default: a state without local states; every change concerns all windows.
  public func windows(changedSince older: Self) -> Set<WindowID>? { nil }
}

/// One consequence of a decision, carried out by the feature.
public enum Step<Effect: Sendable, Event: Sendable>: Sendable {
  case run(Effect, Lane)
  case say(Event)
  /// Says an event that only one window's listeners receive, and those that listen everywhere.
  case tell(Event, WindowID)
  /// Cancels the running effect of a lane, empties its queue and drops its answers. In an in-order or newest lane,
  /// settling and the lane's next effect still wait for the running one, so that no save overtakes another.
  case stop(Lane)
}

extension Step: Equatable where Effect: Equatable, Event: Equatable {}

/// The scheduling of an effect relative to other effects of its feature. A lane may belong to a window: it is stopped
/// when the window closes.
public enum Lane: Hashable, Sendable {
  /// Runs effects one after another in the order decided: saves, sends. Queued effects are carried out even if the
  /// feature's owner releases it meanwhile.
  case inOrder(String)
  /// Runs effects one after another and keeps only the newest of those that wait: saving the whole of something that
  /// changes often. Outlives its owner as an in-order lane does.
  case newest(String)
  /// Cancels the older effect and drops its answer when a newer one starts: fetch, search.
  case latest(String, of: WindowID? = nil)
  /// Follows a stream until it is stopped, replaced or the feature is released; settling does not wait for it:
  /// subscriptions, timers.
  case standing(String, of: WindowID? = nil)
  /// Runs an effect that nothing waits for, such as a question to a person who may take minutes to answer: settling
  /// ignores it while it runs. A newer one cancels the older and drops its answer.
  case unawaited(String, of: WindowID? = nil)

  /// True if one task carries out the lane's effects one after another.
  var isLine: Bool {
    switch self {
    case .inOrder, .newest: true
    case .latest, .standing, .unawaited: false
    }
  }

  /// The window whose closing stops the lane.
  var window: WindowID? {
    switch self {
    case .inOrder, .newest: nil
    case .latest(_, let window), .standing(_, let window), .unawaited(_, let window): window
    }
  }
}
