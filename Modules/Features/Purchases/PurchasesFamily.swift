internal import Entitlement
internal import Interface
internal import Kernel
internal import StoreTransactions

// A plan that is shared with others: the owner's invitations, and their acceptance by others.
extension PurchasesState {
  static let longestName = 60

  /// Whether the family has a place of its own.
  var offersFamily: Bool { hasFamilies && plan.familyItem != nil }

  mutating func familyAnswered(_ action: PurchasesAction) -> Steps {
    switch action {
    case .invited(let place, let window):
      windows[window].isSharing = false
      windows[window].invitation = place
      return [.tell(.familyInvited, window), loadFamily]
    case .familyChanged(let window):
      windows[window].isSharing = false
      return [loadFamily]
    case .joined(let window):
      windows[window].isSharing = false
      windows[window].code = ""
      windows[window].said = "You have joined the family. \(plan.entitlement.title) is yours as long as it is shared."
      return [.tell(.familyJoined, window)] + ask()
    case .familyLeft(let window):
      windows[window].isSharing = false
      windows[window].said = "You have left the family."
      return ask()
    case .familyNotDone(let problem, let window):
      windows[window].isSharing = false
      windows[window].problem = problem
    default: break
    }
    return []
  }

  var loadFamily: Step<PurchasesEffect, PurchasesEvent> { .run(.loadFamily, .latest("family")) }

  mutating func share(_ action: PurchasesWindowAction, in window: WindowID) -> Steps {
    guard reading == .done, offersFamily else { return [] }
    switch action {
    case .writeCode(let text): windows[window].code = String(text.prefix(40))
    case .writeName(let text): windows[window].name = String(text.prefix(PurchasesState.longestName))
    case .invite:
      guard begin(window) else { return [] }
      windows[window].invitation = nil
      return [.run(.invite(window), .inOrder("share"))]
    case .removeMember(let id):
      guard family?.places.contains(where: { $0.id == id }) == true, begin(window) else { return [] }
      if windows[window].invitation?.id == id { windows[window].invitation = nil }
      return [.run(.removeMember(id, in: window), .inOrder("share"))]
    case .askToLeave:
      guard isMember else { return [] }
      windows[window].isLeaving = true
    case .leaveFamily:
      guard windows[window].isLeaving, isMember, begin(window) else { return [] }
      windows[window].isLeaving = false
      return [.run(.leaveFamily(window), .inOrder("share"))]
    case .join:
      guard let code = StoreFamily.code(windows[window].code) else {
        windows[window].problem = .noFamilyCode
        return []
      }
      let name = windows[window].name.filter { !$0.isNewline }
      guard name.contains(where: { !$0.isWhitespace }) else {
        windows[window].problem = .noFamilyName
        return []
      }
      guard begin(window) else { return [] }
      return [.run(.join(code, name: name, in: window), .inOrder("share"))]
    default: break
    }
    return []
  }

  /// Whether somebody else shares their plan with this person.
  var isMember: Bool { standings.contains { gives($0) && $0.ownership == .family } }

  /// Notes that the store is asked; false while it is.
  private mutating func begin(_ window: WindowID) -> Bool {
    guard !windows[window].isSharing else { return false }
    windows[window].isSharing = true
    windows[window].problem = nil
    windows[window].failure = nil
    windows[window].said = nil
    return true
  }
}

// MARK: - The screen

extension PurchasesState {
  func familyNodes(_ local: PurchasesWindowState, _ surroundings: Surroundings) -> [N] {
    guard let item = plan.familyItem else { return [] }
    if let family { return owned(family, item, local, surroundings) }
    if let standing = standings.first(where: { gives($0) && $0.ownership == .family }) {
      return [
        .list(
          "Your plan", id: "shared",
          [
            .row(title(of: standing.product), id: "plan", value: "Shared with you").with { $0.icon = .people }
          ]),
        local.isSharing
          ? .progress("Asking the store", id: "asking")
          : .destructive("Leave the family", id: "leave", icon: nil, asks: .askToLeave),
      ]
    }
    return joining(local) + [
      .link("See plans and prices", to: PurchasesState.plans, id: "plans", icon: .upgrade)
    ]
  }

  func leavingQuestion() -> N {
    .dialog(
      "Leave the family?", id: "leaving",
      [
        .text(
          "\(plan.entitlement.title) is yours no more, unless you buy it. To come back you need a new invitation. "
            + "Everything that you have entered stays.", id: "words")
      ],
      buttons: [
        .button("Stay", id: "stay", does: .dismiss),
        .button("Leave the family", id: "confirm", does: .leaveFamily).with { $0.isDestructive = true },
      ], dismiss: .dismiss, isAlert: true)
  }

  private func owned(
    _ family: StoreFamily, _ item: StoreItem, _ local: PurchasesWindowState, _ surroundings: Surroundings
  ) -> [N] {
    let rows = family.places.map { place -> N in
      let made = place.id == local.invitation?.id ? local.invitation?.code : place.code
      let name =
        place.member ?? made.map { "Invitation \(StoreFamily.shown($0))" }
        ?? "Invitation of \(day(place.made, surroundings))"
      let end = place.expires.map { ", until \(day($0, surroundings))" } ?? ""
      return .row(
        name, id: place.id, value: place.member == nil ? "Not accepted yet\(end)" : "Member",
        [.button("Remove \(name)", id: "remove", icon: .remove, does: .removeMember(place.id))]
      ).with { $0.icon = place.member == nil ? .waiting : .person }
    }
    let list: N =
      rows.isEmpty
      ? .text("Nobody shares your plan yet.", id: "nobody") : .list("Family members", id: "members", rows)
    let invite: N =
      family.isFull
      ? .disabledButton("Invite somebody", id: "invite", icon: .add, because: "All \(family.most) places are taken.")
      : local.isSharing
        ? .progress("Asking the store", id: "asking")
        : .button("Invite somebody", id: "invite", icon: .add, isProminent: true, does: .invite)
    let made: [N] =
      local.invitation?.code.map { code in
        [
          .code(StoreFamily.shown(code), label: "Invitation code", id: "code"),
          .note(
            "Give it to one person. They install \(plan.name), open \(item.title) under Subscription, and enter it.",
            icon: .info, id: "use"
          ).with { $0.live = .polite },
        ]
      } ?? []
    return [
      .text(
        "You can share \(plan.entitlement.title) with up to \(item.places) people. They see nothing of your data, and you "
          + "nothing of theirs.", id: "about"), list, invite,
    ] + made
  }

  private func joining(_ local: PurchasesWindowState) -> [N] {
    [
      .text("Somebody in your family has the plan? Enter the code of their invitation.", id: "about"),
      .field("Invitation code", id: "code", holds: local.code, commit: { .writeCode($0) }) {
        $0.longest = 40
        $0.example = "ABCD-EFGH"
      },
      .field("Your name", id: "name", holds: local.name, commit: { .writeName($0) }) {
        $0.purpose = .name
        $0.longest = PurchasesState.longestName
        $0.hint = "The owner of the plan sees it in the list of members."
      },
      local.isSharing
        ? .progress("Asking the store", id: "asking")
        : .button("Join the family", id: "join", icon: .people, isProminent: true, does: .join),
    ]
  }
}

extension Problem {
  static let noFamilyName = Problem(
    "family-name", "Your name is missing.", safe: "Nothing was changed.",
    remedy: "Enter the name that the owner of the plan knows you by.")
}
