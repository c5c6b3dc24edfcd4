public import Days
internal import Platform
internal import Runners

/// A wish about the plan, which the product hands on to it.
public enum CoachWish: Sendable, Hashable {
  case ill, missed, travelling
  /// The race has another day; nil when that was not said, or cannot be planned for.
  case race(CalendarDay?)

  /// The wish in a text of somebody who has a plan; nil for none.
  init?(in said: String, on today: CalendarDay) {
    let text = " " + said.prefix(RunnerReading.longestText).lowercased().replacing("’", with: "'")
    func has(_ words: String...) -> Bool { words.contains { text.contains($0) } }
    if has("i'm ill", "i am ill", "i'm sick", "i am sick", "have a cold", "have the flu", " fever") {
      self = .ill
    } else if has("i missed", "could not run", "couldn't run", "skipped my run") {
      self = .missed
    } else if has("travelling", "traveling", "on a trip", "on holiday", "on vacation") {
      self = .travelling
    } else if has(" race", "marathon", "parkrun"),
      has("moved", "postponed", "rescheduled", "new date", "pushed back", "brought forward", "put back", "is now on")
    {
      let day = RunnerReading(said, on: today).values[.raceDate].flatMap { CalendarDay($0) }
      self = .race(day.flatMap { (1...364).contains($0.days(since: today)) ? $0 : nil })
    } else {
      return nil
    }
  }

  var isOfRace: Bool { if case .race = self { true } else { false } }

  /// The coach's reply to the wish.
  var words: String {
    switch self {
    case .ill: "Then rest comes first. Nothing is lost by a few days off; the plan can wait for you."
    case .missed: "That happens. One run does not make or break a plan."
    case .travelling: "Enjoy the trip. The plan can be light while you are away."
    case .race(nil): "Races move. Tell the plan the new day, and it changes as little as possible."
    case .race(let day?): "Noted: \(day.long). The plan follows, and changes as little as possible."
    }
  }
}

/// A question for the reason of a number of the plan.
enum CoachQuestion {
  static func isFound(in said: String) -> Bool {
    let words = said.prefix(200).lowercased().split { !$0.isLetter }
    return words.first == "why" || (words.contains("why") && said.contains("?"))
      || words.starts(with: ["how", "come"]) || words.starts(with: ["what", "is", "the", "reason"])
  }
}
