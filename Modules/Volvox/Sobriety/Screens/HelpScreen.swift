internal import Interface
internal import Kernel
internal import Platform

// The crisis card. It needs no network and asks nobody.
extension SobrietyState {
  func helpScreen(_ route: Route, _ surroundings: Surroundings) -> Screen<SobrietyWindowAction> {
    let region = offer.crisis.region(chosen: plan.region, locale: surroundings.locale)
    var nodes: [SobrietyNode] = [
      .heading("Help now", level: 1),
      .text("You do not have to get through this alone. Talk to somebody now.", id: "words"),
    ]
    var people: [SobrietyNode] = []
    if let phone = plan.contactPhone {
      people.append(.group(id: "own", [number(phone, of: plan.contactName ?? "Your contact")]))
    }
    for (index, line) in (region?.lines ?? []).enumerated() {
      people.append(
        .group(
          id: "line-\(index + 1)", [number(line.number, of: line.name), .note(line.about, id: "about")]))
    }
    if !people.isEmpty { nodes.append(.section("Call somebody", id: "people", people)) }
    nodes.append(
      .section(
        "In danger", id: "danger",
        region.map {
          [
            .text("If you or somebody else is in danger, call the emergency number.", id: "about"),
            number($0.emergency, of: "Emergency, \($0.title)"),
          ]
        } ?? [
          .text(
            "If you or somebody else is in danger, call the emergency number of the country where you are.", id: "about"
          )
        ]))
    nodes += [
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
        ]),
      .link(
        plan.contactPhone == nil ? "Add somebody to call" : "Change your contact or the region",
        to: SobrietyPlaces.plan,
        icon: .edit),
      .note("This page works without a network. Opening it tells nobody.", icon: .lock, id: "private"),
    ]
    return Screen(route, title: "Help now", nodes: nodes)
  }

  private func number(_ number: String, of name: String) -> SobrietyNode {
    Node.code(number, label: name, id: "number").with {
      $0.purpose = .phone
    }
  }
}
