public import CalDAV
public import Interface
public import Kernel

/// Whether the person's Google account can be used.
public enum GoogleStanding: Sendable, Hashable {
  /// With the reason as a sentence.
  case unavailable(String)
  case offered
  case connected
}

/// The account in which calendars are looked for.
public struct CalendarAccount: Sendable, Equatable {
  let provider: CalendarProvider
  let address: String
  let user: String
  let password: Redacted<String>
}

/// The inputs from the product, and the results of effects.
public enum CalendarSyncAction: Sendable, Equatable {
  case begin
  case google(GoogleStanding)
  case loaded(CalendarLink?)
  case notLoaded(Problem)
  case found([CalDAVClient.Calendar], in: WindowID)
  case notFound(Problem, in: WindowID)
  case linked(CalendarLink, in: WindowID)
  case notLinked(Problem, in: WindowID)
  case synced(CalendarLink)
  case notSynced(Problem)
  case ended(in: WindowID)
  case notEnded(Problem, in: WindowID)
  case due
}

/// The person's actions in one window.
public enum CalendarSyncWindowAction: Sendable, Equatable {
  case left
  case retry
  case choose(CalendarProvider)
  case type(CalendarSyncField, String)
  case enter(Redacted<String>)
  case connectGoogle
  case find
  case pick(String)
  case link
  case cancel
  case syncNow
  /// Makes the deletions that wait.
  case confirm
  case askEnd
  case keep
  case end
  case dismissProblem
}

public enum CalendarSyncField: String, Sendable, Hashable {
  case address, user, password
}

/// The effects that the feature requests.
public enum CalendarSyncEffect: Sendable, Equatable {
  case load
  case find(CalendarAccount, in: WindowID)
  case link(CalendarLink, Redacted<String>, in: WindowID)
  case sync(CalendarLink, isConfirmed: Bool)
  case end(in: WindowID)
  /// Rings when it is time to sync again.
  case wait
}

/// The events that others may receive.
public enum CalendarSyncEvent: Sendable, Equatable {
  /// For the person at one window.
  case told(Toast)
  /// The person wants to connect Google.
  case googleAsked
}
