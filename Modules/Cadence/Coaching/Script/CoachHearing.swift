internal import Conversation
internal import Days
internal import Kernel
internal import Runners
internal import TrainingPlan

/// The meaning of a runner's text: the answer to a question, or something of its own.
enum HeardText: Sendable, Hashable {
  case answer(ToolAnswer, ScreenCall)
  case free
}

extension CoachAnswers {
  /// Decides which question a text answers, if one. The words of an option, a suggestion or the skip label count as a tap on it.
  func hear(_ text: String, asked: [ScreenCall]) -> HeardText {
    guard !WarningSigns.isFound(in: text), let call = asked.last else { return .free }
    let plain = text.lowercased()
    if let option = call.options.first(where: { $0.label.lowercased() == plain || $0.id.lowercased() == plain }) {
      return .answer(ToolAnswer(.chosen, [option.id], words: option.label), call)
    }
    if let skip = call.skip, skip.lowercased() == plain { return .answer(ToolAnswer(.skipped, words: skip), call) }
    switch call.tool {
    case .openInput: return .answer(ToolAnswer(.typed, [text], words: text), call)
    case .confirmation: return confirmation(plain, text, call)
    case .numericInput, .paceInput, .dateInput:
      var draft = ToolDraft()
      draft.apply(.type(text))
      if text.count <= 20, let answer = draft.answer(to: call) { return .answer(answer, call) }
    case .daySelector where plain.hasPrefix("no"): return .answer(ToolAnswer(.chosen, [], words: text), call)
    default: break
    }
    guard let field = Self.field(of: call) else { return .free }
    if let value = RunnerReading(text, on: now.day, miles: runner.isMiles).values[field] {
      return .answer(Self.asRead(value, field, text, runner), call)
    }
    let takesText: Set<RunnerField> = [.challenge, .pastInjuries, .raceDistance, .targetTime]
    return takesText.contains(field) && text.count <= 200
      ? .answer(ToolAnswer(.typed, [text], words: text), call) : .free
  }

  private func confirmation(_ plain: String, _ text: String, _ call: ScreenCall) -> HeardText {
    let yes = ["yes", "yep", "right", "correct", call.text("confirmLabel")?.lowercased()]
    if yes.contains(plain) { return .answer(ToolAnswer(.confirmed, words: text), call) }
    if plain == "no" || plain == call.text("denyLabel")?.lowercased() {
      return .answer(ToolAnswer(.denied, words: text), call)
    }
    return .free
  }

  /// A value that was read from a text, as the answer that carries it.
  private static func asRead(_ value: String, _ field: RunnerField, _ text: String, _ runner: Runner) -> ToolAnswer {
    switch field {
    case .volume, .longestRun:
      let number = (Double(value) ?? 0) / runner.metresPerUnit
      return ToolAnswer(.typed, [String(number)], words: text)
    case .availableDays, .blockedDays:
      return ToolAnswer(.typed, value.split(separator: ",").map(String.init), words: text)
    default: return ToolAnswer(.typed, [value], words: text)
    }
  }
}
