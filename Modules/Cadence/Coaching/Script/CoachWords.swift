internal import Days
internal import Numbers
internal import Runners
internal import TrainingPlan

/// The wording of the coach, in the style that the runner chose.
struct CoachWords {
  let runner: Runner
  private let decimal: Character

  /// - Parameter locale: The locale whose decimal sign is written.
  init(_ runner: Runner, in locale: String = "en") {
    self.runner = runner
    decimal = NumberNotation(locale: locale).decimal
  }

  /// The words of the chosen style; the encouraging ones before one is chosen.
  func say(_ encouraging: String, tough: String, analytical: String, minimalist: String) -> String {
    switch runner.voice {
    case .encouraging, nil: encouraging
    case .toughLove: tough
    case .analytical: analytical
    case .minimalist: minimalist
    }
  }

  var name: String { runner[.name] ?? "" }

  func distance(_ metres: Double) -> String {
    let tenths = Int((metres / runner.metresPerUnit * 10).rounded())
    return tenths.isMultiple(of: 10)
      ? "\(tenths / 10) \(runner.unit)" : "\(tenths / 10)\(decimal)\(tenths % 10) \(runner.unit)"
  }

  static func time(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
  }

  /// A race that was run: "10 km in 48:20".
  func race(_ value: String) -> String {
    guard let race = RunnerField.race(value) else { return value }
    let usual = RunnerWords.distances.first { Double($0.id) == race.metres }?.label.lowercased()
    return "\(usual ?? distance(race.metres)) in \(CoachWords.time(Int(race.seconds)))"
  }

  var race: String {
    let metres = runner[.raceDistance] ?? ""
    return RunnerWords.distances.first { $0.id == metres }?.label.lowercased()
      ?? Double(metres).map { distance($0) } ?? "race"
  }

  /// "1 day", "12 days", "8 weeks".
  static func span(_ days: Int) -> String { days == 1 ? "1 day" : days < 14 ? "\(days) days" : "\(days / 7) weeks" }

  // MARK: Summary

  /// Everything that a plan is made of, as a statement to confirm.
  var summary: String {
    var parts = ["\(name.isEmpty ? "You" : name): \(experience)\(volume)."]
    if runner[.goalType] == "race" {
      let day = runner[.raceDate].flatMap { CalendarDay($0) }?.long ?? ""
      let time = runner[.targetTime].flatMap { Int($0) }.map { " in \(CoachWords.time($0))" } ?? ""
      parts.append("Goal: \(race)\(time) on \(day).")
    } else {
      parts.append("Goal: \(runner[.accomplishment].map { brief($0) } ?? "open training").")
    }
    let blocked = runner[.blockedDays].flatMap(RunnerField.days).map { ", not on \(weekdays($0))" } ?? ""
    parts.append("Training on \(runner[.availableDays].map(days) ?? "a few days") a week\(blocked).")
    parts.append(
      runner[.pastInjuries] == "none" ? "No injuries." : "To protect: \(brief(runner[.pastInjuries] ?? "")).")
    return parts.joined(separator: " ")
  }

  private var experience: String {
    let word = runner[.experience] ?? "casual"
    return word == "beginner" ? "new to running" : "a \(word) runner"
  }

  private var volume: String {
    guard runner[.experience] != "beginner", let metres = runner[.volume].flatMap({ Double($0) }) else { return "" }
    return " with \(distance(metres)) on \(runner[.frequency] ?? "a few") days a week"
  }

  func brief(_ text: String) -> String { text.count > 120 ? String(text.prefix(119)) + "…" : text }

  func days(_ value: String) -> String { RunnerField.days(value).map { weekdays($0) } ?? "\(value) days" }

  func weekdays(_ days: Set<Int>) -> String {
    let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    return (1...7).map { $0 % 7 }.filter(days.contains).map { names[$0] }.joined(separator: ", ")
  }

  // MARK: Ends

  var ready: [String] {
    let start = say(
      "That is everything I need, \(name). Your plan starts where you are.",
      tough: "Enough talk. I have what I need, and the plan is there. Now you run it.",
      analytical:
        "\(runner.required.count) of \(runner.required.count) fields known, 100 %. Every number of your plan is computed from them and has its reason.",
      minimalist: "All known. The plan is ready.")
    guard runner.isComeback else { return [start] }
    return [
      start, "There is no pressure: the first aim is trust in your body, not speed. Stopping early always counts.",
    ]
  }

  func conflict(_ conflict: GoalConflict) -> [String] {
    func weekly(_ kilometres: Double) -> String {
      "\(Int((kilometres * 1000 / runner.metresPerUnit).rounded())) \(runner.unit)"
    }
    let volume =
      conflict.isOfVolume
      ? [
        "Runners with that goal usually run about \(weekly(conflict.usual)) a week; growing safely you can reach about \(weekly(conflict.reachable)) by then."
      ] : []
    let longest =
      conflict.isOfLongest
      ? [
        "Before such a race a run of about \(weekly(conflict.neededLongest)) is usual; growing safely yours can reach about \(weekly(conflict.reachableLongest))."
      ] : []
    let away = conflict.weeks == 0 ? "less than a week" : conflict.weeks == 1 ? "1 week" : "\(conflict.weeks) weeks"
    let goal = conflict.target.map { "\(race) in \(CoachWords.time(Int($0)))" } ?? race
    return [
      "Let us talk about the goal before I plan for it.",
      "A \(goal) is \(away) away, and you run \(weekly(conflict.current)) a week. \((volume + longest).joined(separator: " "))",
      "It is your goal, so you decide.",
    ]
  }
}
