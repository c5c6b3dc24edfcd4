public import Conversation
public import Days
public import Hours
public import Interface
public import Kernel
public import Phrases
public import Platform

/// Everything that happens to the assistant besides the person's actions.
public enum AssistantAction: Sendable, Equatable {
  case answered(ChatAnswer, in: WindowID)
  case found(AssistantFinds, in: WindowID)
  case planned(PlannedDay, in: WindowID)
  /// The todos of a confirmed plan have their times.
  case arranged(in: WindowID)
  /// The suggestion of this window was saved.
  case saved(PhraseKind, in: WindowID)
  /// The model that is chosen on this device, for the form of a window.
  case chosen(ModelChoice, in: WindowID)
  case kept(in: WindowID)
  case notChosen(Problem, in: WindowID)
  /// News of the speech port for a window.
  case dictation(Dictation.Action, in: WindowID)
}

/// The person's actions in one window.
public enum AssistantWindowAction: Sendable, Equatable {
  /// Text on the line on top.
  case type(String)
  /// The other of two near readings of the line; the first one again.
  case choose(isOther: Bool)
  /// The Enter key on the line: adds what it says, or asks the assistant if it is a question.
  case enter
  /// Adds what the line says as this kind, at once if nothing is missing or unsure; otherwise its form opens, filled in.
  case add(PhraseKind)
  /// Opens the form for what the line says, as this kind.
  case suggest(PhraseKind)
  /// Keeps one of several todos that a text names, or leaves it out.
  case tick(Int, Bool)
  /// Adds the todos of the line that are ticked.
  case addParts
  case clear
  /// Text of a message to the assistant.
  case write(String)
  case send
  case ask(String)
  /// Opens the form of a suggestion in the conversation again.
  case review(Int)
  case confirm
  case cancel
  /// Looks for words in all todos, events and expenses.
  case search(String)
  case choosePlan(PlanChoices)
  /// Gives the todos of the plan their times.
  case confirmPlan
  case appeared(Route)
  case left(Route)
  case model(ModelForm.Act)
  /// An act of speaking instead of typing.
  case dictate(Dictation.Action)
}

/// A change of a todo or an event that is asked about before it is made.
public enum ChatChange: Sendable, Equatable {
  case complete(UUID, title: String)
  case move(UUID, title: String, day: CalendarDay, time: TimeOfDay?)
  /// Moves an event that does not repeat. Without a time it keeps its own.
  case moveEvent(UUID, title: String, day: CalendarDay, time: TimeOfDay?)
  /// Adds several todos, of which the person may leave some out.
  case add([Suggestion])
}

/// The effects that the assistant requests.
public enum AssistantEffect: Sendable, Equatable {
  /// Answers a message: by the chosen model, or by this device as it is understood here.
  case answer(ChatQuestion, to: ChatMessage, at: Moment, in: WindowID)
  case readChoice(in: WindowID)
  case keepChoice(ModelChoice, in: WindowID)
  case find(String, at: Moment, in: WindowID)
  case plan(PlanChoices, at: Moment, in: WindowID)
  case dictate(Dictation.Request, in: WindowID)
}

/// The events that others may receive.
public enum AssistantEvent: Sendable, Equatable {
  /// A form is to be opened with it.
  case suggested(Suggestion)
  /// They are to be added at once, or opened in a form where that cannot be.
  case decided([Suggestion])
  /// The person has confirmed a change.
  case confirmed(ChatChange)
  /// The page on which the person goes on is to be opened.
  case shown(Route)
  /// The person has confirmed a plan: the days and times that todos get.
  case planned([PlannedTime])
}
