public import Interface
internal import Kernel
internal import Platform

// The crisis card. It needs no network and asks nobody.
extension SobrietyState {
  func helpScreen(_ route: Route, _ surroundings: Surroundings) -> Screen<SobrietyWindowAction> {
    let region = offer.crisis.region(chosen: plan.region, locale: surroundings.locale)
    var people: [SobrietyNode] = []
    if let phone = plan.contactPhone {
      people.append(.group(id: "own", [CrisisCard.number(phone, of: plan.contactName ?? "Your contact")]))
    }
    people += CrisisCard.lines(of: region)
    var nodes: [SobrietyNode] = CrisisCard.opening()
    if !people.isEmpty { nodes.append(.section("Call somebody", id: "people", people)) }
    nodes += [
      CrisisCard.danger(in: region), CrisisCard.steps(),
      .link(
        plan.contactPhone == nil ? "Add somebody to call" : "Change your contact or the region",
        to: SobrietyPlaces.plan, icon: .edit),
      .note("This page works without a network. Opening it tells nobody.", icon: .lock, id: "private"),
    ]
    return Screen(route, title: "Help now", nodes: nodes)
  }
}

extension CrisisCard {
  /// The card of a locked window: the public numbers, and nothing of the person. The region is that of the locale, since the
  /// chosen one is locked away; the numbers of the other regions follow.
  public func publicScreen<Action: Sendable>(_ route: Route, _ surroundings: Surroundings) -> Screen<Action> {
    let region = region(chosen: nil, locale: surroundings.locale)
    var nodes: [Node<Action>] = CrisisCard.opening()
    if let region { nodes.append(.section("Call somebody", id: "people", CrisisCard.lines(of: region))) }
    nodes.append(CrisisCard.danger(in: region))
    let others = regions.filter { $0.id != region?.id }
    if !others.isEmpty {
      nodes.append(
        .section(
          region == nil ? "By country" : "In other countries", id: "elsewhere",
          others.map { other in
            .group(
              id: other.id.lowercased(),
              [.group(id: "emergency", [CrisisCard.number(other.emergency, of: "Emergency, \(other.title)")])]
                + CrisisCard.lines(of: other, named: true))
          }))
    }
    nodes += [
      CrisisCard.steps(),
      .note(
        "The profile stays locked. Your own contact is shown once you unlock it. Opening this page tells nobody.",
        icon: .lock, id: "private"),
    ]
    return Screen(route, title: "Help now", nodes: nodes)
  }

  fileprivate static func opening<Action: Sendable>() -> [Node<Action>] {
    [
      .heading("Help now", level: 1),
      .text("You do not have to get through this alone. Talk to somebody now.", id: "words"),
    ]
  }

  fileprivate static func lines<Action: Sendable>(of region: Region?, named: Bool = false) -> [Node<Action>] {
    (region?.lines ?? []).enumerated().map { index, line in
      let name = named ? "\(line.name), \(region?.title ?? "")" : line.name
      return .group(id: "line-\(index + 1)", [number(line.number, of: name), .note(line.about, id: "about")])
    }
  }

  fileprivate static func danger<Action: Sendable>(in region: Region?) -> Node<Action> {
    .section(
      "In danger", id: "danger",
      region.map {
        [
          .text("If you or somebody else is in danger, call the emergency number.", id: "about"),
          number($0.emergency, of: "Emergency, \($0.title)"),
        ]
      } ?? [
        .text(
          "If you or somebody else is in danger, call the emergency number of the country where you are.", id: "about")
      ])
  }

  fileprivate static func steps<Action: Sendable>() -> Node<Action> {
    .section(
      "For the next minutes", id: "steps",
      [
        .list(
          "For the next minutes",
          [
            .row("Go to a place where you are with people, or where it is not at hand.", id: "1"),
            .row("Drink water, and eat something.", id: "2"),
            .row("Breathe out slowly, longer than you breathe in, for two minutes.", id: "3"),
            .row("Wait fifteen minutes before you decide anything.", id: "4"),
          ])
      ])
  }

  fileprivate static func number<Action: Sendable>(_ number: String, of name: String) -> Node<Action> {
    Node.code(number, label: name, id: "number").with { $0.purpose = .phone }
  }
}
