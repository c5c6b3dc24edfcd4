internal import Conversation
internal import Days
internal import Interface
public import Kernel
internal import Platform
internal import Runners
internal import TrainingPlan

// What a person does in a window.
extension CoachingState {
  public mutating func receive(_ action: CoachingWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route): return appeared(route, in: window, at: now)
    case .left(let route):
      windows[window].complaint = nil
      windows[window].model = nil
      windows[window].hasLookedAgain = false
      if route.path == CoachingPlaces.home.path { isShown = false }
      // Nothing is recorded for a screen that is not shown.
      return dictate(.dismiss, in: window)
    case .type(let text):
      windows[window].complaint = nil
      return keep(text, in: window)
    case .send: return send(in: window, at: now)
    case .answer(let call, let answer): return self.answer(call, answer, in: window, at: now)
    case .edit(let call, let change):
      if asked.contains(where: { $0.id == call }) {
        windows[window].drafts[call, default: ToolDraft()].apply(change)
      }
    case .submit(let call): return submit(call, in: window, at: now)
    case .fold(let id):
      if windows[window].unfolded.remove(id) == nil { windows[window].unfolded.insert(id) }
    case .beginAnyway: if reading == .done, !hasBegun { return speak(.start, at: now) }
    case .retry: return retry(at: now)
    case .change(let field):
      guard reading == .done, hasBegun else { return [] }
      queue = []
      return speak(.changing(field), at: now)
    case .planNow: return planNow(in: window, at: now)
    case .dictate(let action): return dictate(action, in: window)
    case .lookAtMicrophone:
      windows[window].hasLookedAgain = true
      return [.run(.lookAtMicrophone(window), .latest("microphone", of: window))]
    case .openMicrophoneSettings: return [.run(.dictate(.openSettings, window), .latest("speech", of: window))]
    case .decideModel(let isGiven): return [.tell(.modelDecided(isGiven), window)]
    case .chooseModel(let way): choose(way, in: window)
    case .fillModel(let field, let text): fill(field, text, in: window)
    case .fillModelKey(let key): fillKey(key, in: window)
    case .saveModel: return saveModel(in: window, at: now)
    case .dismissProblem:
      problem = nil
    }
    return []
  }

  private mutating func appeared(_ route: Route, in window: WindowID, at now: Moment) -> Steps {
    if route.path == CoachingPlaces.home.path { isShown = true }
    if route.path == CoachingPlaces.microphone.path {
      return [.run(.lookAtMicrophone(window), .latest("microphone", of: window))]
    }
    return beginIfShown(at: now)
  }

  private mutating func retry(at now: Moment) -> Steps {
    problem = nil
    if case .failed = reading {
      reading = .underWay
      return [.run(.load, .latest("load"))]
    }
    if let turn = failedTurn {
      failedTurn = nil
      return say(turn, at: now)
    }
    return beginIfShown(at: now)
  }

  private mutating func planNow(in window: WindowID, at now: Moment) -> Steps {
    guard let runner, runner.planRunner(on: now.day) != nil else { return [] }
    return [.tell(.runnerReady(runner, isAsked: true), window)]
  }

  // MARK: Answers

  private mutating func submit(_ id: String, in window: WindowID, at now: Moment) -> Steps {
    guard let call = asked.first(where: { $0.id == id }) else { return [] }
    var draft = windows[window].drafts[id] ?? ToolDraft()
    let answer = draft.answer(to: call)
    windows[window].drafts[id] = draft
    guard let answer else { return [] }
    return self.answer(id, answer, in: window, at: now)
  }

  private mutating func answer(_ id: String, _ answer: ToolAnswer, in window: WindowID, at now: Moment) -> Steps {
    guard let call = asked.first(where: { $0.id == id }) else { return [] }
    if call.tool == .connectionCard, answer.kind != .skipped, let way = answer.values.first,
      way == RunnerWords.file || ways.contains(way)
    {
      return [.tell(.connectAsked(way), window)]
    }
    windows[window].drafts[id] = nil
    queue = []
    if call.target == PlanPresentation.review, let presentation {
      return review(answer, to: call, of: presentation, in: window, at: now)
    }
    if call.target == CoachRequest.ways {
      return follow(way: answer.values.first ?? "", [.answered(answer, call: id)], in: window, at: now)
    }
    var answers = CoachAnswers(runner: runner ?? Runner(at: now.date), now: now, knownName: knownName)
    let occasion = answers.take(answer, to: call)
    if call.asksForPainLevel, hasPlan, let pain = answers.runner[.currentPain].flatMap({ Int($0) }), 1...3 ~= pain {
      // A few days off are enough; they are chosen on a sheet.
      return add([.answered(answer, call: id)], answers.runner, plans: false, at: now)
        + [.tell(.wished(.hurt), window)] + speak(.adjusted(CoachScript.slightPain), at: now)
    }
    let kept = add([.answered(answer, call: id)], answers.runner, plans: !call.asksForPainPlace, at: now)
    // An answer in the person's own words may tell of a sign, such as an injury that was named.
    if answer.kind == .typed, let sign = WarningSigns.sign(in: answer.words) {
      return kept + [.say(.signFound(sign, answer.words))] + speak(.warningSign(sign), at: now)
    }
    return kept + speak(occasion, at: now)
  }

  // MARK: Free text

  /// Keeps what is typed, for this window and for one that is opened later.
  mutating func keep(_ text: String, in window: WindowID) -> Steps {
    draft = String(text.prefix(ToolDraft.longestText))
    windows[window].text = draft
    return [.run(.keepDraft(draft), .newest("draft"))]
  }

  /// Whether the question that waits is about what hurts, or what the runner would like: their words are its answer.
  private var asksOfHealth: Bool {
    let own: Set<RunnerField> = [.pastInjuries, .challenge, .accomplishment]
    return asked.last.flatMap(CoachAnswers.field).map(own.contains) ?? false
  }

  private mutating func send(in window: WindowID, at now: Moment) -> Steps {
    let text = (windows[window].text ?? draft).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard reading == .done, !text.isEmpty else {
      windows[window].complaint = "Write something first."
      return []
    }
    windows[window].text = ""
    let hushed = dictate(.dismiss, in: window)
    draft = ""
    queue = []
    let kept: Steps = hushed + [.run(.keepDraft(""), .newest("draft"))]
    var answers = CoachAnswers(runner: runner ?? Runner(at: now.date), now: now, knownName: knownName)
    if let pain = SaidPain(in: text), !WarningSigns.isFound(in: text), !asksOfHealth {
      return kept + hurt(pain, [.said(text, message: "p\(next)")], at: now)
    }
    switch answers.hear(text, asked: asked) {
    case .answer(let answer, let call): return kept + self.answer(call.id, answer, in: window, at: now)
    case .free: break
    }
    let said = TranscriptEvent.said(text, message: "p\(next)")
    if let sign = WarningSigns.sign(in: text) {
      return kept + add([said], at: now) + [.say(.signFound(sign, text))] + speak(.warningSign(sign), at: now)
    }
    if CoachQuestion.isFound(in: text), isPlanKnown {
      return kept + add([said], at: now) + explain(text, in: window, at: now)
    }
    if let request = request(in: text, at: now) {
      return kept + follow(request, [said], in: window, at: now)
    }
    if let wish = wish(in: text, at: now) {
      return kept + grant(wish, [said], in: window, at: now) + speak(.adjusted(wish.words), at: now)
    }
    let fields = answers.read(text, besides: nil)
    return kept + add([said], fields.isEmpty ? nil : answers.runner, at: now)
      + speak(fields.isEmpty ? .unclear : .told(fields), at: now)
  }
}
