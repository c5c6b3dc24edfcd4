public import Conversation
public import Interface
public import Kernel
public import Runners

/// What Coaching can be told by the world, and what its effects answer.
public enum CoachingAction: Sendable {
  case begin
  case loaded(CoachBook)
  case notLoaded(Problem)
  /// The stored runner has changed, here or on another device.
  case changed
  case reloaded(Runner?)
  case online(Bool)
  /// The name that the account or the profile knows.
  case known(name: String?)
  /// A part of a message of the coach.
  case heard(TranscriptEvent)
  /// The coach has ended a message, of a model if `isModel`.
  case spoken
  case replyFailed(Problem)
  case notSaved(Problem)
  case dictated(String, in: WindowID)
  case notDictated(Problem, in: WindowID)
}

/// What a person does in a window.
public enum CoachingWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case type(String)
  case send
  case answer(String, ToolAnswer)
  case edit(String, ToolDraft.Change)
  case submit(String)
  case fold(String)
  /// Begins without the network.
  case beginAnyway
  case retry
  /// Asks for a field again.
  case change(RunnerField)
  case planNow
  case listen
  case stopListening
  case openSettings
  case dismissProblem
}

/// What Coaching asks of the world.
public enum CoachingEffect: Sendable, Equatable {
  case load
  case reload
  case listen
  case followNetwork
  case followName
  /// Stores events of the conversation and the runner in one transaction.
  case keep([TimedEvent], from: Int, Runner?)
  case speak(CoachTurn, message: String)
  case ask(ModelRequest, CoachTurn, message: String)
  case keepDraft(String)
  case dictate(WindowID)
  case stopDictating
  case openSettings
}

/// What others may hear of Coaching.
public enum CoachingEvent: Sendable, Equatable {
  /// The runner is known well enough for a plan, or has changed since. `isAsked` when the person asked for the plan.
  case runnerReady(Runner, isAsked: Bool)
  case wished(CoachWish)
  case felt(Haptic)
  case told(Toast)
}
