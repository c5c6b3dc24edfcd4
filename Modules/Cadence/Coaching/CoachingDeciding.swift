internal import Conversation
internal import Days
internal import Interface
public import Kernel
internal import Platform
internal import Runners

// What the world tells.
extension CoachingState {
  public mutating func receive(_ action: CoachingAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      return [
        .run(.load, .latest("load")), .run(.listen, .standing("changes")), .run(.followNetwork, .standing("network")),
        .run(.followName, .standing("name")), .run(.followConsent, .standing("consent")),
      ]
    case .loaded(let book): return take(book, at: now)
    case .notLoaded(let problem): reading = .failed(problem)
    case .changed: if reading == .done { return [.run(.reload, .latest("reload"))] }
    case .cleared:
      guard reading == .done else { return [] }
      (transcript, runner, speaking, telling, presented) = (Transcript(), nil, nil, nil, nil)
      (reading, next, queue) = (.underWay, 0, [])
      return [.run(.load, .latest("load"))]
    case .reloaded(let stored): return reload(stored, at: now)
    case .online(let isOnline): return connected(isOnline, at: now)
    case .known(let name): if name != knownName { return rename(name, at: now) }
    case .consented(let consent): return consented(consent, at: now)
    case .imported(let history): return imported(history, at: now)
    case .linked(let connection): return linked(connection, at: now)
    case .arrived(let connection, let history): return arrived(connection, history, at: now)
    case .unread(let connection): return unread(connection, at: now)
    case .declined(let connection): return declined(connection, at: now)
    case .unlinked(let connection): return unlinked(connection, at: now)
    case .planned(let telling, let hasPlan):
      self.telling = telling
      self.hasPlan = hasPlan
      return present(at: now)
    case .heard(let event): return hear(event, at: now)
    case .spoken:
      speaking = nil
      // Words of the script say nothing about the model.
      if failedTurn != nil { (failures, problem, failedTurn) = (0, nil, nil) }
      if !queue.isEmpty { return say(queue.removeFirst(), at: now) }
      let more = present(at: now)
      return more.isEmpty && !asked.isEmpty ? [.say(.felt(.question))] : more
    case .replyFailed(let problem): return fail(problem, at: now)
    case .notSaved(let problem): self.problem = problem
    case .dictation(let news, let window): return dictate(news, in: window)
    case .microphone(let standing, let opensSettings, let window):
      windows[window].microphone = standing
      windows[window].opensMicrophoneSettings = opensSettings
    }
    return []
  }

  private mutating func take(_ book: CoachBook, at now: Moment) -> Steps {
    reading = .done
    runner = book.runner
    draft = book.draft
    choice = book.choice
    isOnline = isOnline ?? book.isOnline
    for event in book.events { transcript.apply(event.event, at: event.at) }
    next = book.next
    guard !transcript.messages.isEmpty else { return beginIfShown(at: now) }
    // The process ended in the middle of a message, or between an answer and the next question. The plan may not know the
    // answer yet.
    guard transcript.unfinished != nil || transcript.messages.last?.author == .person else { return present(at: now) }
    return (runner.map { planned($0) } ?? []) + speak(.resumed, at: now)
  }

  private mutating func reload(_ stored: Runner?, at now: Moment) -> Steps {
    guard let stored, stored != runner, stored.changedAt > runner?.changedAt ?? .distantPast else { return [] }
    // The other device hands it on to the plan, which is synced too.
    runner = stored
    return []
  }

  private mutating func connected(_ isOnline: Bool, at now: Moment) -> Steps {
    let was = self.isOnline
    self.isOnline = isOnline
    // A model is tried again when the network is back.
    if isOnline, was == false { failures = 0 }
    return beginIfShown(at: now)
  }

  /// The conversation begins by itself where it is shown, once the network is there.
  mutating func beginIfShown(at now: Moment) -> Steps {
    guard isShown, reading == .done, !hasBegun, isOnline == true || choice.isLocal, !isConsentOpen else { return [] }
    return speak(.start, at: now)
  }

  /// The question for the name is asked anew when the name becomes known while it waits.
  private mutating func rename(_ name: String?, at now: Moment) -> Steps {
    knownName = name
    guard name != nil, reading == .done, speaking == nil, runner?.isSettled(.name) != true,
      transcript.messages.count == 1, transcript.asked.last?.target == RunnerField.name.rawValue
    else { return [] }
    return speak(.start, at: now)
  }

  private mutating func hear(_ event: TranscriptEvent, at now: Moment) -> Steps {
    switch event {
    case .thinking: return add([event], at: now) + [.say(.felt(.insight))]
    case .text:
      let isFirst = transcript.unfinished?.text.isEmpty == true
      return add([event], at: now) + [.say(.felt(isFirst ? .arrival : .selection))]
    default: return add([event], at: now)
    }
  }

  private mutating func fail(_ problem: Problem, at now: Moment) -> Steps {
    failures += 1
    speaking = nil
    guard failures >= CoachingState.mostFailures, let turn = failedTurn else {
      self.problem = Problem(
        problem.code, "I didn't get my answer through.", safe: "What you said is kept.", remedy: "Try again.")
      return []
    }
    self.problem = Problem(
      problem.code, "My connection has failed three times. I go on without it.", safe: "Everything you said is saved.",
      remedy: "If it lasts, write to support from Settings, Help.")
    failedTurn = nil
    return say(turn, at: now)
  }

  /// Applies an act or news of speech in a window. What was heard is in the field, as if it had been typed.
  mutating func dictate(_ action: Dictation.Action, in window: WindowID) -> Steps {
    switch windows[window].dictation.receive(action, over: windows[window].text ?? draft) {
    case .took(let text), .kept(let text):
      windows[window].complaint = nil
      return keep(text, in: window)
    // Nothing waits for a person who speaks or decides.
    case .request(let request) where request == .listen || request == .ask:
      return [.run(.dictate(request, window), .unawaited("dictation", of: window))]
    case .request(let request): return [.run(.dictate(request, window), .latest("speech", of: window))]
    case nil: return []
    }
  }
}
