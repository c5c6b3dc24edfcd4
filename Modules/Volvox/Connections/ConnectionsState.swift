internal import Days
public import Forms
internal import Interface
internal import JSON
public import Kernel
public import Peers
public import Platform

/// The requests and connections of a person, and the state of every window.
public struct ConnectionsState: FormDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  let words: PeerWords
  public internal(set) var reading = Reading.unread
  var book = ConnectionsBook()
  var session: UUID?
  /// Rows that the server answered and the sync has not brought yet.
  var answeredRequests: [ConnectionRequest] = []
  var answeredConnections: [SponsorConnection] = []
  var isFetching = false
  var fetchProblem: Problem?
  /// The people whose cards were asked for last; nil before the first time.
  var fetched: Set<UUID>?
  /// The time of the last message of each connection.
  var lastMessages: [UUID: Date] = [:]
  public var drafts: [FormDraft<PairForm>] = []
  public var windows = WindowStates<ConnectionsWindowState>()

  public init(_ words: PeerWords) { self.words = words }

  public typealias Steps = [Step<ConnectionsEffect, ConnectionsEvent>]

  public static func effect(_ effect: FormEffect<PairForm>) -> ConnectionsEffect { .form(effect) }

  // MARK: Derived

  /// All requests. A row with an answer stands before the same one without.
  var requests: [ConnectionRequest] {
    let settled = Dictionary(answeredRequests.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    return book.requests.map { $0.status == .pending ? settled[$0.id] ?? $0 : $0 }
  }

  var connections: [SponsorConnection] {
    let settled = Dictionary(answeredConnections.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let known = Set(book.connections.map(\.id))
    return book.connections.map { $0.status == .active ? settled[$0.id] ?? $0 : $0 }
      + answeredConnections.filter { !known.contains($0.id) }
  }

  /// Whether this device has messages with a person.
  func hasMessages(with person: UUID) -> Bool {
    connections.contains { partner(of: $0) == person && lastMessages[$0.id.uuid] != nil }
  }

  func isBlocked(_ person: UUID) -> Bool { book.blocks.contains { $0.blocked == person } }

  func partner(of request: ConnectionRequest) -> UUID {
    request.sender == session ? request.recipient : request.sender
  }

  func partner(of connection: SponsorConnection) -> UUID {
    connection.sponsor == session ? connection.sponsee : connection.sponsor
  }

  /// Requests that wait for this person, the newest first. One that was accepted without becoming a connection, since
  /// the call was cut off, waits still.
  public var incoming: [ConnectionRequest] {
    let made = Set(connections.map(\.request))
    return requests.filter { request in
      request.recipient == session && !isBlocked(request.sender)
        && (request.status == .pending || request.status == .accepted && !made.contains(request.id.uuid))
    }
  }

  /// The own requests that wait, and those that were declined within the last 30 days.
  func outgoing(at now: Date) -> [ConnectionRequest] {
    requests.filter { request in
      guard request.sender == session, !isBlocked(request.recipient) else { return false }
      if request.status == .pending { return true }
      return request.status == .declined && now.timeIntervalSince(request.answeredAt ?? request.sentAt) < 30 * 86_400
    }
  }

  var active: [SponsorConnection] {
    connections.filter { $0.status == .active && !isBlocked(partner(of: $0)) }
  }

  var past: [SponsorConnection] {
    connections.filter { $0.status == .ended }.sorted { ($0.endedAt ?? $0.beganAt) > ($1.endedAt ?? $1.beganAt) }
  }

  /// The number of requests that wait for this person's answer.
  public var waiting: Int { incoming.count }

  /// The people of all connections for other features, without those whom this person has blocked.
  public var correspondents: [Correspondent] {
    connections.filter { !isBlocked(partner(of: $0)) }.map { connection in
      let person = partner(of: connection)
      return Correspondent(
        connection.id.uuid, with: person, name: name(person), isSponsor: connection.sponsor == person,
        isActive: connection.status == .active, beganAt: connection.beganAt)
    }
  }

  func card(_ person: UUID) -> PeerCard? { book.people.first { $0.id == person.lower } }
  func name(_ person: UUID) -> String { card(person)?.name ?? "Somebody" }

  /// Planned check-ins of a connection, the earliest first.
  func checkIns(of connection: SponsorConnection) -> [SharedCheckIn] {
    book.checkIns.filter { $0.connection == connection.id.uuid }.sorted { $0.plannedAt < $1.plannedAt }
  }

  /// Planned check-ins of active connections that lie ahead, the earliest first.
  public func checkIns(after now: Date) -> [SharedCheckIn] {
    active.flatMap(checkIns).filter { $0.plannedAt > now }.sorted { $0.plannedAt < $1.plannedAt }
  }

  /// The last time at which the two did something together: a message, a check-in that has passed, or the beginning.
  func lastInteraction(of connection: SponsorConnection, at now: Date) -> Date {
    let passed = checkIns(of: connection).map(\.plannedAt).filter { $0 <= now }
    let written = lastMessages[connection.id.uuid].map { [min($0, now)] } ?? []
    return (passed + written).max() ?? connection.beganAt
  }

  // MARK: Transitions

  public mutating func receive(_ action: ConnectionsAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      return [.run(.listen, .standing("changes")), read] + findDrafts
    case .session(let account):
      guard account != session else { return [] }
      if session != nil { forgetAll() }
      session = account
      (fetched, answeredRequests, answeredConnections) = (nil, [], [])
      return fetchIfNeeded()
    case .contact: return fetchIfNeeded()
    case .messages(let last): lastMessages = last
    case .changed: return reading == .unread ? [] : [read]
    case .read(let book):
      let people = self.book.people
      self.book = book
      // Cards that were fetched meanwhile are newer than those read.
      if self.book.people.count < people.count { self.book.people = people }
      reading = .done
      forgetAnswered()
      return fetchIfNeeded()
    case .notRead(let problem): if reading != .done { reading = .failed(problem) }
    case .people(let people):
      (isFetching, fetchProblem) = (false, nil)
      book.people = people
      // A change that the server has not heard of yet is asked about again after the next sync.
      if self.people.contains(where: { card($0) == nil }) { fetched = nil }
    case .notPeople(let problem): (isFetching, fetchProblem, fetched) = (false, problem, nil)
    case .answered(let act, let json, let window): return answered(act, json, in: window)
    case .refused(let act, let problem, let window):
      windows[window].busy.remove(act.ask)
      windows[window].problem = problem
      // What the server knows better comes with a sync.
      return [.say(.syncAsked)]
    case .saved(let change, let name, let window): return saved(change, name, in: window)
    case .notSaved(let problem, let window): windows[window].problem = problem
    case .form(let answer): take(answer, at: now)
    }
    return []
  }

  var read: Step<ConnectionsEffect, ConnectionsEvent> { .run(.read, .latest("read")) }

  /// The people whose cards are worth asking for.
  private var people: Set<UUID> {
    Set(requests.map(partner) + connections.map(partner) + book.blocks.map(\.blocked))
  }

  /// Asks for cards when somebody has come or gone since the last time.
  mutating func fetchIfNeeded() -> Steps {
    guard reading == .done, session != nil, !isFetching else { return [] }
    return people.isEmpty || people == fetched ? [] : fetch()
  }

  mutating func fetch() -> Steps {
    guard session != nil, !isFetching else { return [] }
    (isFetching, fetched) = (true, people)
    return [.run(.people, .unawaited("people"))]
  }

  /// Drops answers that the synced rows have caught up with.
  private mutating func forgetAnswered() {
    answeredRequests.removeAll { answer in book.requests.contains { $0.id == answer.id && $0.status != .pending } }
    answeredConnections.removeAll { answer in
      book.connections.contains { $0.id == answer.id && ($0.status == .ended || answer.status == .active) }
    }
  }

  private mutating func answered(_ act: ConnectionsAct, _ json: JSON, in window: WindowID) -> Steps {
    windows[window].busy.remove(act.ask)
    if let request = json["request"].flatMap({ ConnectionRequest($0) }) { answeredRequests.append(request) }
    if let connection = json["connection"].flatMap({ SponsorConnection($0) }) {
      answeredConnections.removeAll { $0.id == connection.id }
      answeredConnections.append(connection)
    }
    let words: String
    var done: [Route] = []
    var forgotten: Steps = []
    switch act.ask {
    case .accept: words = "You and \(act.name) are connected."
    case .decline: words = "Request declined."
    case .withdraw: words = "Request withdrawn."
    case .end(let id, _):
      words = "Connection ended."
      forgotten = forget(.end(id.uuid), in: window)
      done = [ConnectionsPlaces.end(id.uuid)]
    case .report(let person, _, _, _):
      words = "Report sent. It is read by whoever runs the server."
      windows[window].isReportTried = false
      if let id = UUID(uuidString: person) { forgotten = forget(.report(id), in: window) }
      done = [ConnectionsPlaces.report]
    case .people, .request, .invitations, .invite, .uninvite, .redeem: return []
    }
    return forgotten + [.tell(.told(Toast(words, tone: .success)), window), .tell(.finished(done), window)] + fetch()
  }

  private mutating func saved(_ change: ConnectionsChange, _ name: String, in window: WindowID) -> Steps {
    let words: String
    var done: [Route] = []
    switch change {
    case .block(let block):
      book.blocks.append(block)
      words = "\(name) is blocked. They are not told."
      done = [ConnectionsPlaces.person]
    case .unblock(let block):
      book.blocks.removeAll { $0.id == block.id }
      words = "\(name) is no longer blocked."
    case .plan(let checkIn):
      book.checkIns.append(checkIn)
      windows[window].plan = .init()
      words = "Check-in planned with \(name)."
      done = [ConnectionsPlaces.checkIn]
    case .unplan(let checkIn):
      book.checkIns.removeAll { $0.id == checkIn.id }
      words = "Check-in cancelled."
    }
    return [.tell(.told(Toast(words, tone: .success)), window), .tell(.finished(done), window)]
  }
}
