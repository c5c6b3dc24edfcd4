public import Interface
public import Kernel
internal import MessageSealing
public import Peers
public import Platform

/// Everything that happens to Messaging besides the person's actions.
public enum MessagingAction: Sendable, Equatable {
  case begin
  /// The account, or nil when nobody is signed in.
  case session(UUID?)
  /// Whether the conversations are those of a demonstration.
  case demonstrated(Bool)
  /// The people of all connections, without those whom the person has blocked.
  case correspondents([Correspondent])
  /// A sync has finished.
  case contact
  case changed
  case read(MessagingBook)
  case notRead(Problem)
  case sent(OpenedMessage, in: WindowID)
  case notSent(Problem, in: WindowID)
  case phrase(String, in: WindowID)
  case done(MessagingTask, in: WindowID?)
  case notDone(MessagingTask, Problem, in: WindowID?)
}

/// The contents of the store after a read. Texts are opened; keys and phrases stay in the actor.
public struct MessagingBook: Sendable, Equatable {
  /// The standing of another person's keys.
  struct Peer: Sendable, Equatable {
    var hasKey = false
    /// Whether their newest key comes from an identity that this person has not accepted.
    var isChanged = false
    var isCompared = false
    var code: [String] = []
  }

  /// The person to whom it belongs.
  let person: UUID
  var letters: [OpenedMessage] = []
  var standing = KeyStanding.unknown
  var isNoted = false
  /// Phrases that this device has.
  var phrases = 0
  var peers: [UUID: Peer] = [:]
  var drafts: [UUID: String] = [:]
  /// The conversations whose messages were read.
  var conversations: Set<UUID> = []
  /// The conversations that may have older messages than these.
  var more: Set<UUID> = []

  init(_ person: UUID) { self.person = person }
}

/// The person's actions in one window.
public enum MessagingWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case refresh
  case type(UUID, String)
  case send(UUID)
  case earlier(UUID)
  case retry(UUID)
  case askDiscard(UUID)
  case discard(UUID)
  case accept(UUID)
  case compared(UUID, Bool)
  case showPhrase
  case hidePhrase
  case noted
  case typePhrase(String)
  case restore
  case askAnew
  case startAnew
  case cancel
  case dismissProblem
}

/// Work on keys and on the queue, after which everything is read again.
public enum MessagingTask: Sendable, Hashable {
  /// Makes the person's first keys, or new ones with a new phrase.
  case setUp(isAnew: Bool)
  case restore
  case note
  case accept(UUID)
  case compare(UUID, Bool)
  case retry(UUID)
  case discard(UUID)
}

/// A text to be sealed and sent.
public struct MessageOrder: Sendable, Equatable {
  let connection: UUID
  let recipient: UUID
  let text: String
  let sentAt: Date
}

/// The effects that Messaging requests.
public enum MessagingEffect: Sendable, Equatable {
  case listen
  /// Reads what there is of a person, with that many of the newest messages of each conversation.
  case read(UUID, of: [UUID: Int])
  case send(MessageOrder, in: WindowID)
  case mark([UUID], isRead: Bool, at: Date)
  case keepDraft(UUID, String, at: Date)
  case dropDraft(UUID)
  case showPhrase(in: WindowID)
  /// Adds a phrase of this person that was typed.
  case restore(String, at: Date, in: WindowID)
  case work(MessagingTask, at: Date, in: WindowID?)
}

/// The events that others may receive. None carries text that a person entered.
public enum MessagingEvent: Sendable, Equatable {
  /// For the person at one window.
  case told(Toast)
  /// The sheet is done; only its window is told.
  case finished([Route])
  case syncAsked
}
