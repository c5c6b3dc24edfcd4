public import Forms
public import Interface
public import JSON
public import Kernel
public import Peers
public import Platform

/// Everything that happens to Matching besides the person's actions.
public enum MatchingAction: Sendable, Equatable {
  case begin
  /// The account, or nil when nobody is signed in.
  case session(UUID?)
  /// The person's profile has this in it now. Visibility and conditions are those of the stored card.
  case profile(MatchingCard)
  /// A sync has finished.
  case contact
  case changed
  case read(MatchingBook)
  case notRead(Problem)
  case fetched(JSON)
  case notFetched(Problem)
  case cardSaved(MatchingCard)
  case notSaved(Problem, in: WindowID?)
  case asked(ConnectionRequest?, of: String, name: String, in: WindowID)
  case notAsked(Problem, in: WindowID)
  case blocked(UUID, name: String, in: WindowID)
  case invitation(InvitationAction)
  case form(FormAnswer<RequestForm>)
}

/// The person's actions in one window.
public enum MatchingWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case refresh
  /// An identifier of the offered programmes, or `all`.
  case filterProgramme(String)
  case filterTime(String)
  /// Changes the message to a person.
  case type(String, to: String)
  case send(String)
  case askBlock(String)
  case block(String)
  case cancel
  case show(Bool)
  case setConditions(MatchingConditions)
  case dismissProblem
  case invitation(InvitationWindowAction)
  case form(FormAction<RequestForm>)
}

/// The effects that Matching requests.
public enum MatchingEffect: Sendable, Equatable {
  case read
  case listen
  case fetch
  case saveCard(MatchingCard, in: WindowID?)
  /// Sends a request with a new identifier.
  case ask(of: String, name: String, as: ConnectionRequest.Wish, note: String?, in: WindowID)
  case block(UUID, name: String, in: WindowID)
  case invitation(InvitationEffect)
  case form(FormEffect<RequestForm>)
}

/// The events that others may receive. None carries text that a person entered.
public enum MatchingEvent: Sendable, Equatable {
  /// For the person at one window.
  case told(Toast)
  /// The sheet is done; the window goes on to this route.
  case finished([Route])
  /// Something changed on the server that a sync brings.
  case syncAsked
}
