internal import Conversation
internal import Days
public import Interface
public import Kernel

typealias VoiceNode = Node<VoiceWindowAction>

// A voice session and its transcript.
extension VoiceState {
  /// The screen of a route in a window.
  public func screen(_ route: Route, in surroundings: Surroundings, at window: WindowID) -> Screen<VoiceWindowAction> {
    let local = windows[window]
    guard route.path != VoicePlaces.kept.path else { return keptScreen(route, surroundings, local) }
    let title = "Voice"
    var nodes: [VoiceNode] = [.heading(title, level: 1)]
    if reading != .done || local.stage == .idle {
      nodes.append(.skeleton("Your coach is coming", lines: 3))
      return Screen(route, title: title, nodes: nodes)
    }
    nodes.append(session(local, surroundings))
    let choices = wishes(canRead: readers.contains(window), isOn: local.stage == .active)
    nodes += standing(local)
    nodes += local.stage == .active ? [choices] + speaking(local) : ended + [choices]
    return Screen(route, title: title, nodes: nodes, dialog: local.dictation.dialog { .dictate($0) })
  }

  /// Both sides as they speak: what the person is saying is the last message until it is whole.
  private func session(_ local: VoiceWindowState, _ surroundings: Surroundings) -> VoiceNode {
    let words = DateWords(surroundings.now)
    var messages = VoiceState.messages(local.transcript, words)
    if let hearing = local.dictation.hearing, !hearing.isEmpty {
      messages.append(
        .message(from: "You", hearing, id: "hearing", at: words.brief(surroundings.now.date), isOwn: true))
    }
    return .conversation("Voice session with your coach", id: "talk", messages)
  }

  static func messages(_ transcript: Transcript, _ words: DateWords) -> [VoiceNode] {
    transcript.messages.enumerated().suffix(VoiceState.mostShown).map { index, message in
      let isOwn = message.author == .person
      return .message(
        from: isOwn ? "You" : "Coach", message.text, id: "m\(index + 1)", at: words.brief(message.at), isOwn: isOwn)
    }
  }

  /// Messages that are shown; older ones stay in the transcript.
  static let mostShown = 200

  private func standing(_ local: VoiceWindowState) -> [VoiceNode] {
    problem.map {
      [.problem($0, dismiss: .dismissProblem)]
    } ?? []
  }

  // MARK: Answering

  private func speaking(_ local: VoiceWindowState) -> [VoiceNode] {
    var nodes: [VoiceNode] = local.dictation.nodes("Speak", showsText: false) { .dictate($0) }
    if local.isCut {
      nodes.append(
        .note(
          "You spoke for too long at once: only the beginning was taken. Say the rest in shorter parts.", icon: .info,
          id: "cut"
        ).with { $0.live = .polite })
    }
    if !local.ways.isEmpty {
      nodes.append(
        .group("Screens", id: "ways", local.ways.map { .link($0.title, to: $0.route, icon: .add) }))
    }
    if !local.suggestions.isEmpty, !local.isBusy {
      nodes.append(
        .group(
          "Suggested answers", id: "suggestions",
          local.suggestions.enumerated().map { .button($1, id: "suggestion-\($0 + 1)", does: .say($1)) }))
    }
    let field = VoiceNode.field(
      "Type your response", id: "text", holds: local.text, draft: { .type($0) }, commit: { .type($0) }
    ) {
      $0.isMultiline = true
      $0.longest = ToolDraft.longestText
      $0.purpose = .notes
      $0.invalid = local.complaint
      $0.enter = .send
    }
    nodes.append(.composer(field, [.button("Send", id: "send", icon: .send, isProminent: true, does: .send)]))
    return nodes
  }

  private var ended: [VoiceNode] {
    [
      .note(
        wishes.keeps
          ? "The session has ended. Its transcript is kept on this device for seven days."
          : "The session has ended. Nothing of it is kept.", icon: .info, id: "ended"),
      .button("Begin another session", id: "again", icon: .microphone, isProminent: true, does: .beginAgain),
    ]
  }

  private func wishes(canRead: Bool, isOn: Bool) -> VoiceNode {
    var nodes: [VoiceNode] = []
    if canRead {
      nodes.append(
        .toggle(
          "Read replies aloud", id: "aloud", isOn: wishes.readsAloud, hint: "The text is always shown as well."
        ) { .readAloud($0) })
    }
    nodes += [
      .toggle(
        "Keep transcripts", id: "keep", isOn: wishes.keeps,
        hint: "On this device alone, for seven days. Recordings are never kept."
      ) { .keep($0) },
      .link("Kept transcripts", to: VoicePlaces.kept, id: "kept", icon: .list),
    ]
    if isOn { nodes.append(.button("End session", id: "end", icon: .close, does: .end)) }
    return .section("This session", id: "wishes", nodes)
  }

  // MARK: Kept transcripts

  private func keptScreen(
    _ route: Route, _ surroundings: Surroundings, _ local: VoiceWindowState
  ) -> Screen<VoiceWindowAction> {
    let title = "Voice transcripts"
    var nodes: [VoiceNode] = [.heading(title, level: 1)]
    if kept.messages.isEmpty {
      nodes.append(
        .empty(
          "No transcripts are kept.",
          because: wishes.keeps
            ? "They are kept from your next message on, for seven days."
            : "Turn on “Keep transcripts” in a voice session.",
          icon: .chat, .link("Voice session", to: VoicePlaces.home, icon: .microphone)))
    } else {
      nodes += [
        .conversation("Kept transcripts", id: "talk", VoiceState.messages(kept, DateWords(surroundings.now))),
        .button("Delete transcripts", id: "delete", icon: .remove, does: .askToDelete),
      ]
    }
    let question: VoiceNode = .dialog(
      "Delete the kept transcripts?", id: "delete-question",
      [.text("They are gone from this device. Nothing else changes.")],
      buttons: [
        .button("Keep them", does: .cancel), .button("Delete", id: "delete-now", isProminent: true, does: .delete),
      ], dismiss: .cancel)
    return Screen(route, title: title, nodes: nodes, dialog: local.isAskedToDelete ? question : nil)
  }
}
