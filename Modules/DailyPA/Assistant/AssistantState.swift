public import Conversation
internal import Days
internal import Interface
public import Kernel
internal import Phrases
internal import Platform
internal import Recurrence

/// The state of one window: the line on top, the message that is being written, and a change that is asked about.
public struct AssistantWindowState: LocalState {
  var line = ""
  var reading: PhraseReading?
  /// The todos of the line, if it names several.
  var parts: LineParts?
  /// The numbers of those that the person left out, on the line or in the dialog of the conversation.
  var leftOut: Set<Int> = []
  /// The person chose the other one of two near readings.
  var isOther = false
  /// The person chose one of two near readings.
  var isChosen = false
  /// The line that was sent to be added or to a form; nil once it is saved.
  var sent: SentLine?
  /// Number of todos of the conversation that are being added.
  var confirmed = 0
  var problem: Problem?
  var message = ""
  /// The message was sent while it was empty.
  var isMessageMissing = false
  var isAnswering = false
  public internal(set) var dictation = Dictation(.commandMicrophone, longest: PhraseReading.longest)
  var change: ChatChange?
  var query = ""
  var finds: AssistantFinds?
  var choices = PlanChoices()
  /// The choice of a model; nil until the one of this device is known.
  var model: ModelForm?
  var modelProblem: Problem?
  /// The plan that is shown; nil while it is made.
  var planned: PlannedDay?

  public init() {}
}

/// The line as it was when it was sent to be added or to a form.
struct SentLine: Sendable, Equatable {
  let text: String
  let kind: PhraseKind
}

/// A message of the conversation.
struct ChatTurn: Sendable, Equatable {
  let isOwn: Bool
  let text: String
  let at: Date
  var rows: [ChatRow] = []
  var suggestion: Suggestion?
  /// The model that answered; nil for the person's messages and answers of this device.
  var source: ChatSource?
  var trouble: Problem?
}

/// The conversation of the session, and the state of every window.
public struct AssistantState: WindowedDeciding {
  /// Messages of the session that are kept.
  static let most = 200

  var turns: [ChatTurn] = []
  /// Messages that were dropped from the beginning, so that those kept have stable numbers.
  var dropped = 0
  public var windows = WindowStates<AssistantWindowState>()

  public init() {}

  public typealias Steps = [Step<AssistantEffect, AssistantEvent>]

  public mutating func receive(_ action: AssistantAction, at now: Moment) -> Steps {
    switch action {
    case .answered(let answer, let window):
      windows[window].isAnswering = false
      windows[window].change = answer.change
      if case .add? = answer.change { windows[window].leftOut = [] }
      say(
        ChatTurn(
          isOwn: false, text: answer.text, at: now.date, rows: answer.rows, suggestion: answer.suggestion,
          source: answer.source, trouble: answer.trouble))
      if let route = answer.opens { return [.tell(.shown(route), window)] }
      return answer.suggestion.map { [.tell(.suggested($0), window)] } ?? []
    case .found(let finds, let window):
      if windows[window].query == finds.query { windows[window].finds = finds }
    case .planned(let planned, let window): windows[window].planned = planned
    case .arranged(let window): return plan(in: window, now)
    case .saved(let kind, let window):
      // The line stays until what it says is saved.
      if let sent = windows[window].sent, sent.kind == kind {
        if sent.text == windows[window].line { wipe(window) }
        windows[window].sent = nil
      }
      if windows[window].confirmed > 0, kind == .todo {
        let count = windows[window].confirmed
        windows[window].confirmed = 0
        say(ChatTurn(isOwn: false, text: count == 1 ? "It is saved." : "They are saved.", at: now.date))
      }
      if let last = turns.last, !last.isOwn, last.suggestion?.kind == kind {
        say(ChatTurn(isOwn: false, text: "It is saved.", at: now.date))
      }
    case .chosen(let choice, let window):
      if windows[window].model == nil { windows[window].model = ModelForm(choice: choice) }
    case .kept(let window): windows[window].model?.isSaved = true
    case .notChosen(let problem, let window): windows[window].modelProblem = problem
    case .dictation(let news, let window): return dictate(news, in: window, now)
    }
    return []
  }

  public mutating func receive(_ action: AssistantWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .type(let text): type(text, in: window, now)
    case .choose(let isOther): (windows[window].isOther, windows[window].isChosen) = (isOther, true)
    case .enter: return enter(in: window, now)
    case .add(let kind): return add(as: kind, in: window, now)
    case .suggest(let kind): return suggest(as: kind, in: window, now)
    case .tick(let number, let isOn):
      if isOn { windows[window].leftOut.remove(number) } else { windows[window].leftOut.insert(number) }
    case .addParts: return addParts(in: window, now)
    case .clear: wipe(window)
    case .write(let text):
      windows[window].message = String(text.prefix(PhraseReading.longest))
      windows[window].isMessageMissing = false
    case .send: return dictate(.dismiss, in: window, now) + send(windows[window].message, from: window, now)
    case .dictate(let action): return dictate(action, in: window, now)
    case .ask(let text): return send(text, from: window, now)
    case .review(let number):
      guard turns.indices.contains(number - dropped), let suggestion = turns[number - dropped].suggestion else {
        return []
      }
      return [.tell(.suggested(suggestion), window)]
    case .confirm:
      guard let change = windows[window].change else { return [] }
      return confirm(change, in: window)
    case .cancel: (windows[window].change, windows[window].leftOut) = (nil, [])
    case .model(let act): return choose(act, in: window)
    case .choosePlan(let choices): return choose(choices, in: window, now)
    case .confirmPlan: return confirmPlan(in: window)
    case .search(let text): return search(text, in: window, now)
    case .appeared(let route):
      // What was found may have changed meanwhile.
      if route.path == AssistantPlaces.search.path { return search(windows[window].query, in: window, now) }
      if route.path == AssistantPlaces.plan.path { return plan(in: window, now) }
      if route.path == AssistantPlaces.model.path {
        return [.run(.readChoice(in: window), .latest("choice", of: window))]
      }
    // Nothing is recorded for a screen that is not shown.
    case .left(let route):
      if route.path == AssistantPlaces.model.path { (windows[window].model, windows[window].modelProblem) = (nil, nil) }
      if route.path == AssistantPlaces.home.path { return dictate(.dismiss, in: window, now) }
    }
    return []
  }

  // MARK: Speech

  /// Applies an act or news of speech. What was said is sent, and stands in the conversation; whatever it asks for is confirmed
  /// before it changes anything. While an answer is on its way the words wait in the field, as do those that were cut or that a
  /// failing recording left.
  private mutating func dictate(_ action: Dictation.Action, in window: WindowID, _ now: Moment) -> Steps {
    switch windows[window].dictation.receive(action) {
    case .took(let text):
      guard !windows[window].isAnswering, windows[window].dictation.phase != .review(isCut: true) else {
        windows[window].message = text
        return []
      }
      _ = windows[window].dictation.receive(.dismiss)
      return send(text, from: window, now)
    case .kept(let text):
      let message = windows[window].message
      windows[window].message = Dictation.joined(message, text, most: PhraseReading.longest).text
      windows[window].isMessageMissing = false
      return []
    // Nothing waits for a person who speaks or decides.
    case .request(let request) where request == .listen || request == .ask:
      return [.run(.dictate(request, in: window), .unawaited("dictation", of: window))]
    case .request(let request): return [.run(.dictate(request, in: window), .latest("dictation-step", of: window))]
    case nil: return []
    }
  }

  // MARK: The line

  private mutating func type(_ text: String, in window: WindowID, _ now: Moment) {
    let text = String(text.prefix(PhraseReading.longest))
    guard text != windows[window].line else { return }
    windows[window].line = text
    (windows[window].isOther, windows[window].isChosen, windows[window].leftOut) = (false, false, [])
    (windows[window].reading, windows[window].parts, windows[window].problem) = (nil, nil, nil)
    guard !text.trimmed.isEmpty else { return }
    do throws(Problem) {
      windows[window].reading = try PhraseReading(of: text, at: now, settings: PhraseSettings(locale: now.locale))
      windows[window].parts = LineParts(of: text, at: now)
    } catch {
      windows[window].problem = error
    }
  }

  mutating func wipe(_ window: WindowID) {
    windows[window].line = ""
    (windows[window].reading, windows[window].parts, windows[window].problem) = (nil, nil, nil)
    (windows[window].isOther, windows[window].isChosen, windows[window].leftOut) = (false, false, [])
    windows[window].sent = nil
  }

  /// The reading of the line with the start that the person chose.
  func chosen(_ local: AssistantWindowState) -> PhraseReading? {
    guard var reading = local.reading else { return nil }
    guard local.isOther, let other = reading.other, let start = reading.start else { return reading }
    if let end = reading.end {
      let length = end.day * 86_400 + end.second - start.day * 86_400 - start.second
      let (day, rest) = CivilDate.split(other.day * 86_400 + other.second + length)
      reading.end = LocalTime(day: day, second: rest, isDay: end.isDay)
    }
    (reading.start, reading.other) = (other, start)
    return reading
  }

  // MARK: The conversation

  private mutating func say(_ turn: ChatTurn) {
    turns.append(turn)
    if turns.count > AssistantState.most {
      turns.removeFirst()
      dropped += 1
    }
  }

  mutating func send(_ text: String, from window: WindowID, _ now: Moment) -> Steps {
    let text = text.trimmed
    guard !windows[window].isAnswering else { return [] }
    windows[window].isMessageMissing = text.isEmpty
    if text.isEmpty { return [] }
    windows[window].message = ""
    let message = ChatMessage(text, after: turns)
    say(ChatTurn(isOwn: true, text: text, at: now.date))
    do throws(Problem) {
      let question = try ChatQuestion(text, at: now)
      windows[window].isAnswering = true
      return [.run(.answer(question, to: message, at: now, in: window), .inOrder("chat"))]
    } catch {
      say(ChatTurn(isOwn: false, text: error.sentence, at: now.date))
      return []
    }
  }
}

extension AssistantState {
  // MARK: The model

  private mutating func choose(_ act: ModelForm.Act, in window: WindowID) -> Steps {
    guard var form = windows[window].model else { return [] }
    windows[window].modelProblem = nil
    defer { windows[window].model = form }
    switch act {
    case .choose(let way): form.choose(way)
    case .fill(let field, let text): form.fill(field, text)
    case .fillKey(let key): form.fillKey(key)
    case .save:
      guard form.isComplete() else { return [] }
      return [.run(.keepChoice(form.choice, in: window), .inOrder("choice"))]
    }
    return []
  }
}

extension String {
  /// Without spaces and line breaks at its ends.
  var trimmed: String {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[start...last])
  }
}
