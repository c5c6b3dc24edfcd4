internal import Compatibility
public import Forms
internal import Interface
internal import JSON
public import Kernel
public import Peers
internal import Platform

/// Suggestions for the person, the own card, and the state of every window.
public struct MatchingState: FormDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  /// A person of the last answer.
  struct Suggested: Sendable, Equatable {
    let card: PeerCard
    let candidate: Candidate
  }

  let words: PeerWords
  public internal(set) var reading = Reading.unread
  var book = MatchingBook()
  var session: UUID?
  /// Facts of the profile; nil until it was read.
  var profile: MatchingCard?
  var suggested: [Suggested] = []
  /// The own counts of the last answer.
  var (sponsees, requests) = (0, 0)
  /// When the answer was given; nil before the first one.
  var answeredAt: Date?
  /// Requests that were sent here and whose rows have not come yet.
  var sent: [ConnectionRequest] = []
  var isFetching = false
  var fetchProblem: Problem?
  /// Whether the answer is older than the card, or there is none.
  var isStale = true
  /// Whether a window has shown the suggestions, so that they are worth a request.
  var isWanted = false
  var invitations = InvitationList()
  public var drafts: [FormDraft<RequestForm>] = []
  public var windows = WindowStates<MatchingWindowState>()

  public init(_ words: PeerWords) { self.words = words }

  public typealias Steps = [Step<MatchingEffect, MatchingEvent>]

  public static func effect(_ effect: FormEffect<RequestForm>) -> MatchingEffect { .form(effect) }

  // MARK: Derived

  public var card: MatchingCard? { book.card }
  public var conditions: MatchingConditions { MatchingConditions(book.card?.preferences ?? .null) }

  /// The view of the person, with what the device knows; nil while the card is incomplete.
  func viewpoint(at now: Moment) -> Viewpoint? {
    guard let session, let card = book.card, card.isComplete else { return nil }
    func text(_ text: String?) -> JSON { text.flatMap { $0.isEmpty ? nil : .string($0) } ?? .null }
    let json: JSON = [
      "person": .string(session.lower), "role": .string(card.role), "recovery_program": text(card.programme),
      "sober_since": text(card.soberSince), "region": text(card.region), "bio": text(card.bio),
      "looks_for": text(card.looksFor), "availability": .array(card.availability.map { .string($0) }),
      "preferences": conditions.json(over: [:]), "sponsees": .number(Double(sponsees)),
      "requests": .number(Double(requests)),
    ]
    guard let person = try? MatchDocument.candidate(json, at: "the own card") else { return nil }
    let requests = book.requests + sent
    func other(_ request: ConnectionRequest) -> String {
      (request.sender == session ? request.recipient : request.sender).lower
    }
    let waiting = requests.filter { $0.status == .pending }.map(other)
    let connected = book.connections.map { ($0.sponsor == session ? $0.sponsee : $0.sponsor).lower }
    let declines = requests.compactMap { request in
      request.status == .declined ? request.answeredAt.map { Viewpoint.Decline(other(request), at: $0) } : nil
    }
    return Viewpoint(
      person, blocked: Set(book.blocked.map(\.lower)), known: Set(waiting + connected), declines: declines,
      now: now.date, in: now.zone)
  }

  /// The suggestions, the best first.
  func matches(_ filter: MatchFilter, at now: Moment) -> [(match: Match, suggested: Suggested, viewer: Viewpoint)] {
    guard let viewer = viewpoint(at: now) else { return [] }
    return Ranking.rank(suggested.map(\.candidate), for: viewer, filter: filter)
      .prefix(Ranking.most(completeness: viewer.person.completeness))
      .map { ($0, suggested[$0.place], viewer) }
  }

  func suggestion(_ id: String) -> Suggested? { suggested.first { $0.card.id == id } }

  // MARK: Transitions

  public mutating func receive(_ action: MatchingAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      return [.run(.listen, .standing("changes")), read] + findDrafts
    case .session(let account):
      guard account != session else { return [] }
      if session != nil { forgetAll() }
      session = account
      (isStale, sent) = (true, [])
      if account == nil { (suggested, answeredAt, fetchProblem) = ([], nil, nil) }
      (invitations.open, invitations.problem) = (nil, nil)
      return fetch() + listInvitations()
    case .profile(let card):
      profile = card
      return followProfile()
    case .contact: return (fetchProblem == nil && !isStale ? [] : fetch()) + listInvitations()
    case .changed: return reading == .unread ? [] : [read]
    case .read(let book): return take(book)
    case .notRead(let problem): if reading != .done { reading = .failed(problem) }
    case .fetched(let answer):
      (isFetching, fetchProblem, isStale, answeredAt) = (false, nil, false, now.date)
      take(answer)
    case .notFetched(let problem): (isFetching, fetchProblem) = (false, problem)
    case .cardSaved(let card):
      book.card = card
      // The server ranks with the new card once that was sent.
      isStale = true
    case .notSaved(let problem, let window): if let window { windows[window].problem = problem }
    case .asked(let request, let person, let name, let window):
      windows[window].isSending = false
      if let request { sent.append(request) }
      return forget(RequestForm(person), in: window) + [
        .tell(.told(Toast("Request sent to \(name).", tone: .success)), window),
        .tell(.finished([MatchingPlaces.request]), window),
      ]
    case .notAsked(let problem, let window):
      windows[window].isSending = false
      windows[window].problem = problem
    case .blocked(let person, let name, let window):
      book.blocked.insert(person)
      return [
        .tell(.told(Toast("\(name) is blocked. They are not told.")), window)
      ]
    case .invitation(let action): return receive(action)
    case .form(let answer): take(answer, at: now)
    }
    return []
  }

  private var read: Step<MatchingEffect, MatchingEvent> { .run(.read, .latest("read")) }

  /// Asks the server when a window wants to see and somebody is signed in.
  mutating func fetch() -> Steps {
    guard session != nil, isWanted, !isFetching, reading == .done else { return [] }
    isFetching = true
    return [.run(.fetch, .unawaited("fetch"))]
  }

  private mutating func take(_ book: MatchingBook) -> Steps {
    let isFirst = reading != .done
    reading = .done
    self.book = book
    if answeredAt == nil, let kept = book.kept {
      answeredAt = kept.at
      take(kept.answer)
    }
    let known = Set(book.requests.map(\.id))
    sent.removeAll { known.contains($0.id) }
    return followProfile() + (isFirst ? fetch() + listInvitations() : [])
  }

  private mutating func take(_ answer: JSON) {
    sponsees = answer["viewer"]?["sponsees"]?.number.flatMap { Int(exactly: $0) } ?? 0
    requests = answer["viewer"]?["requests"]?.number.flatMap { Int(exactly: $0) } ?? 0
    // A card with rubbish is left out; the others are shown.
    suggested = (answer["candidates"]?.array ?? []).prefix(500).compactMap { row in
      guard let card = PeerCard(row), let candidate = try? MatchDocument.candidate(row, at: "a card") else {
        return nil
      }
      return candidate.id == card.id ? Suggested(card: card, candidate: candidate) : nil
    }
  }

  /// Writes the card when the profile says something else, or for the first time.
  private func followProfile() -> Steps {
    guard reading == .done, var card = profile, card.isComplete else { return [] }
    card.isVisible = book.card?.isVisible ?? false
    card.preferences = book.card?.preferences ?? .object([:])
    return card == book.card ? [] : [.run(.saveCard(card, in: nil), .inOrder("write"))]
  }
}
