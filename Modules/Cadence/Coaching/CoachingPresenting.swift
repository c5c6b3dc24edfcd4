internal import Conversation
internal import Days
internal import Interface
internal import Kernel
internal import Platform
internal import Runners
internal import TrainingPlan

// The presentation of a plan, and the answer to it.
extension CoachingState {
  /// The questions that can be answered: those of the newest message that asks, without one about a plan that does not wait
  /// any more.
  var asked: [ScreenCall] {
    transcript.asked.filter { call in
      guard call.target == PlanPresentation.review else { return true }
      return presentation.map { call.id.hasPrefix($0.prefix) } ?? false
    }
  }

  var presentation: PlanPresentation? {
    guard let runner, let telling else { return nil }
    return PlanPresentation(telling: telling, words: CoachWords(runner), isChange: hasPlan)
  }

  private func wasSaid(_ id: String, of presentation: PlanPresentation) -> Bool {
    let start = presentation.prefix + id
    return transcript.messages.contains { message in
      message.hasEnded && message.calls.contains { $0.call.id.hasPrefix(start) }
    }
  }

  /// Presents the plan that waits for an answer, once: as far as it was not said before the process ended.
  mutating func present(at now: Moment) -> Steps {
    guard reading == .done, speaking == nil, queue.isEmpty, runner?.stage == .ready, asked.isEmpty,
      failedTurn == nil, let presentation, !wasSaid("review", of: presentation)
    else { return [] }
    var parts = presented.flatMap { hasPlan ? nil : presentation.parts(since: $0) } ?? presentation.parts
    // The opening, and messages without a chart, are said again with what comes after them.
    if let last = parts.lastIndex(where: { wasSaid($0.id, of: presentation) }) { parts.removeFirst(last + 1) }
    presented = presentation.telling
    queue = parts.map(\.turn)
    guard !queue.isEmpty else { return [] }
    return say(queue.removeFirst(), at: now)
  }

  /// Takes the answer to the question whether the plan suits.
  mutating func review(
    _ answer: ToolAnswer, to call: ScreenCall, of presentation: PlanPresentation, in window: WindowID, at now: Moment
  ) -> Steps {
    let answered: [TranscriptEvent] = [.answered(answer, call: call.id)]
    let again = presentation.question(next)
    switch PlanReview(answer.words) {
    case .accepted where hasPlan:
      return add(answered, at: now) + [.tell(.changeUsed, window)] + say(CoachTurn(presentation.handoff), at: now)
    case .kept where hasPlan:
      return add(answered, at: now) + [.tell(.changeDeclined, window)]
        + say(CoachTurn(["Good. Your plan stays as it is."]), at: now)
    case .look:
      return add(answered, at: now) + [.tell(.planShown, window)] + say(CoachTurn([], [again]), at: now)
    case .accepted:
      return add(answered, at: now) + [.tell(.planAccepted, window)] + say(CoachTurn(presentation.handoff), at: now)
    case .wantsDetail: return add(answered, at: now) + say(CoachTurn(presentation.detail, [again]), at: now)
    case .wantsChange:
      let turn = CoachTurn(["Tell me what: your days, your goal, an injury, how much you run."], [again])
      return add(answered, at: now) + say(turn, at: now)
    case .kept, .words: break
    }
    if let sign = WarningSigns.sign(in: answer.words) {
      let turn = CoachTurn(script(at: now).acknowledgement(of: .warningSign(sign)), [again])
      return add(answered, at: now) + [.say(.signFound(sign, answer.words))] + say(turn, isVerbatim: true, at: now)
    }
    if let pain = SaidPain(in: answer.words) { return hurt(pain, answered, at: now) }
    if CoachQuestion.isFound(in: answer.words) {
      return add(answered, at: now) + explain(answer.words, in: window, at: now)
    }
    if let request = request(in: answer.words, at: now) { return follow(request, answered, in: window, at: now) }
    // The day of a race that moved changes the plan that waits.
    if let wish = wish(in: answer.words, at: now), !wish.isOfRace {
      return grant(wish, answered, in: window, at: now) + say(CoachTurn([wish.words], [again]), at: now)
    }
    var answers = CoachAnswers(runner: runner ?? Runner(at: now.date), now: now, knownName: knownName)
    let fields = answers.read(answer.words, besides: nil)
    guard !fields.isEmpty else {
      return add(answered, at: now) + say(CoachTurn(script(at: now).acknowledgement(of: .unclear), [again]), at: now)
    }
    if answers.runner.stage != .ready || GoalConflict(answers.runner, on: now.day) != nil {
      return add(answered, answers.runner, at: now) + speak(.told(fields), at: now)
    }
    // The plan follows from the runner; another one that differs is presented when it is there.
    return add(answered, answers.runner, at: now)
      + say(CoachTurn(script(at: now).acknowledgement(of: .told(fields)), [presentation.question(next)]), at: now)
  }

  // MARK: Wishes and questions

  /// Whether there may be a plan to ask about.
  var isPlanKnown: Bool { telling != nil || runner?.stage == .ready }

  /// The wish in a text, once there is a plan; a race moves only for a runner who has one.
  func wish(in text: String, at now: Moment) -> CoachWish? {
    guard let runner, runner.stage == .ready || hasPlan, let wish = CoachWish(in: text, on: now.day) else { return nil }
    return wish.isOfRace && (runner[.goalType] != "race" || telling != nil && !hasPlan) ? nil : wish
  }

  /// Hands a wish on to the plan. The runner keeps the new day of a race; the change sheet shows what follows from it, so that
  /// nothing else is proposed.
  mutating func grant(
    _ wish: CoachWish, _ events: [TranscriptEvent], in window: WindowID, at now: Moment
  ) -> Steps {
    if case .refused = wish { return add(events, at: now) }
    var changed: Runner?
    if case .race(let day?) = wish, var runner {
      runner.set(.raceDate, day.text, .said, at: now.date)
      changed = runner
    }
    return add(events, changed, plans: false, at: now) + [.tell(.wished(wish), window)]
  }

  /// Asks where something hurts and how bad it is, before anything else. The plan follows once that is known.
  mutating func hurt(_ pain: SaidPain, _ events: [TranscriptEvent], at now: Moment) -> Steps {
    var answers = CoachAnswers(runner: runner ?? Runner(at: now.date), now: now, knownName: knownName)
    answers.note(painAt: pain.place)
    return add(events, answers.runner, plans: false, at: now) + speak(.hurting(pain.place, isNews: true), at: now)
  }

  /// The request in a text, once there is a plan that is trained by.
  func request(in text: String, at now: Moment) -> CoachRequest? {
    hasPlan ? CoachRequest(in: text, on: now.day, miles: runner?.isMiles ?? false) : nil
  }

  /// Tells of a session, or opens the sheet on which a run is logged. What was asked is asked again.
  mutating func follow(
    _ request: CoachRequest, _ events: [TranscriptEvent], in window: WindowID, at now: Moment
  ) -> Steps {
    let before = add(events, at: now)
    switch request {
    case .log(let run):
      return before + [.tell(.logAsked(run), window)]
        + speak(.adjusted("I have filled in the sheet of the run. Look at it and save it."), at: now)
    case .session(let day):
      let (steps, message) = beginMessage(at: now)
      let again = presentation.map { [$0.question(next)] } ?? []
      return before + steps + [.run(.tellSession(day, again: again, message: message), .latest("speech"))]
    }
  }

  /// Follows one of the ways that are offered when nothing was understood.
  mutating func follow(way: String, _ events: [TranscriptEvent], in window: WindowID, at now: Moment) -> Steps {
    switch way {
    case "log":
      return add(events, at: now) + [.tell(.logAsked(nil), window)]
        + speak(.adjusted("The sheet of the run is open."), at: now)
    case "race":
      let wish = CoachWish.race(nil)
      return grant(wish, events, in: window, at: now) + speak(.adjusted(wish.words), at: now)
    default: return follow(.session(now.day.following(1)), events, in: window, at: now)
    }
  }

  /// Says the reason that a question asks for, open below the words. A message that was not finished is given up.
  mutating func explain(_ question: String, in window: WindowID, at now: Moment) -> Steps {
    let (steps, message) = beginMessage(at: now)
    let call = "why-\(next)"
    windows[window].unfolded.insert(call)
    let again = presentation.map { [$0.question(next)] } ?? []
    return steps + [.run(.explain(question, call: call, again: again, message: message), .latest("speech"))]
  }
}
