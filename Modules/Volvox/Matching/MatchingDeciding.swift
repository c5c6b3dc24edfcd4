internal import Compatibility
public import Forms
internal import Interface
public import Kernel
internal import Peers
internal import Platform

/// The state of one window.
public struct MatchingWindowState: FormHolding {
  var programme = ""
  var time = ""
  public var forms = FormTable<RequestForm>()
  var isSending = false
  /// The person about whom is asked whether to block them.
  var blocking: String?
  var problem: Problem?
  var invitation = InvitationForm()

  public init() {}

  var filter: MatchFilter {
    MatchFilter(
      program: programme.isEmpty ? nil : programme, availability: time.isEmpty ? nil : Availability(names: [time]))
  }
}

// The transitions for the person's actions in one window.
extension MatchingState {
  public mutating func receive(_ action: MatchingWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route):
      if let name = RequestForm(route) { appear(name, in: window, at: now) }
      if route.path == MatchingPlaces.invite.path {
        invitations.isWanted = true
        return listInvitations()
      }
      // Others come and go, so whoever opens the suggestions gets new ones; those known stay on screen meanwhile.
      guard [MatchingPlaces.home.path, MatchingPlaces.person.path].contains(route.path) else { return [] }
      isWanted = true
      return route.path == MatchingPlaces.home.path || answeredAt == nil ? fetch() : []
    case .left(let route):
      windows[window].problem = nil
      windows[window].blocking = nil
      windows[window].invitation.withdrawing = nil
      if route.path == MatchingPlaces.invite.path { invitations.isWanted = false }
      if let name = RequestForm(route) { leave(name, in: window) }
    case .refresh: return fetch() + listInvitations() + [.say(.syncAsked)]
    case .filterProgramme(let id):
      if id == MatchingState.all { windows[window].programme = "" }
      if words.programmes.contains(where: { $0.id == id }) { windows[window].programme = id }
    case .filterTime(let id):
      if id == MatchingState.all { windows[window].time = "" }
      if words.times.contains(where: { $0.id == id }) { windows[window].time = id }
    case .type(let text, let person):
      guard suggestion(person) != nil else { return [] }
      return type(RequestForm(person), in: window, at: now) {
        $0[.note] = String(text.prefix(ConnectionRequest.longestNote))
      }
    case .send(let person): return send(person, in: window, now)
    case .askBlock(let person): windows[window].blocking = person
    case .cancel:
      windows[window].blocking = nil
      windows[window].invitation.withdrawing = nil
    case .block(let person):
      windows[window].blocking = nil
      guard let id = UUID(uuidString: person), let suggested = suggestion(person) else { return [] }
      return [.run(.block(id, name: suggested.card.name, in: window), .inOrder("write"))]
    case .show(let isVisible):
      guard var card = book.card else { return [] }
      card.isVisible = isVisible
      return save(card, in: window)
    case .setConditions(let conditions):
      guard var card = book.card else { return [] }
      card.preferences = conditions.json(over: card.preferences)
      return save(card, in: window)
    case .dismissProblem: windows[window].problem = nil
    case .invitation(let action): return receive(action, from: window)
    case .form(let action): return decide(action, in: window, at: now)
    }
    return []
  }

  public mutating func closed(_ local: MatchingWindowState, of window: WindowID, at now: Moment) -> Steps {
    orphan(local, at: now)
    return []
  }

  public mutating func save(_ name: RequestForm, in window: WindowID, at now: Moment) -> Steps {
    send(name.person, in: window, now)
  }

  /// The identifier of a filter that lets everything through.
  static let all = "all"

  private mutating func save(_ card: MatchingCard, in window: WindowID) -> Steps {
    book.card = card
    return [.run(.saveCard(card, in: window), .inOrder("write"))]
  }

  private mutating func send(_ person: String, in window: WindowID, _ now: Moment) -> Steps {
    guard !windows[window].isSending, let suggested = suggestion(person), let viewer = viewpoint(at: now) else {
      return []
    }
    guard case .success(let match) = Ranking.weigh(suggested.candidate, for: viewer) else {
      windows[window].problem = .closed
      return []
    }
    windows[window].isSending = true
    windows[window].problem = nil
    let note = windows[window].forms[RequestForm(person)]?.values[.note] ?? ""
    let wish: ConnectionRequest.Wish = match.role == .sponsor ? .sponsor : .sponsee
    return [
      .run(
        .ask(
          of: person, name: suggested.card.name, as: wish, note: note.allSatisfy(\.isWhitespace) ? nil : note,
          in: window),
        .unawaited("ask", of: window))
    ]
  }
}

extension Problem {
  static let closed = Problem(
    "match-closed", "This person cannot be asked at the moment.", safe: "Nothing was sent.",
    remedy: "Look at your other matches.")
}
