internal import Conversation
public import Days
internal import JSON
internal import Runners

/// A request of a runner that changes nothing in the plan: to hear of a session, or to log a run.
enum CoachRequest: Sendable, Hashable {
  /// The session of a day; nil for the next one.
  case session(CalendarDay?)
  case log(SaidRun)

  /// The ways that are offered when nothing was understood.
  static let ways = "plan.ways"

  init?(in said: String, on today: CalendarDay, miles isMiles: Bool) {
    if let run = SaidRun(in: said, on: today, miles: isMiles) {
      self = .log(run)
      return
    }
    let words = said.prefix(300).lowercased().split { !($0.isLetter || $0 == "'" || $0 == "’") }.map(String.init)
    func has(_ some: String...) -> Bool { some.contains(where: words.contains) }
    guard !has("why"), has("how", "what", "what's", "what’s", "which", "when", "where") || said.contains("?"),
      has("run", "runs", "pace", "fast", "slow", "session", "workout", "training", "train", "plan", "planned", "next")
    else { return nil }
    if let day = SaidDay.day(in: said, on: today), day >= today {
      self = .session(day)
    } else if let weekday = CoachRequest.weekdays.firstIndex(where: words.contains) {
      let apart = (weekday - today.weekday + 7) % 7
      self = .session(today.following(apart))
    } else if has("next") {
      self = .session(nil)
    } else {
      return nil
    }
  }

  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
}

/// A training run that a runner says to have done: "I ran 5 km yesterday in 30 minutes".
public struct SaidRun: Sendable, Hashable {
  public let day: CalendarDay
  public let metres: Int
  public let seconds: Int?

  public init(_ day: CalendarDay, metres: Int, seconds: Int?) {
    self.day = day
    self.metres = metres
    self.seconds = seconds
  }

  /// Nil for a text that tells of no single run of the last year. A race is no training run.
  init?(in said: String, on today: CalendarDay, miles isMiles: Bool) {
    let text =
      " "
      + said.prefix(300).lowercased().split { !($0.isLetter || $0.isNumber || ":.'’".contains($0)) }
      .joined(separator: " ") + " "
    func has(_ phrases: String...) -> Bool { phrases.contains { text.contains($0) } }
    guard has(" i ran ", " ran ", " i did ", " jogged ", " i've run ", " i have run ", " finished "),
      !has(
        " a week ", " per week ", " every ", " each ", " usually ", " race", "marathon", "parkrun", " if ", " best ",
        " pb ", " raced "),
      let found = RunnerReading.run(said, miles: isMiles), (100...100_000).contains(found.metres)
    else { return nil }
    let day = SaidDay.day(in: said, on: today) ?? today
    guard day <= today, day > today.following(-366) else { return nil }
    self.init(day, metres: Int(found.metres.rounded()), seconds: found.seconds)
  }
}

extension CoachScript {
  func offersWays(after occasion: CoachOccasion) -> Bool { occasion == .unclear && hasPlan }

  /// Offers as buttons the questions that a plan in use answers.
  func waysQuestion(_ number: Int) -> ToolCall {
    var options: [JSON] = [
      ["id": "session", "label": "What do I run tomorrow?"], ["id": "log", "label": "Log a run"],
    ]
    if runner[.goalType] == "race" { options.append(["id": "race", "label": "Move the race"]) }
    return ToolCall(
      id: "q\(number)-ways", name: ScreenTool.multipleChoice.rawValue,
      arguments: [
        "question": "Is it one of these?", "options": .array(options), "targetField": .string(CoachRequest.ways),
      ])
  }
}
