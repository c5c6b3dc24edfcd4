internal import Interface
internal import Kernel
internal import Phrases

// What is added without a form: the line on Enter and on its buttons, and the todos that the person has confirmed.
extension AssistantState {
  /// The certainty from which on Enter adds what was read.
  private static let sureEnough = 0.5

  mutating func enter(in window: WindowID, _ now: Moment) -> Steps {
    let local = windows[window]
    guard let reading = chosen(local) else { return [] }
    if local.parts != nil { return addParts(in: window, now) }
    guard reading.kind != .none else {
      let steps = send(local.line, from: window, now)
      // While an answer is on its way the question waits on the line.
      if steps.isEmpty { return [] }
      wipe(window)
      return steps + [.tell(.shown(AssistantPlaces.home), window)]
    }
    return reading.sure >= AssistantState.sureEnough
      ? add(as: reading.kind, in: window, now) : suggest(as: reading.kind, in: window, now)
  }

  /// Adds what the line says, or opens its form where something is missing or two readings are near.
  mutating func add(as kind: PhraseKind, in window: WindowID, _ now: Moment) -> Steps {
    let local = windows[window]
    guard let reading = chosen(local) else { return [] }
    guard reading.isWhole(as: kind), reading.ask == nil || local.isChosen else {
      return suggest(as: kind, in: window, now)
    }
    windows[window].reading?.kind = kind
    windows[window].sent = SentLine(text: local.line, kind: kind)
    return [.tell(.decided([Suggestion(reading, as: kind, at: now)]), window)]
  }

  mutating func suggest(as kind: PhraseKind, in window: WindowID, _ now: Moment) -> Steps {
    guard let reading = chosen(windows[window]) else { return [] }
    windows[window].reading?.kind = kind
    windows[window].sent = SentLine(text: windows[window].line, kind: kind)
    return [.tell(.suggested(Suggestion(reading, as: kind, at: now)), window)]
  }

  /// Adds the todos of the line that are ticked.
  mutating func addParts(in window: WindowID, _ now: Moment) -> Steps {
    let local = windows[window]
    let kept = local.suggestions(at: now).enumerated().filter { !local.leftOut.contains($0.offset) }.map(\.element)
    guard !kept.isEmpty else { return [] }
    windows[window].sent = SentLine(text: local.line, kind: .todo)
    return [.tell(.decided(kept), window)]
  }

  /// Carries out a change that the person has confirmed in the dialog.
  mutating func confirm(_ change: ChatChange, in window: WindowID) -> Steps {
    guard case .add(let suggestions) = change else {
      windows[window].change = nil
      return [.tell(.confirmed(change), window)]
    }
    let kept = suggestions.enumerated().filter { !windows[window].leftOut.contains($0.offset) }.map(\.element)
    guard !kept.isEmpty else { return [] }
    (windows[window].change, windows[window].leftOut, windows[window].confirmed) = (nil, [], kept.count)
    return [.tell(.decided(kept), window)]
  }
}

extension AssistantWindowState {
  /// The todos of the line, in the order of its text.
  func suggestions(at now: Moment) -> [Suggestion] {
    (parts?.readings ?? []).map { Suggestion($0, as: .todo, at: now) }
  }
}

extension PhraseReading {
  /// Whether nothing is missing that its kind must have.
  func isWhole(as kind: PhraseKind) -> Bool {
    switch kind {
    case .todo: title != nil
    case .event: title != nil && start != nil
    case .expense: amount != nil
    case .none: false
    }
  }
}
