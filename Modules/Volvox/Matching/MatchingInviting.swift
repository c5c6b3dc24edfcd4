internal import Interface
internal import Kernel
internal import Peers
internal import Platform

/// The invitations of a person, as the server listed them.
struct InvitationList: Sendable, Equatable {
  /// Nil before the first answer.
  var open: [Invitation]?
  var problem: Problem?
  /// Whether a window has shown them, so that they are worth a request.
  var isWanted = false
  var isListing = false
  /// Whether something changed since the list was asked for.
  var isStale = false
}

/// The state of invitations in one window.
struct InvitationForm: Equatable {
  var wish: ConnectionRequest.Wish?
  var typed = ""
  /// Whether a text that is no code was tried.
  var isTried = false
  var isMaking = false
  var isRedeeming = false
  /// The identifier of an attempt whose answer did not come.
  var attempt: ID<Invitation>?
  /// The invitation about which is asked whether to withdraw it.
  var withdrawing: ID<Invitation>?
  var busy: Set<ID<Invitation>> = []
}

extension MatchingState {
  /// Whether other people can be shown a name of this person.
  var hasName: Bool { [book.card?.name, profile?.name].contains { $0?.isEmpty == false } }

  /// The open invitations, each with its code where this device made it. Without an answer of the server those of this
  /// device.
  func invitations(at now: Date) -> [(invitation: Invitation, code: InvitationCode?)] {
    let kept = book.codes.filter { $0.account == session }
    let open = invitations.open ?? kept.map(\.invitation)
    return open.filter { $0.expiresAt > now }.sorted {
      ($0.expiresAt, $0.id.description) < ($1.expiresAt, $1.id.description)
    }
    .map { invitation in
      (invitation, kept.first { $0.id.uuid == invitation.id.uuid }.flatMap { InvitationCode($0.code) })
    }
  }

  /// Asks the server when a window wants to see and somebody is signed in.
  mutating func listInvitations() -> Steps {
    guard session != nil, invitations.isWanted, reading == .done else { return [] }
    guard !invitations.isListing else {
      invitations.isStale = true
      return []
    }
    (invitations.isListing, invitations.isStale) = (true, false)
    return [.run(.invitation(.list), .unawaited("invitations"))]
  }

  // MARK: Transitions

  mutating func receive(_ action: InvitationAction) -> Steps {
    switch action {
    case .listed(let open):
      invitations.isListing = false
      // An answer from before the last change would hide what was made since.
      if invitations.isStale { return listInvitations() }
      (invitations.open, invitations.problem) = (open, nil)
      let known = Set(open.map(\.id.uuid))
      let over = book.codes.filter { !known.contains($0.id.uuid) }.map(\.id)
      book.codes.removeAll { over.contains($0.id) }
      return over.isEmpty ? [] : [.run(.invitation(.forget(over)), .inOrder("write"))]
    case .notListed(let problem): (invitations.isListing, invitations.problem) = (false, problem)
    case .made(let kept, let window):
      windows[window].invitation.isMaking = false
      windows[window].invitation.attempt = nil
      book.codes.removeAll { $0.id == kept.id }
      book.codes.append(kept)
      invitations.open?.removeAll { $0.id == kept.invitation.id }
      invitations.open?.append(kept.invitation)
      invitations.isStale = invitations.isListing
      return [.tell(.told(Toast("Your code is ready. Give it to the person you know.", tone: .success)), window)]
    case .notMade(let id, let problem, let window):
      windows[window].invitation.isMaking = false
      // What was refused was not made.
      windows[window].invitation.attempt = problem.code == "peer-refused" ? nil : id
      windows[window].problem = problem
    case .withdrawn(let id, let window):
      windows[window].invitation.busy.remove(id)
      book.codes.removeAll { $0.id.uuid == id.uuid }
      invitations.open?.removeAll { $0.id == id }
      invitations.isStale = invitations.isListing
      return [
        .run(.invitation(.forget([ID(id.uuid)])), .inOrder("write")),
        .tell(.told(Toast("Code withdrawn.", tone: .success)), window),
      ]
    case .notWithdrawn(let id, let problem, let window):
      windows[window].invitation.busy.remove(id)
      windows[window].problem = problem
      // It may have been used meanwhile.
      return listInvitations() + [.say(.syncAsked)]
    case .redeemed(let name, let window):
      windows[window].invitation.isRedeeming = false
      windows[window].invitation.typed = ""
      let words = name.map { "You and \($0) are connected." } ?? "You are connected."
      return [.tell(.told(Toast(words, tone: .success)), window), .say(.syncAsked)]
    case .notRedeemed(let problem, let window):
      windows[window].invitation.isRedeeming = false
      windows[window].problem = problem
    }
    return []
  }

  mutating func receive(_ action: InvitationWindowAction, from window: WindowID) -> Steps {
    switch action {
    case .choose(let wish):
      // The server makes one invitation of an identifier, whose role stays.
      if windows[window].invitation.wish != wish { windows[window].invitation.attempt = nil }
      windows[window].invitation.wish = wish
    case .make:
      guard let session, hasName, !windows[window].invitation.isMaking else { return [] }
      windows[window].invitation.isMaking = true
      windows[window].problem = nil
      let form = windows[window].invitation
      return [
        .run(
          .invitation(.make(form.attempt, as: wish(form), of: session, in: window)), .unawaited("invite", of: window))
      ]
    case .askWithdraw(let id): windows[window].invitation.withdrawing = id
    case .withdraw(let id):
      windows[window].invitation.withdrawing = nil
      guard windows[window].invitation.busy.insert(id).inserted else { return [] }
      windows[window].problem = nil
      return [.run(.invitation(.withdraw(id, in: window)), .unawaited("uninvite \(id)", of: window))]
    case .type(let text):
      windows[window].invitation.typed = String(text.prefix(InvitationCode.longestTyped))
      windows[window].invitation.isTried = false
    case .redeem:
      guard session != nil, hasName, !windows[window].invitation.isRedeeming else { return [] }
      guard let code = InvitationCode(windows[window].invitation.typed) else {
        windows[window].invitation.isTried = true
        return []
      }
      windows[window].invitation.isRedeeming = true
      windows[window].problem = nil
      return [.run(.invitation(.redeem(code, in: window)), .unawaited("redeem", of: window))]
    }
    return []
  }

  /// The role of the person who is invited: the chosen one, or what follows from the own role.
  func wish(_ form: InvitationForm) -> ConnectionRequest.Wish {
    form.wish ?? ((profile ?? book.card)?.role == "sponsor" ? .sponsee : .sponsor)
  }
}

extension Problem {
  static let noCode = Problem(
    "invitation-broken", "No code was made: the server's answer made no sense.", safe: "Nothing is lost.",
    remedy: "Try again later.")
}
