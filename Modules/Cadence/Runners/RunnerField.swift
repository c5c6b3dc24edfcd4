internal import Days
public import TrainingPlan

/// A field of the Runner Object. Its raw value is the section and the name, by which tools and tables call it.
public enum RunnerField: String, Sendable, Hashable, Codable, CaseIterable {
  case name = "identity.name"
  case nameConfirmed = "identity.name_confirmed"
  case age = "physical.age"
  case experience = "running.experience_level"
  case frequency = "running.current_frequency"
  /// Metres a week.
  case volume = "running.current_volume"
  /// Minutes and seconds for each kilometre or mile: 6:30.
  case easyPace = "running.easy_pace"
  /// Metres of the longest run of the last 30 days.
  case longestRun = "running.longest_run"
  /// Metres and seconds of a race that was run: `10000/2900`.
  case recentRace = "running.recent_race"
  case units = "running.units"
  case goalType = "goals.goal_type"
  /// Metres.
  case raceDistance = "goals.race_distance"
  case raceDate = "goals.race_date"
  /// Seconds.
  case targetTime = "goals.target_time"
  case accomplishment = "goals.accomplishment"
  /// A number of days, such as `2-3`, or weekdays from Sunday as 0: `1,3,6`.
  case availableDays = "schedule.available_days"
  /// Weekdays; `none` for no blocked day.
  case blockedDays = "schedule.blocked_days"
  /// Words of `RunnerWords.injuries` and others that were said, or `none`.
  case pastInjuries = "health.past_injuries"
  /// 0 to 10.
  case currentPain = "health.current_pain"
  case recoveryStyle = "health.recovery_style"
  case sleep = "health.sleep_quality"
  case stress = "health.stress_level"
  case coachingVoice = "coaching.coaching_voice"
  case challenge = "coaching.biggest_challenge"
  /// Whether the summary is right; `false` while something in it is being corrected.
  case summary = "coaching.summary_confirmed"
  case finalCheck = "coaching.final_check"
  case strava = "connections.strava_connected"
  case wearable = "connections.wearable_connected"
  case wearableType = "connections.wearable_type"
  /// Whether the runner returns from an injury or a long break.
  case comeback = "inferred.comeback"
  case risks = "inferred.risk_factors"
  /// The settlement of a goal that contradicts the rest: `kept`, or nothing.
  case goalTalk = "inferred.goal_talk"
  case remarks = "inferred.remarks"
  /// The times to expect over the usual distances, in words.
  case raceTimes = "inferred.race_times"
  /// The development of the last four weeks against the four before.
  case trainingLoad = "inferred.training_load"

  public enum Section: String, Sendable, Hashable, CaseIterable {
    case identity, physical, running, goals, schedule, health, coaching, connections, inferred

    public var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  public var section: Section {
    Section(rawValue: String(rawValue.prefix { $0 != "." })) ?? .inferred
  }

  public var title: String {
    switch self {
    case .name: "Name"
    case .nameConfirmed: "Name confirmed"
    case .age: "Age"
    case .experience: "Experience"
    case .frequency: "Runs a week"
    case .volume: "Distance a week"
    case .easyPace: "Easy pace"
    case .longestRun: "Longest run of 30 days"
    case .recentRace: "Recent race"
    case .units: "Units"
    case .goalType: "Goal"
    case .raceDistance: "Race distance"
    case .raceDate: "Race day"
    case .targetTime: "Target time"
    case .accomplishment: "What would feel like an accomplishment"
    case .availableDays: "Days for training"
    case .blockedDays: "Blocked days"
    case .pastInjuries: "Past injuries"
    case .currentPain: "Pain now, of 10"
    case .recoveryStyle: "How you recover"
    case .sleep: "Sleep"
    case .stress: "Stress"
    case .coachingVoice: "Coaching style"
    case .challenge: "Biggest challenge"
    case .summary: "Summary"
    case .finalCheck: "Final check"
    case .strava: "Strava"
    case .wearable: "Watch or phone"
    case .wearableType: "Kind of watch or phone"
    case .comeback: "Comeback"
    case .risks: "To watch"
    case .goalTalk: "Goal talked over"
    case .remarks: "What else you said"
    case .raceTimes: "Times to expect today"
    case .trainingLoad: "Training load"
    }
  }

  public static let longestText = 1000

  /// Returns the value as it is kept; nil for one that this field cannot have.
  public func accepts(_ text: String) -> String? {
    let text = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    guard !text.isEmpty, text.count <= RunnerField.longestText else { return nil }
    func whole(_ range: ClosedRange<Int>) -> String? {
      Int(text).flatMap { range.contains($0) ? String($0) : nil }
    }
    func word(_ words: [String]) -> String? { words.contains(text) ? text : nil }
    switch self {
    case .name: return text.count <= 80 ? text : nil
    case .nameConfirmed, .strava, .wearable, .comeback, .summary, .finalCheck: return word(["true", "false"])
    case .age: return whole(13...100)
    case .experience: return word(RunnerWords.experience.map(\.id))
    case .frequency: return whole(0...14)
    case .volume: return whole(0...250_000)
    case .longestRun: return whole(0...100_000)
    case .easyPace: return RunnerField.pace(text).map { _ in text }
    case .recentRace: return RunnerField.race(text).map { RunnerField.text(of: $0) }
    case .units: return word(["km", "miles"])
    case .goalType: return word(RunnerWords.goals.map(\.id))
    case .raceDistance: return Double(text).flatMap { (1500...50_000).contains($0) ? text : nil }
    case .raceDate: return CalendarDay(text)?.text
    case .targetTime: return whole(240...43_200)
    case .availableDays:
      return RunnerWords.dayCounts.contains { $0.id == text } ? text : RunnerField.days(text).map { _ in text }
    case .blockedDays: return text == "none" ? text : RunnerField.days(text).map { _ in text }
    case .currentPain: return whole(0...10)
    case .recoveryStyle: return word(RunnerWords.recovery.map(\.id))
    case .sleep: return word(RunnerWords.sleep.map(\.id))
    case .stress: return word(RunnerWords.stress.map(\.id))
    case .coachingVoice: return CoachingVoice(rawValue: text)?.rawValue
    case .goalTalk: return word(["kept"])
    case .wearableType: return word(RunnerWords.wearables.map(\.id))
    case .trainingLoad: return word(RunnerWords.loads.map(\.id))
    case .accomplishment, .pastInjuries, .challenge, .risks, .remarks, .raceTimes: return text
    }
  }

  /// The weekdays of a list such as `1,3,6`; nil for anything else and for none.
  public static func days(_ text: String) -> Set<Int>? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    let days = Set(parts.compactMap(\.self).filter { (0...6).contains($0) })
    return days.count == parts.count && !days.isEmpty ? days : nil
  }

  /// The race of a value such as `10000/2900`; nil for one that nobody can have run, or that shows no fitness.
  public static func race(_ text: String) -> RaceResult? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let metres = Double(parts[0]), let seconds = Int(parts[1]),
      RacePrediction.metres.contains(metres), (240...43_200).contains(seconds)
    else { return nil }
    let race = RaceResult(metres: metres, seconds: Double(seconds))
    return race.isFasterThanRecord || race.isSlowerThanWalk ? nil : race
  }

  /// The race as a value.
  public static func text(of race: RaceResult) -> String {
    let metres = Int(exactly: race.metres).map { "\($0)" } ?? "\(race.metres)"
    return "\(metres)/\(Int(race.seconds.rounded()))"
  }

  /// The seconds of a pace such as `6:30`.
  public static func pace(_ text: String) -> Int? {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let minutes = Int(parts[0]), let seconds = Int(parts[1]), (2...20).contains(minutes),
      (0...59).contains(seconds)
    else { return nil }
    return minutes * 60 + seconds
  }
}
