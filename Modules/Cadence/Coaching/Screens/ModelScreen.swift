internal import Interface
internal import Kernel

// The page on which the person chooses who words the coach's messages.
extension CoachingState {
  func modelScreen(_ route: Route, _ local: CoachingWindowState) -> Screen<CoachingWindowAction> {
    let title = "Coach's words"
    let form = local.model ?? ModelForm(choice: choice)
    var nodes: [CoachNode] = [
      .heading(title, level: 1),
      .text(
        "Your plan and its figures are computed on this device, whoever words them. A model only says them in other words; a sentence with a number that is not in your plan is not shown.",
        id: "about"),
      .choice(
        "Who words the messages", id: "way",
        [
          (ModelChoice.Way.builtIn.rawValue, "The coach itself, without a network"),
          (ModelChoice.Way.server.rawValue, "The model of my server"),
          (ModelChoice.Way.own.rawValue, "A model at an address of my own"),
        ], selected: form.choice.way.rawValue
      ) { .chooseModel(ModelChoice.Way(rawValue: $0) ?? .builtIn) },
    ]
    if form.choice.way == .own { nodes += own(form) }
    nodes.append(.button("Save", id: "save", icon: .save, isProminent: true, does: .saveModel))
    if form.isSaved { nodes.append(.note("Saved on this device.", tone: .success, icon: .success, id: "saved")) }
    if let problem { nodes.append(.problem(problem)) }
    nodes += asking() + [.link("Consent", to: Route(["settings", "consent"]), id: "consent", icon: .book)]
    return Screen(route, title: title, nodes: nodes)
  }

  private func own(_ form: ModelForm) -> [CoachNode] {
    [
      .field(
        "Address", id: "address", holds: form.choice.address, draft: { .fillModel(.address, $0) },
        commit: { .fillModel(.address, $0) }
      ) {
        $0.longest = ModelChoice.longestAddress
        $0.example = "https://host/v1/chat/completions"
        $0.invalid = form.complaints[.address]
      },
      .field(
        "Model", id: "model", holds: form.choice.model, draft: { .fillModel(.model, $0) },
        commit: { .fillModel(.model, $0) }
      ) {
        $0.longest = ModelChoice.longestName
        $0.invalid = form.complaints[.model]
      },
      // Write-only, like a password: no frame holds it.
      .field("Key", id: "key", holds: "", commit: { .fillModelKey(Redacted($0)) }) {
        $0.purpose = .password
        $0.longest = ModelChoice.longestKey
      },
      .note(
        form.choice.key == nil ? "Without a key none is sent." : "A key is saved. It is kept encrypted on this device.",
        icon: .lock, id: "key-note"),
    ]
  }

  /// The question whether the chosen model may be used; nothing while none is chosen or it is answered with yes.
  func asking() -> [CoachNode] {
    guard hasModel, consent != true, let name = choice.operatorName else { return [] }
    return [
      .notice(
        "May a language model word my messages? It is operated by \(name), and gets what I am about to say, which can name you, your running and your health. Nothing is sent before you agree, and you can withdraw at any time.",
        id: "ask-model", tone: .info, icon: .chat,
        [.button("Allow the model", id: "allow", icon: .success, does: .decideModel(true))]
          + (consent == nil ? [.button("Talk without it", id: "without", does: .decideModel(false))] : []))
    ]
  }
}
