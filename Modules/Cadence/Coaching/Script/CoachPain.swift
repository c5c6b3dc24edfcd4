internal import Conversation
internal import Kernel
internal import Platform
internal import Runners
internal import TrainingPlan

// A pain that the runner has now: where it is, how bad it is, and what follows.
extension CoachScript {
  static let painPlace = "pain-place"
  static let painLevel = "pain-level"

  /// The question that follows a pain: the place if that is not known, else the level.
  func painTurn(_ said: [String], _ place: String?, number: Int) -> CoachTurn {
    var call =
      place == nil
      ? several(
        .pastInjuries, "Where does it hurt?",
        RunnerWords.injuries.filter { $0.id != "none" }.map { ($0.id, $0.label, nil) })
      : choice(.currentPain, "How bad is it when you run?", RunnerWords.pain)
    call.id = "q\(number)-\(place == nil ? Self.painPlace : Self.painLevel)"
    return CoachTurn(said, [call])
  }

  /// The advice for a slight pain to a runner who trains by a plan, whose days off are chosen on a sheet.
  static let slightPain =
    "Then rest it for a few days, and begin again when it does not hurt in everyday life. If it lasts longer than a week, have it looked at."
}

extension ScreenCall {
  var asksForPainPlace: Bool { id.hasSuffix(CoachScript.painPlace) }
  var asksForPainLevel: Bool { id.hasSuffix(CoachScript.painLevel) }
}

extension CoachAnswers {
  /// Adds a place that hurts now to the injuries. How bad it is has to be asked again; until then a profile that was complete has
  /// the careful side of it.
  mutating func note(painAt place: String?) {
    runner.clear(.currentPain, at: now.date)
    if runner[.finalCheck] == "true" {
      runner.set(.currentPain, "\(PlanRunner.carefulPain)", .inferred, at: now.date)
      runner.set(.recoveryStyle, "slow", .inferred, at: now.date)
    }
    guard let place, !place.isEmpty else { return }
    let before = runner[.pastInjuries].flatMap { $0 == "none" ? nil : $0 }?.split(separator: ",").map {
      String($0.drop { $0 == " " })
    }
    let all = (before ?? []).filter { $0 != place } + [place]
    runner.set(.pastInjuries, String(all.joined(separator: ", ").suffix(RunnerField.longestText)), .said, at: now.date)
    settle(.pastInjuries)
  }
}
