internal import Connectivity
internal import Days
internal import Interface
internal import Kernel
internal import Peers
internal import Platform

// The own codes, and the field for the code of another person.
extension MatchingState {
  func inviteScreen(
    _ route: Route, _ surroundings: Surroundings, _ local: MatchingWindowState
  ) -> Screen<MatchingWindowAction> {
    var nodes: [MatchingNode] = [.heading("Invite somebody you know", level: 1)] + problem(local)
    if session == nil {
      nodes.append(
        .empty(
          "Sign in to invite somebody.", because: "A connection is between two people, so both need an account.",
          icon: .link, .link("Account", to: Route(["account"]), id: "sign-in", icon: .person)))
    } else if reading != .done {
      nodes.append(.skeleton("Loading your codes", lines: 4))
    } else if !hasName {
      nodes.append(
        .empty(
          "Enter your name first.", because: "The other person sees it when you connect. Nothing else is needed.",
          icon: .person, .link("Edit profile", to: Route(["profile", "edit"]), id: "edit", icon: .edit)))
    } else {
      nodes += [
        .text(
          "A code connects you with one person, without the matching. Your profiles become visible to each other.",
          id: "about"),
        codesSection(surroundings, local), entrySection(surroundings, local),
      ]
    }
    return Screen(
      route, title: "Invite somebody you know", nodes: nodes, dialog: withdrawing(local), refresh: .refresh)
  }

  // MARK: Own codes

  private func codesSection(_ surroundings: Surroundings, _ local: MatchingWindowState) -> MatchingNode {
    let open = invitations(at: surroundings.now.date)
    var nodes: [MatchingNode] = []
    if !surroundings.connectivity.reachesServer {
      if !open.isEmpty {
        nodes.append(.note("Whether a code was used is known when you are online.", icon: .offline, id: "not-listed"))
      }
    } else if let problem = invitations.problem {
      nodes.append(
        .notice(
          problem.sentence, id: "not-listed", tone: .warning, icon: .warning,
          [.button("Retry", icon: .refresh, does: .refresh)]))
    }
    nodes += open.enumerated().map { place, item in
      card(item.invitation, item.code, open.count == 1 ? "" : " \(place + 1)", surroundings, local)
    }
    let form = local.invitation
    nodes.append(
      .choice(
        "What the code says", id: "role",
        [(id: "sponsor", title: "I would like a sponsor"), (id: "sponsee", title: "I offer to sponsor")],
        selected: wish(form).rawValue
      ) { .invitation(.choose(ConnectionRequest.Wish(rawValue: $0) ?? .sponsor)) })
    nodes.append(makeButton(open.count, surroundings, form))
    return .section("Your code", id: "codes", nodes)
  }

  private func makeButton(_ open: Int, _ surroundings: Surroundings, _ form: InvitationForm) -> MatchingNode {
    let label = open == 0 ? "Make a code" : "Make another code"
    if form.isMaking { return .progress("Making a code", id: "make") }
    if !surroundings.connectivity.reachesServer {
      return .disabledButton(
        label, id: "make", icon: .add, because: "You are offline. A code needs the server; none was made.")
    }
    if open >= Invitation.mostOpen {
      return .disabledButton(
        label, id: "make", icon: .add, because: "\(Invitation.mostOpen) of your codes are open. Withdraw one first.")
    }
    return .button(label, id: "make", icon: .add, isProminent: open == 0, does: .invitation(.make))
  }

  private func card(
    _ invitation: Invitation, _ code: InvitationCode?, _ number: String, _ surroundings: Surroundings,
    _ local: MatchingWindowState
  ) -> MatchingNode {
    let wish = invitation.asksFor == .sponsor ? "I would like a sponsor" : "I offer to sponsor"
    let until = DateWords(surroundings.now).instant(invitation.expiresAt)
    let shown: MatchingNode =
      code.map { .code($0.shown, label: "Code\(number)", id: "code") }
      ?? .text("This code is shown on the device on which it was made.", id: "elsewhere")
    let withdraw: MatchingNode =
      local.invitation.busy.contains(invitation.id)
      ? .progress("Withdrawing code\(number)", id: "withdraw")
      : surroundings.connectivity.reachesServer
        ? .destructive(
          "Withdraw code\(number)", id: "withdraw",
          asks: .invitation(.askWithdraw(invitation.id)))
        : .note("You can withdraw it when you are online.", icon: .offline, id: "offline")
    return .card(
      wish, id: invitation.id.description,
      [shown, .note("Works once, until \(until).", icon: .clock, id: "until"), withdraw])
  }

  private func withdrawing(_ local: MatchingWindowState) -> MatchingNode? {
    guard let id = local.invitation.withdrawing else { return nil }
    return .dialog(
      "Withdraw this code?", id: "withdrawing",
      [.text("Whoever has it can no longer connect with you by it. You can make another one.", id: "words")],
      buttons: [
        .button("Keep code", does: .cancel),
        Node.button("Withdraw code", id: "confirm", does: .invitation(.withdraw(id))).with { $0.isDestructive = true },
      ], dismiss: .cancel)
  }

  // MARK: The code of another person

  private func entrySection(_ surroundings: Surroundings, _ local: MatchingWindowState) -> MatchingNode {
    let form = local.invitation
    let connect: MatchingNode =
      form.isRedeeming
      ? .progress("Connecting", id: "connect")
      : surroundings.connectivity.reachesServer
        ? .button("Connect", id: "connect", icon: .link, does: .invitation(.redeem))
        : .disabledButton(
          "Connect", id: "connect", icon: .link, because: "You are offline. Connecting needs the server.")
    return .section(
      "Enter a code", id: "entry",
      [
        .field(
          "Code you were given", id: "typed", holds: form.typed, draft: { .invitation(.type($0)) },
          commit: { .invitation(.type($0)) }
        ) {
          $0.longest = InvitationCode.longestTyped
          $0.example = "7GK2M-9QXBT"
          $0.hint = "Capitals, hyphens and spaces do not matter."
          $0.invalid = form.isTried ? "A code has ten letters and digits, such as 7GK2M-9QXBT." : nil
        },
        connect,
      ])
  }
}
