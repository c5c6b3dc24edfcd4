/// A feature's state: a plain value that decides. An action comes in, the state changes, steps come out.
public protocol Deciding: Sendable, Equatable {
  associatedtype Action: Sendable
  associatedtype Effect: Sendable
  associatedtype Event: Sendable

  /// Never awaits, never asks the world: the time is handed in, everything else comes as an action.
  mutating func receive(_ action: Action, at now: Moment) -> [Step<Effect, Event>]

  /// The desks at which it differs from an older one, when it is the same everywhere else; nil when it is not.
  func desks(changedSince older: Self) -> Desks?
}

/// What follows from a decision.
public enum Step<Effect: Sendable, Event: Sendable>: Sendable {
  case run(Effect, Lane)
  case say(Event)
  /// Cancels what is under way there and drops what stands in line; no answer of it is heard. In an in-order or newest lane what
  /// is under way is still waited for, by settling and by whatever the lane is given next, so that no save overtakes one.
  case stop(Lane)
}

extension Step: Equatable where Effect: Equatable, Event: Equatable {}

/// How an effect runs beside the others of its feature.
public enum Lane: Hashable, Sendable {
  /// One after another, as decided: saves, sends. What stands in such a lane is carried out even when the feature's
  /// owner lets go of it meanwhile.
  case inOrder(String)
  /// One after another, and of those that wait only the newest: keeping the whole of something that changes often. It
  /// outlives its owner as an in-order lane does.
  case newest(String)
  /// A newer one cancels the older, and the older one's answer is dropped: fetch, search.
  case latest(String)
  /// A stream that is followed until it is stopped, replaced or the feature goes; nobody waits for it: subscriptions,
  /// timers.
  case standing(String)

  /// One task carries out what stands in it, one after another.
  var isLine: Bool {
    switch self {
    case .inOrder, .newest: true
    case .latest, .standing: false
    }
  }
}
