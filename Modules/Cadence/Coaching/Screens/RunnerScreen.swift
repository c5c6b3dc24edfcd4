internal import Days
internal import Interface
internal import Kernel
internal import Runners

// What the coach knows.
extension CoachingState {
  func runnerScreen(_ route: Route, _ surroundings: Surroundings) -> Screen<CoachingWindowAction> {
    let title = "You as a runner"
    var nodes: [CoachNode] = [.heading(title, level: 1)]
    guard let runner, !RunnerField.Section.allCases.allSatisfy({ runner.facts(of: $0).isEmpty }) else {
      nodes.append(
        .empty(
          "Your coach does not know you yet.",
          because: "What you say in the conversation is listed here, with where it comes from.",
          icon: .chat, .link("Talk to your coach", to: CoachingPlaces.home, id: "talk", icon: .chat)))
      return Screen(route, title: title, nodes: nodes)
    }
    nodes.append(.progress("Your profile", id: "progress", done: Double(runner.completeness), of: 100))
    let required = runner.required.count
    let missing = runner.missing
    nodes.append(.text("\(required - missing.count) of \(required) fields are known.", id: "count"))
    if !missing.isEmpty {
      nodes.append(
        .section(
          "Still needed", id: "missing", [.list("Fields that are still needed", id: "list", missing.map(needed))]))
    }
    let words = RunnerValueWords(runner, surroundings.now)
    for section in RunnerField.Section.allCases {
      let facts = runner.facts(of: section).filter { !RunnerScreenFields.hidden.contains($0.field) }
      guard !facts.isEmpty else { continue }
      nodes.append(
        .section(
          section.title, id: section.rawValue,
          [.list(section.title, id: "list", facts.map { row($0, words) })]))
    }
    nodes.append(.link("Back to the conversation", to: CoachingPlaces.home, id: "talk", icon: .chat))
    return Screen(route, title: title, nodes: nodes)
  }

  private func needed(_ field: RunnerField) -> CoachNode { .row(field.title, id: id(field)) }

  private func row(_ fact: RunnerFact, _ words: RunnerValueWords) -> CoachNode {
    let value = fact.isSkipped ? "Not said" : "\(words.value(fact)) (\(fact.origin.words))"
    guard RunnerScreenFields.changeable.contains(fact.field) else {
      return .row(fact.field.title, id: id(fact.field), value: value)
    }
    return .row(
      fact.field.title, id: id(fact.field), value: value,
      menu: [.menuItem("Change", icon: .edit, does: .change(fact.field))])
  }

  private func id(_ field: RunnerField) -> String { String(field.rawValue.map { $0 == "." ? "-" : $0 }) }
}

private enum RunnerScreenFields {
  static let hidden: Set<RunnerField> = [.nameConfirmed, .summary, .finalCheck]
  static let changeable: Set<RunnerField> = [
    .name, .age, .experience, .frequency, .volume, .easyPace, .recentRace, .longestRun, .goalType, .raceDistance,
    .raceDate,
    .targetTime, .accomplishment, .availableDays, .blockedDays, .pastInjuries, .currentPain, .recoveryStyle, .sleep,
    .stress, .coachingVoice, .challenge,
  ]
}

extension RunnerOrigin {
  var words: String {
    switch self {
    case .said: "you said so"
    case .confirmed: "you confirmed it"
    case .imported: "imported"
    case .inferred: "inferred"
    }
  }
}

/// Values of the Runner Object as a person reads them.
struct RunnerValueWords {
  private let runner: Runner
  private let words: CoachWords

  init(_ runner: Runner, _ now: Moment) {
    self.runner = runner
    words = CoachWords(runner, in: now.locale)
  }

  func value(_ fact: RunnerFact) -> String {
    let value = fact.value
    switch fact.field {
    case .volume, .longestRun: return Double(value).map { words.distance($0) } ?? value
    case .raceDistance: return words.race
    case .recentRace: return words.race(value)
    case .raceDate: return CalendarDay(value)?.long ?? value
    case .targetTime: return Int(value).map(CoachWords.time) ?? value
    case .availableDays: return words.days(value)
    case .blockedDays: return value == "none" ? "None" : words.days(value)
    case .easyPace: return "\(value) \(runner.isMiles ? "/mi" : "/km")"
    case .wearableType: return label(value, RunnerWords.wearables)
    case .trainingLoad: return label(value, RunnerWords.loads)
    case .strava, .wearable: return value == "true" ? "Connected" : "Not connected"
    case .comeback: return value == "true" ? "Yes" : "No"
    case .experience: return label(value, RunnerWords.experience)
    case .goalType: return label(value, RunnerWords.goals)
    case .recoveryStyle: return label(value, RunnerWords.recovery)
    case .sleep: return label(value, RunnerWords.sleep)
    case .stress: return label(value, RunnerWords.stress)
    case .challenge: return label(value, RunnerWords.challenges)
    case .coachingVoice: return CoachingVoice(rawValue: value)?.title ?? value
    default: return words.brief(value)
    }
  }

  private func label(_ id: String, _ choices: [RunnerWords.Choice]) -> String {
    choices.first { $0.id == id }?.label ?? words.brief(id)
  }
}
