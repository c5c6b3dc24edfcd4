internal import Conversation
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
    ]
    nodes += form.nodes("Who words the messages", builtIn: "The coach itself, without a network") { act in
      switch act {
      case .choose(let way): .chooseModel(way)
      case .fill(let field, let text): .fillModel(field, text)
      case .fillKey(let key): .fillModelKey(key)
      case .save: .saveModel
      }
    }
    if let problem { nodes.append(.problem(problem)) }
    nodes += asking() + [.link("Consent", to: Route(["settings", "consent"]), id: "consent", icon: .book)]
    return Screen(route, title: title, nodes: nodes)
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
