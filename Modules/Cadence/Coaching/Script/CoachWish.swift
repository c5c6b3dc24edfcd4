public import Days
internal import Platform
internal import Runners

/// A wish about the plan, which the product hands on to it.
public enum CoachWish: Sendable, Hashable {
  case ill, missed, travelling
  /// The race has another day; nil when that was not said, or cannot be planned for.
  case race(CalendarDay?)
  /// Something hurts a little: a few days off.
  case hurt
  /// The race cannot be on the day that was said; the sentence says why.
  case refused(String)

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
      has(
        "moved", "move the", "move my", "postpone", "rescheduled", "new date", "pushed back", "brought forward",
        "put back", "is now on", "change the da", "change my race")
    {
      self = CoachWish.race(on: SaidDay.date(in: said, on: today), today)
    } else {
      return nil
    }
  }

  private static func race(on day: CalendarDay?, _ today: CalendarDay) -> CoachWish {
    guard let day else { return .race(nil) }
    switch day.days(since: today) {
    case ..<0:
      return .refused("\(day.long) is past, so the race stays where it is. Tell me a day that is still to come.")
    case 0: return .refused("A race cannot be moved to today. Tell me a day that is still to come.")
    case 1...364: return .race(day)
    default: return .refused("\(day.long) is more than a year away. Tell me a day within a year.")
    }
  }

  var isOfRace: Bool {
    switch self {
    case .race, .refused: true
    case .ill, .missed, .travelling, .hurt: false
    }
  }

  /// The coach's reply to the wish.
  var words: String {
    switch self {
    case .ill: "Then rest comes first. Nothing is lost by a few days off; the plan can wait for you."
    case .missed: "That happens. One run does not make or break a plan."
    case .travelling: "Enjoy the trip. The plan can be light while you are away."
    case .hurt: CoachScript.slightPain
    case .refused(let why): why
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
