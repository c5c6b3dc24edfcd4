public import Days
public import FoundationEssentials

/// What is done with habits at a desk.
public enum HabitAction: Sendable, Equatable {
  case name(String)
  case cadence(Habit.Cadence)
  case times(String)
  case add
  /// How often it was kept on that day; never is not at all.
  case tick(UUID, on: CalendarDay, times: Int)
  /// Which day is ticked; nil is today, whichever day that is by then.
  case day(CalendarDay?)
  case archive(UUID, Bool)
}

/// What a window has in hand of habits.
public struct HabitDesk: Sendable, Equatable {
  var name = ""
  var cadence = Habit.Cadence.daily
  var times = ""
  /// Somebody wanted to add it, and learnt what is missing.
  var isTried = false
  var isSaving = false
  var day: CalendarDay?

  static let mostTimes = 100

  /// What is wrong with the name that is typed.
  var nameComplaint: String? {
    let count = name.trimmed.unicodeScalars.count
    if count == 0 { return isTried ? "Give the habit a name." : nil }
    return count > Habit.longestName
      ? "This has \(count) characters, and \(Habit.longestName) is the most. Make it shorter." : nil
  }

  var timesComplaint: String? {
    countedTimes == nil ? "Write a whole number from 1 to \(HabitDesk.mostTimes)." : nil
  }

  var countedTimes: Int? {
    let text = times.trimmed
    if text.isEmpty { return 1 }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
      (1...HabitDesk.mostTimes).contains(number)
    else { return nil }
    return number
  }
}
