internal import Compatibility
internal import Days
public import Interface
public import Kernel
internal import Peers
internal import Platform

typealias MatchingNode = Node<MatchingWindowAction>

extension MatchingState {
  /// The screen of a route in a window.
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<MatchingWindowAction> {
    let local = windows[window]
    switch route.path {
    case MatchingPlaces.person.path: return personScreen(route, surroundings, local)
    case MatchingPlaces.request.path: return requestSheet(route, surroundings, local)
    case MatchingPlaces.invite.path: return inviteScreen(route, surroundings, local)
    case MatchingPlaces.conditions.path: return conditionsScreen(route, local)
    default: return home(route, surroundings, local)
    }
  }

  func problem(_ local: MatchingWindowState) -> [MatchingNode] {
    guard let problem = local.problem else { return [] }
    // What the server refuses is said in its words alone.
    let words = problem.remedy.isEmpty ? problem.what : problem.sentence
    return [.notice(words, id: "problem", tone: .warning, icon: .warning, dismiss: .dismissProblem)]
  }

  // MARK: Home

  private func home(
    _ route: Route, _ surroundings: Surroundings, _ local: MatchingWindowState
  ) -> Screen<MatchingWindowAction> {
    var nodes: [MatchingNode] = [.heading("Matches", level: 1)] + problem(local)
    if session == nil {
      nodes += [
        .empty(
          "Sign in to find matches.",
          because: "Sponsors and sponsees find each other on the server. Your days stay on this device either way.",
          icon: .people, .link("Sign in", to: Route(["account", "sign-in"]), id: "sign-in", icon: .person)),
        .link("Create an account", to: Route(["account", "sign-up"]), id: "sign-up", icon: .add),
      ]
    } else if case .failed(let problem) = reading {
      nodes.append(
        .unread(problem, retry: .refresh))
    } else if reading != .done {
      nodes.append(.skeleton("Loading your matches", lines: 5))
    } else if book.card?.isComplete != true {
      nodes.append(nobody)
    } else {
      nodes += list(surroundings, local)
    }
    if session != nil {
      nodes.append(.link("Invite somebody you know", to: MatchingPlaces.invite, id: "invite", icon: .link))
    }
    return Screen(route, title: "Matches", nodes: nodes, refresh: .refresh)
  }

  private func list(_ surroundings: Surroundings, _ local: MatchingWindowState) -> [MatchingNode] {
    let found = matches(local.filter, at: surroundings.now)
    var nodes: [MatchingNode] = []
    if let fetchProblem {
      // Nothing else hides what is known from the last time.
      let words =
        fetchProblem.code == "match-incomplete"
        ? "Your profile has not reached the server yet. Matches follow once it has."
        : answeredAt == nil
          ? "Unable to load. Please check your connection"
          : "Unable to load new matches. These are the last known ones."
      nodes.append(
        .notice(
          words, id: "not-loaded", tone: .warning, icon: .offline, [.button("Retry", icon: .refresh, does: .refresh)]))
    }
    if answeredAt == nil {
      return nodes + (fetchProblem == nil ? [.skeleton("Loading your matches", lines: 5)] : [])
    }
    let isFiltered = !local.programme.isEmpty || !local.time.isEmpty
    if !found.isEmpty || isFiltered { nodes.append(filters(local)) }
    if found.isEmpty {
      nodes.append(
        isFiltered
          ? .empty(
            "Nobody matches these filters.", because: "Other people may fit without them.", icon: .filter,
            .button("Show all programmes", id: "clear", icon: .undo, does: .filterProgramme(MatchingState.all)))
          : nobody)
    } else {
      nodes.append(
        .section(
          title, id: "matches", [.list(title, id: "people", found.map { row($0.match, $0.suggested, $0.viewer) })]))
    }
    if book.card?.isVisible != true {
      nodes.append(
        .note(
          "Others do not see you in their matches. You can change that in your preferences.", icon: .lock, id: "hidden")
      )
    }
    return nodes + [.link("Matching preferences", to: MatchingPlaces.conditions, id: "conditions", icon: .settings)]
  }

  private var title: String {
    switch book.card?.role {
    case "sponsee": "Sponsors for you"
    case "sponsor": "Sponsees for you"
    default: "People for you"
    }
  }

  /// The missing parts of the profile, as tips.
  private var tips: [(id: String, words: String)] {
    let card = profile ?? book.card
    func lacks(_ text: String?) -> Bool { text?.allSatisfy(\.isWhitespace) ?? true }
    var tips: [(id: String, words: String)] = []
    if lacks(card?.programme) || card?.availability.isEmpty != false {
      tips.append(("tip-1", "Name your programme and the times at which you can talk."))
    }
    if lacks(card?.region) { tips.append(("tip-2", "Add your city or region.")) }
    if lacks(card?.bio) || lacks(card?.looksFor) {
      tips.append(("tip-3", "Write a few words about yourself and what you look for."))
    }
    if lacks(card?.soberSince) { tips.append(("tip-4", "Set your sober date.")) }
    return tips
  }

  private var nobody: MatchingNode {
    let tips = tips
    guard !tips.isEmpty else {
      return .empty(
        "No matches found yet.",
        because:
          "Your profile is complete. Wider preferences find more people, and others are suggested as they come.",
        id: "nobody", icon: .people)
    }
    return Node(
      .region, "No matches found. Complete your profile for better matches", id: "nobody",
      children: [
        .heading("No matches found. Complete your profile for better matches", level: 2, id: "sentence"),
        .list("Tips", tips.map { .row($0.words, id: $0.id) }),
        Node.link("Edit profile", to: Route(["profile", "edit"]), id: "edit", icon: .edit).with {
          $0.isProminent = true
        },
      ]
    ).with { $0.icon = .people }
  }

  private func filters(_ local: MatchingWindowState) -> MatchingNode {
    .group(
      "Filters", id: "filters",
      [
        .choice(
          "Programme", id: "programme",
          [(id: MatchingState.all, title: "All programmes")] + words.programmes.map { ($0.id, $0.title) },
          selected: local.programme.isEmpty ? MatchingState.all : local.programme, isFolded: true
        ) { .filterProgramme($0) },
        .choice(
          "Time", id: "time", [(id: MatchingState.all, title: "All times")] + words.times.map { ($0.id, $0.title) },
          selected: local.time.isEmpty ? MatchingState.all : local.time, isFolded: true
        ) { .filterTime($0) },
      ])
  }

  private func row(_ match: Match, _ suggested: Suggested, _ viewer: Viewpoint) -> MatchingNode {
    let reasons = match.reasons(suggested.candidate, for: viewer).prefix(2).map(\.words).joined(separator: " ")
    return .row(
      suggested.card.name, id: suggested.card.id, value: "\(MatchingState.word(match.score)), \(match.score) of 100",
      to: MatchingPlaces.person(suggested.card.id), [.note(reasons, id: "reasons")]
    ).with { $0.icon = .person }
  }

  static func word(_ score: Int) -> String {
    score >= 75 ? "Strong match" : score >= 50 ? "Good match" : "Possible match"
  }

  // MARK: One person

  private func personScreen(
    _ route: Route, _ surroundings: Surroundings, _ local: MatchingWindowState
  ) -> Screen<MatchingWindowAction> {
    guard let id = route.parameters["id"]?.lowercased(), let suggested = suggestion(id) else {
      return Screen(route, title: "Match", nodes: [.heading("Match", level: 1)] + gone)
    }
    let card = suggested.card
    var nodes: [MatchingNode] = [.heading(card.name, level: 1)] + problem(local)
    let weighed = viewpoint(at: surroundings.now).map { (Ranking.weigh(suggested.candidate, for: $0), $0) }
    if case (.success(let match), let viewer)? = weighed {
      let isSponsor = match.role == .sponsor
      nodes += [
        .section(
          "\(MatchingState.word(match.score)), \(match.score) of 100", id: "score",
          [
            .list(
              "Reasons",
              match.reasons(suggested.candidate, for: viewer).map {
                .row($0.words, id: $0.factor.rawValue, value: "\($0.points) of \($0.factor.most)")
              })
          ]),
        Node.link(
          isSponsor ? "Ask \(card.name) to sponsor you" : "Offer to sponsor \(card.name)",
          to: MatchingPlaces.request(card.id), id: "ask", icon: .send
        ).with { $0.isProminent = true },
      ]
    } else {
      let isAsked = (book.requests + sent).contains {
        $0.status == .pending && [$0.sender.lower, $0.recipient.lower].contains(card.id)
      }
      nodes += [
        .note(
          isAsked ? "A request waits for an answer." : "This person is not suggested to you now.", icon: .info,
          id: "closed"),
        .link("Connections", to: Route(["connections"]), id: "connections", icon: .link),
      ]
    }
    nodes += [
      .section(
        "About \(card.name)", id: "about",
        [
          .list(
            "Profile", words.facts(card, on: surroundings.now.day).map { .row($0.label, id: $0.id, value: $0.value) })
        ]),
      .destructive("Block \(card.name)", id: "block", icon: .lock, asks: .askBlock(card.id)),
    ]
    let dialog: MatchingNode? =
      local.blocking == nil
      ? nil
      : .dialog(
        "Block \(card.name)?", id: "blocking",
        [.text("You no longer see each other in matches. \(card.name) is not told.", id: "words")],
        buttons: [
          .button("Cancel", does: .cancel),
          Node.button("Block", id: "confirm", does: .block(card.id)).with { $0.isDestructive = true },
        ], dismiss: .cancel)
    return Screen(route, title: "Match", nodes: nodes, dialog: dialog)
  }

  var gone: [MatchingNode] {
    [
      .empty(
        "Choose a person in your matches.", because: "This link belongs to no match that this device knows.",
        icon: .people,
        .link("Matches", to: MatchingPlaces.home, id: "matches", icon: .people))
    ]
  }
}
