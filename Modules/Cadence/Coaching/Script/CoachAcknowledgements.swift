internal import Days
internal import Runners
internal import TrainingPlan

// What the coach says to an answer before it goes on.
extension CoachScript {
  func acknowledgement(of occasion: CoachOccasion) -> [String] {
    switch occasion {
    case .start: []
    case .resumed: runner.facts(of: .identity).isEmpty ? [] : ["Welcome back. We go on where we were."]
    case .answered(let field, let extra): (extra ? [Self.goodToKnow] : []) + reply(to: field)
    case .skipped(let field): skipped(field)
    case .told(let fields): told(fields)
    case .unclear:
      runner.stage == .ready
        ? [
          "I did not find anything for your plan in that. You can tell me what has changed: your days, your goal, an injury, how much you run."
        ] : ["I am not sure that I got that."]
    case .warningSign(.crisis): ["I am glad that you wrote that.", WarningSigns.Sign.crisis.advice]
    case .warningSign(.doctor):
      [
        "Stop, and see a doctor.",
        "What you describe is nothing to train through, and nothing that a coach can judge. If it is acute, call your local emergency number.",
      ]
    case .impossible(let why): [why]
    case .connecting(let outcome): [outcome, "No problem. I'll learn as we go."]
    case .connected(let connection): connected(connection)
    case .unread(let connection):
      [
        "\(connection.name) is connected, and could not be read just now. I try again every hour.",
        "No problem. I'll learn as we go.",
      ]
    case .declined(let connection):
      [
        "\(connection.name) stays closed, and that is your choice.",
        "You can allow it later: \(connection.managing), then Connected apps in your profile.",
        "No problem. I'll learn as we go.",
      ]
    case .imported(let history): ["I have read your runs."] + history.findings
    case .changing(let field): ["Let us change that: \(field.title.lowercased())."]
    case .adjusted(let words): [words]
    case .hurting(let place, let isNews):
      (isNews ? ["Stop running for now. Pain is a reason to rest, and nothing to train through."] : [])
        + (place.map { ["Noted: \($0)."] } ?? [])
    }
  }

  private func connected(_ connection: CoachConnection) -> [String] {
    guard connection.isForAdvice else {
      return [
        "\(connection.name) is connected.",
        "Its terms let me show you your runs for seven days, and forbid to use them for advice. So I do not look at them. "
          + "The archive of your own account may be read as a file.", "I'll learn as we go.",
      ]
    }
    return [
      "\(connection.name) is connected. I found no runs in it yet, and look again every hour.",
      "No problem. I'll learn as we go.",
    ]
  }

  static let goodToKnow = "Good to know — I was going to ask about that."

  private func told(_ fields: [RunnerField]) -> [String] {
    let names = fields.map { $0.title.lowercased() }.joined(separator: ", ")
    guard runner.stage != .ready else {
      return [
        hasPlan
          ? "Noted: \(names). Your plan stays as it is until you use a changed one."
          : "Noted: \(names). Your plan takes it into account."
      ]
    }
    if fields == [.remarks] { return ["Good to know. That's going into the mix."] }
    return [Self.goodToKnow, "Noted: \(names)."]
  }

  private func skipped(_ field: RunnerField) -> [String] {
    switch field {
    case .wearable, .strava: ["No problem. I'll learn as we go."]
    case .easyPace: ["Then we find it by feel: easy means that you could talk in whole sentences."]
    case .recentRace: ["Then we go by effort until a run shows more."]
    case .targetTime: ["Good. I will show you what is realistic, with how sure I am, and you decide later."]
    default: ["Fine, we leave that open."]
    }
  }

  private func reply(to field: RunnerField) -> [String] {
    switch field {
    case .name, .nameConfirmed: ["Nice to meet you, \(words.name)."]
    case .experience: [experience]
    case .frequency, .volume: [volume(field)]
    case .easyPace: ["\(runner[.easyPace] ?? "") is noted. Easy runs stay that easy, also on good days."]
    case .recentRace: ["\(runner[.recentRace].map(words.race) ?? "") is noted. Your paces follow from it."]
    case .goalType: [goal]
    case .raceDistance: ["A \(words.race). Good."]
    case .raceDate: [raceDate]
    case .targetTime: ["\(runner[.targetTime].flatMap { Int($0) }.map(CoachWords.time) ?? "") is the aim then."]
    case .goalTalk: ["Your decision, and I respect it. I keep the plan safe and tell you each time how far it is."]
    case .accomplishment:
      ["That is worth working for."]
    case .availableDays, .blockedDays:
      [field == .blockedDays ? blockedDays : "That is enough to build on."]
    case .pastInjuries: [injuries]
    case .currentPain: pain
    case .recoveryStyle: [recovery]
    case .sleep:
      [
        runner[.sleep] == "solid"
          ? "Sleep is where training turns into fitness." : "Then we keep some room for tired days."
      ]
    case .stress: [stress]
    case .coachingVoice: [voice]
    case .challenge: [challenge]
    case .summary: [runner[.summary] == "false" ? "" : "Good, that is confirmed."]
    default: []
    }
  }

  private var experience: String {
    switch runner[.experience] {
    case "beginner": "Welcome. We begin gently, with running and walking, and stop whenever you want to."
    case "returning": "Welcome back. Your body remembers more than it feels like, and we give it time."
    case "serious": "Good. Then I can be precise with you."
    default: "Running for yourself is a good reason to run."
    }
  }

  private func volume(_ field: RunnerField) -> String {
    guard field == .volume, let metres = runner[.volume].flatMap({ Double($0) }),
      let runs = runner[.frequency].flatMap({ Double($0) }), runs > 0, metres > 0
    else { return "Noted." }
    return
      "So a usual run of yours is about \(words.distance(metres / runs)). Your long run grows from there, by a tenth at most."
  }

  private var goal: String {
    switch runner[.goalType] {
    case "race": "A race gives everything a date."
    case "speed": "Speed comes from a few hard minutes and many easy ones."
    case "return": "One step after another: consistency first, then distance."
    case "base": "A base carries everything that comes later."
    default: "Good. Then we train openly, without a race to hurry for."
    }
  }

  private var raceDate: String {
    guard let day = runner[.raceDate].flatMap({ CalendarDay($0) }) else { return "Noted." }
    let days = day.days(since: today)
    switch days {
    case ..<0: return "That day is past. Choose a day that is still to come."
    case 0: return "That is today: nothing but the race, and no more training before it."
    default:
      let away = CoachWords.span(days)
      return days < 42
        ? "\(away): we sharpen what is there, and do not force anything."
        : "\(away): time for base, build, peak and taper."
    }
  }

  private var blockedDays: String {
    runner[.blockedDays] == "none"
      ? "Good: every day is possible then, and I leave rest between the runs." : "Those are respected, every week."
  }

  private var injuries: String {
    guard let injuries = runner[.pastInjuries], injuries != "none" else { return "That is a good place to start from." }
    return runner.isComeback
      ? "Thank you for telling me. Coming back from that takes courage, and trust comes before pace."
      : "Thank you. Your plan protects that."
  }

  private var pain: [String] {
    switch runner[.currentPain].flatMap({ Int($0) }) ?? 0 {
    case 7...:
      [
        "Then running waits. Please have a doctor or physiotherapist look at it; your plan begins with walking, without a date."
      ]
    case 4...:
      ["Then we begin with run and walk, and only go on while the pain stays low, in running and the morning after."]
    case 1...: ["Then nothing hard is planned until it is gone."]
    default: ["Good."]
    }
  }

  private var recovery: String {
    runner[.recoveryStyle] == "push through"
      ? "Thank you for being honest. Pushing through is how small things become long breaks: I note it as a risk and watch it in your plan."
      : "Noted. Your recovery weeks follow from that."
  }

  private var stress: String {
    switch runner[.stress] {
    case "survival", "high": "Then running must not be one more burden. Short and easy counts."
    default: "Good, that leaves room to adapt."
    }
  }

  private var voice: String {
    words.say(
      "Wonderful. I will be with you at every step, and every step counts.",
      tough: "Good. No excuses then. I will tell you when you slack, and when you overdo it.",
      analytical: "Understood. You get the number, the rule behind it and its source, each time.",
      minimalist: "Good. Short it is.")
  }

  private var challenge: String {
    words.say(
      "Many runners share that, and it gets easier with a plan that fits.",
      tough: "Then that is what we work on. Excuses included.",
      analytical: "That is the factor to control for: the plan keeps its sessions short where it matters.",
      minimalist: "Noted.")
  }
}
