internal import Conversation
internal import Interface
internal import Kernel

// The model that may word the coach's messages: its choice, and the consent to it.
extension CoachingState {
  /// Whether a model may be asked: one is chosen, and the person has consented to it.
  var mayAskModel: Bool { hasModel && choice.way != .builtIn && consent == true }

  /// Whether the person has to decide about the chosen model before the conversation begins.
  var isConsentOpen: Bool { hasModel && choice.way != .builtIn && consent == nil }

  /// Takes the person's decision; nil while there is none. A reply under way is ended at once, and said in the script's words.
  mutating func consented(_ consent: Bool?, at now: Moment) -> Steps {
    self.consent = consent
    return followModel(at: now)
  }

  /// Ends what may not go on, and begins the conversation if it waited for the decision.
  mutating func followModel(at now: Moment) -> Steps {
    guard !mayAskModel else { return beginIfShown(at: now) }
    failures = 0
    guard let turn = failedTurn else { return beginIfShown(at: now) }
    failedTurn = nil
    problem = nil
    let isSpeaking = speaking != nil
    return (isSpeaking ? [.stop(.unawaited("speech"))] : []) + say(turn, at: now)
  }

  // MARK: The page of the choice

  mutating func choose(_ way: ModelChoice.Way, in window: WindowID) {
    var form = windows[window].model ?? ModelForm(choice: choice)
    form.choose(way)
    windows[window].model = form
  }

  mutating func fill(_ field: ModelField, _ text: String, in window: WindowID) {
    var form = windows[window].model ?? ModelForm(choice: choice)
    form.fill(field, text)
    windows[window].model = form
  }

  mutating func fillKey(_ key: Redacted<String>, in window: WindowID) {
    var form = windows[window].model ?? ModelForm(choice: choice)
    form.fillKey(key)
    windows[window].model = form
  }

  mutating func saveModel(in window: WindowID, at now: Moment) -> Steps {
    guard reading == .done else { return [] }
    var form = windows[window].model ?? ModelForm(choice: choice)
    guard form.isComplete() else {
      windows[window].model = form
      return []
    }
    let isOther =
      form.choice.way != choice.way || form.choice.operatorName != choice.operatorName
    form.isSaved = true
    windows[window].model = form
    choice = form.choice
    // A consent was given to one operator; another one is asked for anew.
    let asks: Steps = isOther && consent == true && choice.way != .builtIn ? [.tell(.modelChanged, window)] : []
    if !asks.isEmpty { consent = nil }
    return [.run(.keepChoice(choice), .inOrder("choice"))] + asks + followModel(at: now)
  }
}
