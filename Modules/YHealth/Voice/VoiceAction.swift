public import Conversation
public import Interface
public import Kernel

/// News from the world for the voice session, and the answers of its effects.
public enum VoiceAction: Sendable {
  case begin
  case loaded(VoiceBook)
  case notLoaded(Problem)
  case notKept(Problem)
  /// The day's figures for a session or a reply, and the words that wait for them.
  case known(VoiceDay, VoiceWindowState.Awaiting, in: WindowID)
  /// A part of a message of the coach.
  case heard(TranscriptEvent, in: WindowID)
  /// The coach has ended a message.
  case spoken(in: WindowID)
  /// The windows whose front ends read aloud.
  case readers(Set<WindowID>)
  /// News of the speech port for a window.
  case dictation(Dictation.Action, in: WindowID)
}

/// A person's act in a window.
public enum VoiceWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case dictate(Dictation.Action)
  case type(String)
  case send
  /// Says one of the suggested answers.
  case say(String)
  case end
  case beginAgain
  case readAloud(Bool)
  case keep(Bool)
  case askToDelete
  case delete
  case cancel
  case dismissProblem
}

/// A request of the voice session to the world.
public enum VoiceEffect: Sendable, Equatable {
  case load
  case look(VoiceWindowState.Awaiting, WindowID)
  case speak(VoiceReply, message: String, WindowID)
  /// Reads a text aloud; nil ends the reading.
  case read(String?, WindowID)
  case followReaders
  case dictate(Dictation.Request, WindowID)
  case keepWishes(VoiceWishes)
  /// Keeps finished events of a session.
  case keep([TimedEvent], from: Int)
  case delete
}

/// News of the voice session for other features.
public enum VoiceEvent: Sendable, Equatable {
  case told(Toast)
}
