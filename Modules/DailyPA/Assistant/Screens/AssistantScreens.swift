internal import Conversation
internal import Days
public import Interface
public import Kernel
internal import Phrases

// The conversation.
extension AssistantState {
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<AssistantWindowAction> {
    if route.path == AssistantPlaces.search.path { return searchScreen(route, in: surroundings, at: window) }
    if route.path == AssistantPlaces.plan.path { return planScreen(route, in: surroundings, at: window) }
    if route.path == AssistantPlaces.model.path { return modelScreen(route, at: window) }
    let local = windows[window]
    let words = DateWords(surroundings.now)
    var nodes: [AssistantNode] = [.heading("Assistant", level: 1)]
    if turns.isEmpty {
      nodes.append(
        .empty(
          "Ask about your own data, or add something.", because: ChatAnswer.hint, icon: .chat,
          .button("What is due today?", id: "try", icon: .chat, does: .ask("What is due today?"))))
    } else {
      nodes.append(.conversation("Messages", id: "messages", messages(words)))
    }
    if local.isAnswering { nodes.append(.progress("Answering", id: "answering")) }
    let speech = local.dictation.nodes("Speak") { AssistantWindowAction.dictate($0) }
    let isQuiet = local.dictation.phase == .idle
    if !isQuiet { nodes += speech }
    let field = AssistantNode.field(
      "Message", id: "text", holds: local.message, draft: { .write($0) }, commit: { .write($0) }
    ) {
      $0.example = "Free on Friday?"
      $0.longest = PhraseReading.longest
      $0.isMultiline = true
      $0.invalid = local.isMessageMissing ? "Write a question, or something to add." : nil
      $0.enter = .send
    }
    let send = AssistantNode.button("Send", id: "send", icon: .send, isProminent: true, does: .send)
      .with { $0.isBusy = local.isAnswering }
    nodes.append(.link("Assistant's answers", to: AssistantPlaces.model, id: "model", icon: .settings))
    nodes.append(.composer(field, (isQuiet ? speech : []) + [send]))
    return Screen(
      route, title: "Assistant", nodes: nodes,
      dialog: local.change.map { dialog($0, words, window) } ?? local.dictation.dialog { .dictate($0) })
  }

  private func messages(_ words: DateWords) -> [AssistantNode] {
    turns.enumerated().map { place, turn in
      let number = dropped + place
      var children: [AssistantNode] = []
      if !turn.rows.isEmpty {
        children.append(
          .list(
            "Found", id: "rows",
            turn.rows.enumerated().map { .row($1.title, id: "row-\($0 + 1)", value: $1.value, to: $1.route) }))
      }
      if let source = turn.source {
        children.append(
          .note(
            "Written by the model of \(source.name). Nothing is saved before you confirm it.", icon: .info, id: "source"
          ))
      }
      if let trouble = turn.trouble {
        children.append(
          .note(
            "The model did not answer, so this device did. \(trouble.sentence)", tone: .warning, icon: .warning,
            id: "trouble"))
      }
      if turn.suggestion != nil {
        children.append(.button("Open the form again", id: "review", icon: .edit, does: .review(number)))
      }
      return .message(
        from: turn.isOwn ? "You" : "Assistant", turn.text, id: "message-\(number + 1)", at: words.brief(turn.at),
        isOwn: turn.isOwn, children)
    }
  }

  private func modelScreen(_ route: Route, at window: WindowID) -> Screen<AssistantWindowAction> {
    let (title, local) = ("Assistant's answers", windows[window])
    var nodes: [AssistantNode] = [
      .heading(title, level: 1),
      .text(
        "A model gets the messages that you write to the assistant, what it answered itself, the day, the time and your time zone. It gets none of your todos, events, expenses and receipts: questions about them are answered on this device. It can only propose; you confirm each change.",
        id: "about"),
    ]
    if let form = local.model {
      nodes += form.nodes("Who answers", builtIn: "This device, without a network") { .model($0) }
    } else if local.modelProblem == nil {
      nodes.append(.skeleton("Loading the choice", lines: 2))
    }
    if let problem = local.modelProblem {
      nodes.append(.notice(problem.sentence, id: "problem", tone: .warning, icon: .warning))
    }
    return Screen(route, title: title, nodes: nodes)
  }

  private func dialog(_ change: ChatChange, _ words: DateWords, _ window: WindowID) -> AssistantNode {
    if case .add(let suggestions) = change {
      let leftOut = windows[window].leftOut
      return .dialog(
        change.question(words), id: "change", AssistantState.ticks(suggestions, leftOut, words),
        buttons: [
          .button("Cancel", id: "cancel", does: .cancel),
          AssistantState.adding(suggestions.count - leftOut.count, id: "confirm", does: .confirm),
        ], dismiss: .cancel)
    }
    let (title, button): (String, String) =
      switch change {
      case .add: ("Add todos?", "Add todos")
      case .complete: ("Complete this todo?", "Complete todo")
      case .move: ("Move this todo?", "Move todo")
      case .moveEvent: ("Move this event?", "Move event")
      }
    return .dialog(
      title, id: "change", [.text(change.question(words), id: "words")],
      buttons: [
        .button("Cancel", id: "cancel", does: .cancel),
        .button(button, id: "confirm", icon: .success, isProminent: true, does: .confirm),
      ], dismiss: .cancel)
  }
}
