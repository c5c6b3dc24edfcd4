internal import Conversation
internal import Days
internal import JSON
internal import Kernel
internal import Platform
internal import Runners
internal import TrainingPlan

/// The scripted coach: a pure function of the runner and of what has just happened. It needs no network and no model.
struct CoachScript {
  let runner: Runner
  let now: Moment
  /// The name that the account or profile knows.
  let knownName: String?
  /// Whether there is a plan that is trained by.
  var hasPlan = false

  var today: CalendarDay { now.day }
  var words: CoachWords { CoachWords(runner, in: now.locale) }

  /// The next turn. `number` makes the identifiers of its calls unique.
  func turn(_ occasion: CoachOccasion, number: Int) -> CoachTurn {
    let said = acknowledgement(of: occasion)
    // Nothing is asked of somebody in a crisis.
    if case .warningSign(let sign) = occasion, runner.stage == .ready || sign == .crisis { return CoachTurn(said) }
    if case .hurting(let place, _) = occasion { return painTurn(said, place, number: number) }
    if offersWays(after: occasion), runner.stage == .ready { return CoachTurn(said, [waysQuestion(number)]) }
    guard let field = next(after: occasion) else { return CoachTurn(said + closing(occasion)) }
    var call = question(for: field)
    call.id = "q\(number)-\(field.rawValue.replacing(".", with: "-"))"
    let ways = offersWays(after: occasion) ? [waysQuestion(number)] : []
    return CoachTurn(said + lead(to: field), ways + [call])
  }

  /// The field to ask for; nil when nothing is needed any more.
  func next(after occasion: CoachOccasion = .start) -> RunnerField? {
    if case .changing(let field) = occasion { return field }
    guard !isSettled(.nameConfirmed) else { return order.first { !isSettled($0) } }
    return runner.isSettled(.name) ? .name : .nameConfirmed
  }

  private func isSettled(_ field: RunnerField) -> Bool {
    switch field {
    case .goalTalk: GoalConflict(runner, on: today) == nil
    case .summary: runner[.summary] == "true"
    case .easyPace, .targetTime, .recentRace: runner.isSettled(field)
    case .raceDate: runner[.raceDate].flatMap { CalendarDay($0) }.map { $0 >= today } ?? false
    default: runner[field] != nil
    }
  }

  /// The fields in the order in which they are asked: those that are required, with those that may be skipped among them.
  private var order: [RunnerField] {
    var order: [RunnerField] = []
    for field in runner.required where field != .finalCheck {
      order.append(field)
      if field == .volume { order += asksForRace ? [.easyPace, .recentRace] : [.easyPace] }
      if field == .raceDate { order += [.targetTime, .goalTalk] }
    }
    return order + [.summary, .finalCheck]
  }

  /// Whether a race shows the runner's fitness: not after a break, and not beside runs from which times follow.
  private var asksForRace: Bool {
    runner[.experience] != "returning" && runner[.volume] != "0" && runner[.raceTimes] == nil
  }

  // MARK: Openings

  /// The words before a question.
  private func lead(to field: RunnerField) -> [String] {
    switch field {
    case .nameConfirmed where knownName == nil: ["Hey! I'm your coach."]
    case .experience: ["Tell me about you and running."]
    case .goalType: ["Now to your goal."]
    case .accomplishment:
      ["Without a race I suggest rolling cycles: a few weeks at a time, each a little better than the last."]
    case .availableDays: ["Your plan has to fit your life."]
    case .pastInjuries:
      runner.isComeback
        ? ["Next, your body. Tell me as much as you like; there are no wrong answers."] : ["Next, your body."]
    case .coachingVoice: ["Last, how I should talk to you."]
    case .goalTalk: GoalConflict(runner, on: today).map { words.conflict($0) } ?? []
    case .currentPain: runner[.pastInjuries].map { ["You mentioned: \($0)."] } ?? []
    default: []
    }
  }

  /// The words when nothing is left to ask.
  private func closing(_ occasion: CoachOccasion) -> [String] {
    switch occasion {
    case .answered(.finalCheck, _), .start, .resumed: words.ready
    default: []
    }
  }
}
