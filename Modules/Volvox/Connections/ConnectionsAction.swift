public import Forms
public import Interface
public import JSON
public import Kernel
public import Peers
public import Platform

/// Everything that happens to Connections besides the person's actions.
public enum ConnectionsAction: Sendable, Equatable {
  case begin
  /// The account, or nil when nobody is signed in.
  case session(UUID?)
  /// A sync has finished.
  case contact
  /// The time of the last message of each connection.
  case messages([UUID: Date])
  case changed
  case read(ConnectionsBook)
  case notRead(Problem)
  case people([PeerCard])
  case notPeople(Problem)
  case answered(ConnectionsAct, JSON, in: WindowID)
  case refused(ConnectionsAct, Problem, in: WindowID)
  case saved(ConnectionsChange, name: String, in: WindowID)
  case notSaved(Problem, in: WindowID)
  case form(FormAnswer<PairForm>)
}

/// The person's actions in one window.
public enum ConnectionsWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case refresh
  case act(ConnectionsAct)
  case typeFeedback(UUID, String)
  case end(UUID)
  case typeReport(UUID, String)
  case chooseReport(UUID, PeerReport)
  case includeMessages(UUID, Bool)
  case report(String)
  case typeDay(String)
  case typeTime(String)
  case plan(UUID)
  case unplan(SharedCheckIn)
  case askBlock(String)
  case block(String)
  case unblock(PersonBlock)
  case cancel
  case dismissProblem
  case form(FormAction<PairForm>)
}

/// A question to the server, with the name of the other person for the words that follow.
public struct ConnectionsAct: Sendable, Hashable {
  public let ask: PeerAsk
  public let name: String
  /// Whether a report gets the last messages with the person, which are opened when it is sent.
  public let includesMessages: Bool

  public init(_ ask: PeerAsk, name: String, includesMessages: Bool = false) {
    self.ask = ask
    self.name = name
    self.includesMessages = includesMessages
  }
}

/// The effects that Connections requests.
public enum ConnectionsEffect: Sendable, Equatable {
  case read
  case listen
  case people
  case ask(ConnectionsAct, in: WindowID)
  case save(ConnectionsChange, name: String, in: WindowID)
  /// Saves with new identifiers.
  case block(UUID, name: String, in: WindowID)
  case plan(connection: UUID, planner: UUID, partner: UUID, at: Date, name: String, in: WindowID)
  case form(FormEffect<PairForm>)
}

/// The events that others may receive. None carries text that a person entered.
public enum ConnectionsEvent: Sendable, Equatable {
  /// For the person at one window.
  case told(Toast)
  /// The sheet is done; only its window is told.
  case finished([Route])
  /// Something changed on the server that a sync brings.
  case syncAsked
}
