internal import Compatibility
internal import Connectivity
internal import Forms
public import Interface
internal import Kernel
internal import Peers
internal import Platform

// The request and the person's own conditions.
extension MatchingState {
  /// A sheet stands in front of everything else, so it has a link to the crisis card of its own.
  private var help: MatchingNode { .link("Help now", to: Route(["help-now"]), id: "help-now", icon: .call) }

  func requestSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: MatchingWindowState
  ) -> Screen<MatchingWindowAction> {
    guard let id = route.parameters["id"]?.lowercased(), let suggested = suggestion(id) else {
      return Screen(route, title: "Send a request", nodes: [.heading("Send a request", level: 1)] + gone + [help])
    }
    let name = suggested.card.name
    let send: MatchingNode =
      local.isSending
      ? .progress("Sending the request")
      : surroundings.connectivity.reachesServer
        ? .button("Send request", id: "send", icon: .send, isProminent: true, does: .send(suggested.card.id))
        : .disabledButton(
          "Send request", id: "send", icon: .send,
          because: "You are offline. A request needs the server; nothing was sent.")
    let form = local.forms[RequestForm(suggested.card.id)]
    let found: [MatchingNode] = form?.notices(in: surroundings) { .form($0) } ?? []
    return Screen(
      route, title: "Send a request",
      nodes: [.heading("Send a request", level: 1)] + problem(local) + found + [
        .text(
          "\(name) sees your name, programme, times, location and what you wrote about yourself, also while you are hidden from matches.",
          id: "about"),
        .field(
          "Message", id: "note", holds: form?.values[.note] ?? "", draft: { .type($0, to: suggested.card.id) },
          commit: { .type($0, to: suggested.card.id) }
        ) {
          $0.isMultiline = true
          $0.longest = ConnectionRequest.longestNote
          $0.hint = "Only if you like. A sentence about yourself helps."
          $0.purpose = .notes
        },
        send, help,
      ], dialog: local.forms.question?.dialog { .form($0) })
  }

  /// The switch that shows the person to others; empty while the profile lacks what matching needs.
  public var visibility: [Node<MatchingWindowAction>] {
    guard let card = book.card else { return [] }
    return [
      .toggle(
        "Show me to others", id: "visible", isOn: card.isVisible,
        hint: "Others who fit see your name, programme, location, times and your words about yourself."
      ) { .show($0) }
    ]
  }

  func conditionsScreen(_ route: Route, _ local: MatchingWindowState) -> Screen<MatchingWindowAction> {
    let heading: [MatchingNode] = [.heading("Matching preferences", level: 1)] + problem(local)
    guard let card = book.card else {
      return Screen(
        route, title: "Matching preferences",
        nodes: heading + [
          .empty(
            "Complete your profile first.", because: "Your preferences are kept with your card in matching.",
            icon: .person,
            .link("Edit profile", to: Route(["profile", "edit"]), id: "edit", icon: .edit))
        ])
    }
    let now = conditions
    var wishes: [MatchingNode] = [
      .toggle("Only people near me", id: "near", isOn: now.isNearOnly) { isOn in
        var next = now
        next.isNearOnly = isOn
        return .setConditions(next)
      },
      .toggle("Only people with a time in common", id: "common", isOn: now.needsCommonTime) { isOn in
        var next = now
        next.needsCommonTime = isOn
        return .setConditions(next)
      },
    ]
    if card.role != "sponsor" {
      wishes.append(
        .choice(
          "A sponsor is sober for at least", id: "sobriety",
          MatchingConditions.sobriety.map { (id: String($0), title: PeerWords.years($0)) },
          selected: String(now.leastSobriety)
        ) { text in
          var next = now
          if let days = Int(text), MatchingConditions.sobriety.contains(days) { next.leastSobriety = days }
          return .setConditions(next)
        })
    }
    if card.role != "sponsee" {
      wishes.append(
        .choice(
          "The most people you sponsor at a time", id: "capacity",
          (1...6).map { (id: String($0), title: String($0)) }, selected: String(now.capacity)
        ) { text in
          var next = now
          if let most = Int(text), 1...MatchingConditions.mostCapacity ~= most { next.capacity = most }
          return .setConditions(next)
        })
    }
    let programmes = words.programmes.map { programme -> MatchingNode in
      .checkbox(programme.title, id: programme.id, is: now.programmes.contains(programme.id) ? .on : .off) { isOn in
        var next = now
        if isOn { next.programmes.insert(programme.id) } else { next.programmes.remove(programme.id) }
        return .setConditions(next)
      }
    }
    return Screen(
      route, title: "Matching preferences",
      nodes: heading + [
        .section(
          "Who sees you", id: "visibility",
          visibility),
        .section("Whom you want to see", id: "wishes", wishes),
        .section(
          "Programmes", id: "programmes",
          [
            .text("None chosen means that every programme is welcome.", id: "about"),
            .group("Programmes", id: "list", programmes),
          ]),
      ])
  }
}
