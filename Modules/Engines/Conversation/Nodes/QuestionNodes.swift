internal import Interface

// The nodes of the calls that ask for an answer.
extension ConversationNodes {
  func question(_ call: ScreenCall) -> [Node<Action>] {
    answers(call, drafts[call.id] ?? ToolDraft()) + skip(call)
  }

  /// Whether the options are a list, which has the question as its title.
  func isList(_ call: ScreenCall) -> Bool {
    [.multipleChoice, .connectionCard].contains(call.tool) && !call.flag("allowMultiple")
      && call.options.contains { $0.about != nil }
  }

  private func answers(_ call: ScreenCall, _ draft: ToolDraft) -> [Node<Action>] {
    let id = call.id
    switch call.tool {
    case .multipleChoice where call.flag("allowMultiple"):
      return call.options.map { option in
        .checkbox(option.label, id: "option-\(Self.id(option.id))", is: draft.chosen.contains(option.id) ? .on : .off) {
          actions.edit(id, .choose(option.id, $0))
        }
      } + other(call, draft) + [done(id)] + complaint(draft)
    case .multipleChoice: return taps(call) + other(call, draft) + (draft.isTyping ? [send(id)] : [])
    case .connectionCard: return taps(call)
    case .confirmation:
      let (yes, no) = (call.text("confirmLabel") ?? "Yes", call.text("denyLabel") ?? "No")
      return [
        .button(
          yes, id: "confirm", icon: .success, isProminent: true,
          does: actions.answer(id, ToolAnswer(.confirmed, words: yes))),
        .button(no, id: "deny", icon: .edit, does: actions.answer(id, ToolAnswer(.denied, words: no))),
      ]
    case .daySelector:
      return ToolDraft.week.map { day in
        .checkbox(day.label, id: "day-\(day.id)", is: draft.chosen.contains(day.id) ? .on : .off) {
          actions.edit(id, .choose(day.id, $0))
        }
      } + [done(id)] + none(call) + complaint(draft)
    case .openInput: return suggestions(call)
    case .numericInput, .paceInput, .dateInput: return suggestions(call) + [field(call, draft), send(id)]
    default: return []
    }
  }

  /// One button for each option; options with a description are rows that say it.
  private func taps(_ call: ScreenCall) -> [Node<Action>] {
    let id = call.id
    func act(_ option: ScreenCall.Option) -> Action {
      actions.answer(id, ToolAnswer(.chosen, [option.id], words: option.label))
    }
    guard isList(call) else {
      return call.options.map { .button($0.label, id: "option-\(Self.id($0.id))", does: act($0)) }
    }
    return [
      .list(
        call.question ?? "Answers", id: "options",
        call.options.map { .row($0.label, id: Self.id($0.id), value: $0.about, does: act($0)) })
    ]
  }

  private func suggestions(_ call: ScreenCall) -> [Node<Action>] {
    let unit = call.text("unit")
    return call.suggestions.enumerated().map { index, text in
      var draft = ToolDraft()
      draft.apply(.type(text))
      // A suggestion is an answer like one that is typed; one that is none shows its own words.
      let answer = draft.answer(to: call) ?? ToolAnswer(.typed, [text], words: text)
      let label = unit != nil && call.tool != .openInput ? answer.words : text
      return .button(label, id: "suggestion-\(index + 1)", does: actions.answer(call.id, answer))
    }
  }

  private func other(_ call: ScreenCall, _ draft: ToolDraft) -> [Node<Action>] {
    guard call.flag("allowFreeText") else { return [] }
    guard draft.isTyping else { return [.button("Other", id: "other", does: actions.edit(call.id, .beginTyping))] }
    return [field(call, draft)]
  }

  private func field(_ call: ScreenCall, _ draft: ToolDraft) -> Node<Action> {
    let id = call.id
    let (label, role, example): (String, Role, String?) =
      switch call.tool {
      case .numericInput: (call.text("unit").map { "Number of \($0)" } ?? "Number", .textbox, "25")
      case .paceInput: (call.text("unit").map { "Pace in \($0)" } ?? "Pace", .textbox, "6:30")
      case .dateInput: ("Day", .datefield, nil)
      default: ("Your answer", .textbox, nil)
      }
    return .field(
      label, id: "field", holds: draft.text, role: role, draft: { actions.edit(id, .type($0)) },
      commit: { actions.edit(id, .type($0)) }
    ) {
      $0.longest = 200
      $0.example = example
      $0.invalid = draft.complaint
    }
  }

  private func skip(_ call: ScreenCall) -> [Node<Action>] {
    guard let label = call.skip else { return [] }
    let isWay = call.tool == .connectionCard
    return [
      .button(label, id: "skip", isProminent: isWay, does: actions.answer(call.id, ToolAnswer(.skipped, words: label)))
    ]
  }

  private func none(_ call: ScreenCall) -> [Node<Action>] {
    call.text("noneLabel").map { label in
      [.button(label, id: "none", does: actions.answer(call.id, ToolAnswer(.chosen, [], words: label)))]
    } ?? []
  }

  private func done(_ id: String) -> Node<Action> {
    .button("Done", id: "done", icon: .success, isProminent: true, does: actions.submit(id))
  }

  private func send(_ id: String) -> Node<Action> {
    .button("Answer", id: "send", icon: .send, does: actions.submit(id))
  }

  private func complaint(_ draft: ToolDraft) -> [Node<Action>] {
    draft.complaint.map { [.note($0, tone: .warning, icon: .warning, id: "complaint")] } ?? []
  }
}
