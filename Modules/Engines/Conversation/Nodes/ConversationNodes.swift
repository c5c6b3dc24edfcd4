public import Interface
public import Platform

/// The actions of a conversation's nodes.
public struct ConversationActions<Action: Sendable>: Sendable {
  let answer: @Sendable (_ call: String, ToolAnswer) -> Action
  let edit: @Sendable (_ call: String, ToolDraft.Change) -> Action
  let submit: @Sendable (_ call: String) -> Action
  let fold: @Sendable (_ id: String) -> Action

  /// - Parameters:
  ///   - answer: An answer by one tap.
  ///   - edit: A change of an answer that was not sent yet.
  ///   - submit: Sends the answer that is drafted.
  ///   - fold: Folds or unfolds a thinking stream.
  public init(
    answer: @escaping @Sendable (_ call: String, ToolAnswer) -> Action,
    edit: @escaping @Sendable (_ call: String, ToolDraft.Change) -> Action,
    submit: @escaping @Sendable (_ call: String) -> Action, fold: @escaping @Sendable (_ id: String) -> Action
  ) {
    self.answer = answer
    self.edit = edit
    self.submit = submit
    self.fold = fold
  }
}

/// Draws a transcript as messages, each with the nodes of its calls. `drafts` and `unfolded` are those of the window.
public struct ConversationNodes<Action: Sendable>: Sendable {
  let assistant: String
  let actions: ConversationActions<Action>
  let drafts: [String: ToolDraft]
  let unfolded: Set<String>
  let asked: Set<String>

  /// - Parameter asked: The calls that can be answered; other open ones show their question alone.
  public init(
    assistant: String, asked: [ScreenCall], drafts: [String: ToolDraft], unfolded: Set<String>,
    _ actions: ConversationActions<Action>
  ) {
    self.assistant = assistant
    self.asked = Set(asked.map(\.id))
    self.drafts = drafts
    self.unfolded = unfolded
    self.actions = actions
  }

  /// The messages as nodes. `time` writes an instant; `ways` adds nodes to a message of the person.
  public func nodes(
    of messages: some Sequence<Transcript.Message>, time: (Date) -> String,
    ways: (Transcript.Message) -> [Node<Action>] = { _ in [] }
  ) -> [Node<Action>] {
    messages.map { message in
      let isOwn = message.author == .person
      return .message(
        from: isOwn ? "You" : assistant, message.text, id: Self.id(message.id), at: time(message.at), isOwn: isOwn,
        isOwn ? ways(message) : parts(message)
      ).with { $0.isBusy = !message.hasEnded }
    }
  }

  /// An identifier of a node: letters, digits and hyphens.
  static func id(_ id: String) -> String { String(id.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }) }

  private func parts(_ message: Transcript.Message) -> [Node<Action>] {
    var parts: [Node<Action>] = []
    if !message.thinking.isEmpty {
      let lines = message.thinking.split(whereSeparator: \.isNewline).enumerated().map {
        Node<Action>.text(String($1), id: "thought-\($0 + 1)")
      }
      // While it is being thought it is in view; afterwards it folds.
      parts +=
        message.hasEnded
        ? fold("Thinking", message.id, lines) : [.note("Thinking", icon: .lightbulb, id: "thinking")] + lines
    }
    if !message.hasEnded, message.text.isEmpty { parts.append(.progress("\(assistant) is writing", id: "writing")) }
    return parts + message.calls.flatMap(nodes)
  }

  private func nodes(_ call: Transcript.Call) -> [Node<Action>] {
    guard let screen = ScreenCall(call.call) else { return [] }
    let id = Self.id(call.call.id)
    switch call.phase {
    case .loading: return [.skeleton("Loading", id: id, lines: 2)]
    case .ready where !screen.tool.asks: return [.group(screen.question ?? "", id: id, figure(screen))]
    case .ready where asked.contains(call.call.id):
      return [.group(isList(screen) ? "" : screen.question ?? "", id: id, question(screen))]
    case .answered(let answer) where screen.tool == .multipleChoice && !screen.flag("allowMultiple"):
      // The option that was chosen stays, highlighted.
      let chosen = screen.options.filter { answer.values.contains($0.id) }
      guard !chosen.isEmpty else { return screen.question.map { [.text($0, id: id)] } ?? [] }
      return [
        .list(
          screen.question ?? "Answer", id: id,
          chosen.map { .row($0.label, id: Self.id($0.id)).with { $0.isSelected = true } })
      ]
    case .ready, .answered:
      return screen.question.map { [.text($0, id: id)] } ?? []
    }
  }

  func fold(_ title: String, _ id: String, _ content: [Node<Action>]) -> [Node<Action>] {
    let isOpen = unfolded.contains(id)
    let button = Node<Action>.button(title, id: "fold", icon: .lightbulb, does: actions.fold(id))
      .with { $0.isExpanded = isOpen }
    return [button] + (isOpen ? content : [])
  }
}
