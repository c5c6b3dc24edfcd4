internal import Conversation
internal import Days
internal import JSON
internal import Runners

// The questions of the script, as calls of tools.
extension CoachScript {
  func question(for field: RunnerField) -> ToolCall {
    switch field {
    case .nameConfirmed where knownName != nil:
      call(
        .confirmation, field,
        [
          "statement": .string("Hey! You're \(knownName ?? ""), right?"), "confirmLabel": "That's me",
          "denyLabel": "Actually, it's...",
        ])
    case .name, .nameConfirmed:
      call(.openInput, .name, ["prompt": "What should I call you?", "placeholder": "Your name"])
    case .wearable, .strava: connection
    case .experience:
      choice(field, "How would you describe yourself as a runner?", RunnerWords.experience, freeText: true)
    case .frequency:
      choice(
        field, "How many days a week do you run at the moment?",
        [
          ("0", "None", nil), ("1", "1 day", nil), ("2", "2 days", nil), ("3", "3 days", nil), ("4", "4 days", nil),
          ("5", "5 days", nil), ("6", "6 or more", nil),
        ])
    case .volume:
      call(
        .numericInput, field,
        [
          "question": .string("How many \(runner.unit) is that in a usual week?"), "unit": .string(runner.unit),
          "min": 0, "max": .number(runner.isMiles ? 155 : 250), "suggestedResponses": ["10", "20", "30", "45", "60"],
        ])
    case .easyPace:
      call(
        .paceInput, field,
        [
          "question": "And your easy pace, if you know it?", "unit": .string(runner.isMiles ? "/mi" : "/km"),
          "skipLabel": "I don't know",
        ])
    case .recentRace:
      call(
        .openInput, field,
        [
          "prompt": "Have you run a race lately? With its time I can tell you paces and what to expect.",
          "placeholder": .string(runner.isMiles ? "6 miles in 48:20" : "10 km in 48:20"), "allowVoice": true,
          "skipLabel": "No recent race",
        ])
    case .longestRun:
      call(
        .numericInput, field,
        [
          "question": "How long was your longest run of the last 30 days?", "unit": .string(runner.unit), "min": 0,
          "max": .number(runner.isMiles ? 62 : 100), "skipLabel": "I don't know",
        ])
    case .age: call(.numericInput, field, ["question": "How old are you?", "min": 13, "max": 100, "skipLabel": "Skip"])
    case .units: choice(field, "Kilometres or miles?", [("km", "Kilometres", nil), ("miles", "Miles", nil)])
    case .goalType: choice(field, "What are you working toward?", RunnerWords.goals, freeText: true)
    case .raceDistance:
      choice(field, "Which distance?", RunnerWords.distances.map { ($0.id, $0.label, nil) }, freeText: true)
    case .raceDate: call(.dateInput, field, ["question": "When is the race?"])
    case .targetTime: target
    case .goalTalk:
      choice(
        field, "What shall we do?",
        (runner[.targetTime] == nil ? [] : [("time", "Keep the race, drop the time", nil)])
          + [
            ("date", "Choose a later race", nil), ("distance", "Choose a shorter race", nil),
            ("kept", "Keep the goal", nil),
          ])
    case .accomplishment: accomplishment
    default: laterQuestion(for: field)
    }
  }

  private func laterQuestion(for field: RunnerField) -> ToolCall {
    switch field {
    case .availableDays: choice(field, "How many days a week can you train?", RunnerWords.dayCounts)
    case .blockedDays:
      call(.daySelector, field, ["question": "Are any days completely off-limits?", "noneLabel": "No blocked days"])
    case .pastInjuries:
      several(field, "Which injuries have you had?", RunnerWords.injuries.map { ($0.id, $0.label, nil) })
    case .currentPain: choice(field, "Does anything hurt now, when you run?", RunnerWords.pain)
    case .recoveryStyle: choice(field, "How do you recover, as a rule?", RunnerWords.recovery)
    case .sleep: choice(field, "How do you sleep?", RunnerWords.sleep)
    case .stress: choice(field, "How stressful is life at the moment?", RunnerWords.stress)
    case .coachingVoice:
      choice(field, "Which style suits you?", CoachingVoice.allCases.map { ($0.rawValue, $0.title, $0.about) })
    case .challenge: choice(field, "What is your biggest challenge?", RunnerWords.challenges, freeText: true)
    case .summary where runner[.summary] == "false": correction
    case .summary:
      call(
        .confirmation, field,
        ["statement": .string(words.summary), "confirmLabel": "That's right", "denyLabel": "Change something"])
    default: final
    }
  }

  private var connection: ToolCall {
    let providers: [RunnerWords.Choice] = [
      (RunnerWords.file, "A file with my runs", nil), ("strava", "Strava", nil), ("apple-health", "Apple Watch", nil),
      ("garmin", "Garmin", nil),
      ("health-connect", "Health Connect", nil),
    ]
    return call(
      .connectionCard, .wearable,
      [
        "prompt": "Do you track your runs with something I could read?", "options": options(providers),
        "skipLabel": "I'll do this later",
      ])
  }

  private var target: ToolCall {
    let metres = runner[.raceDistance].flatMap { Double($0) } ?? 42_195
    let times: [Int] =
      switch metres {
      case ..<7_500: [1200, 1500, 1800]
      case ..<15_000: [2700, 3000, 3600]
      case ..<30_000: [6300, 7200, 8100]
      default: [12_600, 14_400, 16_200]
      }
    return call(
      .multipleChoice, .targetTime,
      [
        "question": "Do you have a time in mind?",
        "options": options(times.map { (String($0), CoachWords.time($0), nil) }), "allowFreeText": true,
        "allowSkip": true,
        "skipLabel": "Help me figure it out",
      ])
  }

  private var accomplishment: ToolCall {
    let ideas: [JSON] =
      if runner.isComeback || runner[.experience] == "returning" {
        ["Trusting my body again", "Running without pain", "Running every week"]
      } else {
        switch runner[.goalType] {
        case "speed": ["A faster 5 km", "A faster 10 km", "Feeling quick again"]
        case "base": ["Running an hour with ease", "More weekly distance", "Running every week"]
        case "return": ["Running 30 minutes without a break", "Running every week", "Feeling fit again"]
        default: ["Running every week", "Feeling better", "Running 30 minutes without a break"]
        }
      }
    return call(
      .openInput, .accomplishment,
      [
        "prompt": "What would feel like an accomplishment?", "placeholder": "In your own words",
        "suggestedResponses": .array(ideas), "allowVoice": true,
      ])
  }

  /// The fields of the summary, one of which is wrong.
  private var correction: ToolCall {
    let fields = runner.required.filter { ![.nameConfirmed, .wearable, .finalCheck].contains($0) && runner[$0] != nil }
    return choice(
      .summary, "What should I correct?",
      ([.name] + fields.prefix(10)).map { ($0.rawValue, $0.title, nil) } + [("nothing", "Nothing after all", nil)])
  }

  private var final: ToolCall {
    call(
      .openInput, .finalCheck,
      [
        "prompt": "Anything else you want me to know?", "placeholder": "In your own words", "allowVoice": true,
        "suggestedResponses": ["No, I think that covers it", "Actually, there's one more thing..."],
      ])
  }

  // MARK: Calls

  private func options(_ choices: [RunnerWords.Choice]) -> JSON {
    .array(
      choices.map { choice in
        var option: [String: JSON] = ["id": .string(choice.id), "label": .string(choice.label)]
        if let about = choice.about { option["description"] = .string(about) }
        return .object(option)
      })
  }

  func choice(
    _ field: RunnerField, _ question: String, _ choices: [RunnerWords.Choice], freeText: Bool = false
  ) -> ToolCall {
    call(
      .multipleChoice, field,
      ["question": .string(question), "options": options(choices), "allowFreeText": .bool(freeText)])
  }

  func several(_ field: RunnerField, _ question: String, _ choices: [RunnerWords.Choice]) -> ToolCall {
    call(
      .multipleChoice, field,
      ["question": .string(question), "options": options(choices), "allowMultiple": true, "allowFreeText": true])
  }

  private func call(_ tool: ScreenTool, _ field: RunnerField, _ arguments: [String: JSON]) -> ToolCall {
    var arguments = arguments
    if tool != .connectionCard { arguments["targetField"] = .string(field.rawValue) }
    return ToolCall(id: field.rawValue, name: tool.rawValue, arguments: .object(arguments))
  }
}
