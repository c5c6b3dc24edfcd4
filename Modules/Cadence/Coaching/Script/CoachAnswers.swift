internal import Conversation
internal import Days
internal import Kernel
internal import Platform
internal import Runners

/// Turns answers into facts of the runner. It changes nothing for an answer that its field cannot have.
struct CoachAnswers {
  var runner: Runner
  let now: Moment
  let knownName: String?

  private var date: Date { now.date }
  private var today: CalendarDay { now.day }

  /// The field that a call asks for; nil for a call that asks for none.
  static func field(of call: ScreenCall) -> RunnerField? {
    call.tool == .connectionCard ? .wearable : call.target.flatMap(RunnerField.init)
  }

  mutating func take(_ answer: ToolAnswer, to call: ScreenCall) -> CoachOccasion {
    guard let field = Self.field(of: call) else { return .unclear }
    let value = answer.values.first ?? ""
    switch field {
    case .nameConfirmed, .name: return name(answer, value)
    case .wearable, .strava:
      for field in [RunnerField.strava, .wearable] { runner.set(field, "false", .said, at: date) }
      return answer.kind == .skipped ? .skipped(.wearable) : .connecting(Self.unavailable(answer.words))
    case .summary: return summary(answer, value)
    case .goalTalk: return goalTalk(value)
    case .finalCheck: return final(answer.words)
    case .pastInjuries where call.asksForPainPlace:
      guard let places = kept(field, value, answer) else { return .unclear }
      note(painAt: places)
      return .hurting(places, isNews: false)
    default: break
    }
    if answer.kind == .skipped || field == .recentRace && Self.denies(value) {
      runner.skip(field, at: date)
      return .skipped(field)
    }
    // What is typed may say more than what was asked.
    let isRead = answer.kind == .typed && (field != .recentRace || self.kept(field, value, answer) == nil)
    let extra = isRead ? read(answer.words, besides: field) : []
    if extra.isEmpty || field != .recentRace, let problem = problem(field, value, answer) {
      return .impossible(problem)
    }
    guard let kept = kept(field, value, answer), runner.set(field, kept, .said, at: date) else {
      guard !extra.isEmpty else { return .unclear }
      // Whoever says something else has said enough about races.
      if field == .recentRace { runner.skip(field, at: date) }
      return .told(extra)
    }
    settle(field)
    return .answered(field, extra: !extra.isEmpty)
  }

  private static func denies(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter }
    return words.count <= 5 && ["no", "none", "never", "not", "nope"].contains(words.first ?? "")
  }

  /// The sentence about a provider that cannot be read here.
  static func unavailable(_ provider: String) -> String {
    "\(provider) is not set up in this version, so there are no runs to read yet."
  }

  // MARK: Fields with a course of their own

  private mutating func name(_ answer: ToolAnswer, _ value: String) -> CoachOccasion {
    switch answer.kind {
    case .confirmed:
      guard let knownName, runner.set(.name, knownName, .confirmed, at: date) else { return .unclear }
    case .denied:
      runner.skip(.name, at: date)
      return .start
    default:
      // Whoever tells of their goal or their running at once is asked for the name again, and nothing is lost.
      let told = value.contains(where: \.isNumber) ? read(value, besides: .name) : []
      if !told.isEmpty { return .told(told) }
      guard runner.set(.name, value, .said, at: date) else { return .impossible("A name has 1 to 80 characters.") }
    }
    runner.set(.nameConfirmed, "true", .confirmed, at: date)
    return .answered(.name, extra: false)
  }

  private mutating func summary(_ answer: ToolAnswer, _ value: String) -> CoachOccasion {
    if answer.kind == .confirmed || value == "nothing" {
      runner.set(.summary, "true", .confirmed, at: date)
      runner.confirmAll(at: date)
    } else if answer.kind == .denied {
      runner.set(.summary, "false", .said, at: date)
    } else if let field = RunnerField(rawValue: value) {
      runner.clear(.summary, at: date)
      forget(field)
      return .start
    } else {
      return .unclear
    }
    return .answered(.summary, extra: false)
  }

  /// Clears a field so that it is asked again, with what depends on it.
  private mutating func forget(_ field: RunnerField) {
    switch field {
    case .name:
      runner.clear(.nameConfirmed, at: date)
      runner.skip(.name, at: date)
    case .goalType:
      runner.clear(.goalType, .raceDistance, .raceDate, .targetTime, .accomplishment, .goalTalk, at: date)
    case .raceDistance, .raceDate: runner.clear(field, .targetTime, .goalTalk, at: date)
    case .pastInjuries: runner.clear(.pastInjuries, .currentPain, .recoveryStyle, .comeback, at: date)
    default: runner.clear(field, at: date)
    }
  }

  private mutating func goalTalk(_ value: String) -> CoachOccasion {
    switch value {
    case "time": runner.skip(.targetTime, at: date)
    case "date": runner.clear(.raceDate, at: date)
    case "distance": runner.clear(.raceDistance, .targetTime, at: date)
    case "kept":
      runner.set(.goalTalk, "kept", .said, at: date)
      return .answered(.goalTalk, extra: false)
    default: return .unclear
    }
    return .start
  }

  private mutating func final(_ words: String) -> CoachOccasion {
    let text = words.lowercased()
    if ["no", "nope", "nothing", "no, i think that covers it", "that's all", "no, that's all"].contains(text) {
      runner.set(.finalCheck, "true", .said, at: date)
      return .answered(.finalCheck, extra: false)
    }
    if text.hasPrefix("actually, there's one more thing") { return .impossible("Go on, I'm listening.") }
    let fields = read(words, besides: .finalCheck)
    remark(words)
    return .told(fields.isEmpty ? [.remarks] : fields)
  }

  private mutating func remark(_ words: String) {
    let all = [runner[.remarks], words].compactMap(\.self).joined(separator: " · ")
    runner.set(.remarks, String(all.suffix(RunnerField.longestText)), .said, at: date)
  }

  // MARK: Values

  /// Why a value cannot be, as a sentence; nil for one that can.
  private func problem(_ field: RunnerField, _ value: String, _ answer: ToolAnswer) -> String? {
    switch field {
    case .raceDate: return problem(ofRaceOn: value)
    case .recentRace:
      let isRace = kept(field, value, answer) != nil || !value.contains { $0.isNumber }
      return isRace ? nil : "I need a distance and a time that belong together, such as 10 km in 48:20."
    case .blockedDays:
      let blocked = Set(answer.values.compactMap { Int($0) })
      let all = runner[.availableDays].flatMap(RunnerField.days) ?? Set(0...6)
      return all.subtracting(blocked).count < 2
        ? "That leaves fewer than two days to run on. Leave two of them free." : nil
    default: return nil
    }
  }

  private func problem(ofRaceOn value: String) -> String? {
    guard let day = CalendarDay(value) else { return nil }
    let away = day.days(since: today)
    if away < 0 { return "That day is past. Choose a day that is still to come." }
    return away > 364
      ? "That is more than a year away. Choose a nearer race for now; we can plan for that one later." : nil
  }

  private func kept(_ field: RunnerField, _ value: String, _ answer: ToolAnswer) -> String? {
    let isTyped = answer.kind == .typed
    switch field {
    case .volume, .longestRun: return Double(value).map { String(Int(($0 * runner.metresPerUnit).rounded())) }
    case .blockedDays: return answer.values.isEmpty ? "none" : answer.values.joined(separator: ",")
    case .availableDays where answer.values.count > 1: return answer.values.joined(separator: ",")
    case .pastInjuries:
      let named = answer.values.filter { $0 != "none" }
      return named.isEmpty ? (answer.values.isEmpty ? nil : "none") : named.joined(separator: ", ")
    case .raceDistance where isTyped && field.accepts(value) == nil:
      return metres(value).flatMap { field.accepts(String($0)) }
    case .targetTime where isTyped:
      let isLong = (runner[.raceDistance].flatMap { Double($0) } ?? 0) > 15_000
      return field.accepts(value) ?? RunnerReading.seconds(value, isLong: isLong).map(String.init)
    case .recentRace: return RunnerReading.race(value, miles: runner.isMiles).map { RunnerField.text(of: $0) }
    case .experience, .goalType: return field.accepts(value) ?? RunnerReading(value, on: today).values[field]
    default: return value
    }
  }

  /// The metres of a distance that was typed, such as "15 km" or "10 miles".
  private func metres(_ text: String) -> Double? {
    let words = text.lowercased().replacing(",", with: ".")
    guard let number = Double(words.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }) else {
      return RunnerReading(text + " race", on: today).values[.raceDistance].flatMap { Double($0) }
    }
    return number * (words.contains("mi") ? 1609.344 : words.contains("k") ? 1000 : runner.metresPerUnit)
  }

  /// Reads further facts from a text, and returns the fields that are new.
  mutating func read(_ text: String, besides field: RunnerField?) -> [RunnerField] {
    var values = RunnerReading(text, on: today, miles: runner.isMiles).values
    // The day of a race that cannot be planned for is asked for instead.
    if let day = values[.raceDate], problem(ofRaceOn: day) != nil { values[.raceDate] = nil }
    let fields = RunnerField.allCases.filter { $0 != field && values[$0] != nil && runner[$0] != values[$0] }
    for field in fields {
      runner.set(field, values[field] ?? "", .said, at: date)
      settle(field)
    }
    return fields
  }

  /// Infers what follows from a fact that was just learnt.
  mutating func settle(_ field: RunnerField) {
    let isReturning = runner[.experience] == "returning" || runner[.goalType] == "return"
    if isReturning, let injuries = runner[.pastInjuries], injuries != "none" {
      runner.set(.comeback, "true", .inferred, at: date)
    }
    if runner[.recoveryStyle] == "push through" { runner.set(.risks, "push through", .inferred, at: date) }
  }
}
