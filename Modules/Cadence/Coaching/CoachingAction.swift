public import Conversation
public import Days
public import Interface
public import Kernel
public import Permissions
public import Runners
public import TrainingPlan

/// News from the world for Coaching, and the answers of its effects.
public enum CoachingAction: Sendable {
  case begin
  case loaded(CoachBook)
  case notLoaded(Problem)
  /// The stored runner has changed, here or on another device.
  case changed
  /// The stored conversation was deleted, and begins anew.
  case cleared
  case reloaded(Runner?)
  case online(Bool)
  /// The name that the account or the profile knows.
  case known(name: String?)
  /// The plan that waits for the person's answer, nil when none does, and whether there is one that is trained by.
  case planned(PlanTelling?, hasPlan: Bool = false)
  /// The person's decision about a model; nil while there is none.
  case consented(Bool?)
  /// Runs were read from a file; nil when there are none in the last weeks.
  case imported(RunHistory?)
  /// An app or a device store was connected; its runs are being fetched.
  case linked(CoachConnection)
  /// Its contents were fetched; nil when that has no runs, or none that may be used for advice.
  case arrived(CoachConnection, RunHistory?)
  /// Its contents could not be fetched yet.
  case unread(CoachConnection)
  /// The runner declined in the device's dialog.
  case declined(CoachConnection)
  case unlinked(CoachConnection)
  /// A part of a message of the coach.
  case heard(TranscriptEvent)
  /// The coach has ended a message, of a model if `isModel`.
  case spoken
  case replyFailed(Problem)
  case notSaved(Problem)
  /// News of the speech port for a window.
  case dictation(Dictation.Action, in: WindowID)
  /// The state of the microphone at a window, and whether its settings can be opened from there.
  case microphone(PermissionStanding, opensSettings: Bool, in: WindowID)
}

/// A person's act in a window.
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
  /// An act of speaking instead of typing.
  case dictate(Dictation.Action)
  case lookAtMicrophone
  case openMicrophoneSettings
  case dismissProblem
  /// Decides whether the chosen model may word the messages.
  case decideModel(Bool)
  case chooseModel(ModelChoice.Way)
  case fillModel(ModelField, String)
  case fillModelKey(Redacted<String>)
  case saveModel
}

/// A request of Coaching to the world.
public enum CoachingEffect: Sendable, Equatable {
  case load
  case reload
  case listen
  case followNetwork
  case followName
  case followConsent
  case keepChoice(ModelChoice)
  /// Stores events of the conversation and the runner in one transaction.
  case keep([TimedEvent], from: Int, Runner?)
  case speak(CoachTurn, message: String)
  case ask(ModelRequest, CoachTurn, message: String)
  case keepDraft(String)
  case dictate(Dictation.Request, WindowID)
  /// Says the reason that a question asks for, in a message whose call has that identifier, and asks again what was asked.
  case explain(String, call: String, again: [ToolCall], message: String)
  case lookAtMicrophone(WindowID)
  /// Says the session of a day, or the next one, in a message, and asks again what was asked.
  case tellSession(CalendarDay?, again: [ToolCall], message: String)
}

/// News of Coaching for other features.
public enum CoachingEvent: Sendable, Equatable {
  /// The runner is known well enough for a plan, or has changed since. `isAsked` when the person asked for the plan.
  case runnerReady(Runner, isAsked: Bool)
  /// The person wants to connect this choice of the card, or to bring runs from a file.
  case connectAsked(String)
  /// The person's decision about the chosen model, to be kept as a consent.
  case modelDecided(Bool)
  /// Another model was chosen than the one that was consented to.
  case modelChanged
  /// The person is content with the plan that was presented.
  case planAccepted
  /// The person uses a changed plan in place of the one that was trained by, keeps that one, or wants to look at them.
  case changeUsed
  case changeDeclined
  case planShown
  /// The person wants to log a run; nil when they have said nothing of it.
  case logAsked(SaidRun?)
  case wished(CoachWish)
  /// The person wrote of a sign that a doctor has to see, or of a crisis, in these words.
  case signFound(WarningSigns.Sign, String)
  case felt(Haptic)
  case told(Toast)
}
