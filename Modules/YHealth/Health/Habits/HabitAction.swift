public import Days
internal import Forms
internal import Numbers
public import Platform

/// The user's actions on habits in one window.
public enum HabitAction: Sendable, Equatable {
  case name(String)
  case cadence(Habit.Cadence)
  case times(String)
  case add
  /// Sets how often it was kept on that day; zero removes the entry.
  case tick(UUID, on: CalendarDay, times: Int)
  /// Selects the day to tick; nil is always today.
  case day(CalendarDay?)
  case archive(UUID, Bool)
}

/// The state of habits in one window.
public struct HabitWindowState: Sendable, Equatable {
  var name = ""
  var cadence = Habit.Cadence.daily
  var times = ""
  /// Whether adding was attempted; from then on missing values are reported.
  var isTried = false
  var isSaving = false
  var day: CalendarDay?

  static let mostTimes = 100

  /// The complaint about the typed name, if any.
  var nameComplaint: String? {
    let count = name.trimmed.unicodeScalars.count
    if count == 0 { return isTried ? "Give the habit a name." : nil }
    return count > Habit.longestName
      ? "This has \(count) characters; the limit is \(Habit.longestName). Make it shorter." : nil
  }

  func timesComplaint(in numbers: NumberNotation) -> String? {
    do throws(NumberComplaint) {
      _ = try countedTimes(in: numbers)
      return nil
    } catch {
      return error.sentence
    }
  }

  func countedTimes(in numbers: NumberNotation) throws(NumberComplaint) -> Int {
    times.trimmed.isEmpty ? 1 : try numbers.whole(times, in: 1...HabitWindowState.mostTimes)
  }
}
