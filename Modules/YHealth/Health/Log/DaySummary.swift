internal import Days
public import Kernel
public import Platform
public import Storage

/// The summary of one day's entries. It is stored so that a day can be shown before anything else is read.
public struct DaySummary: Kept {
  public static let collection = "day_summaries"

  /// The day as "2026-11-22".
  public let day: String
  /// The latest mood of the day, from 1 to 10.
  public let mood: Int?
  public let moods: Int
  public let meals: Int
  public let calories: Int?
  public let activities: Int
  public let minutes: Int
  public let journal: Int
  /// The time of the summing.
  public let at: Date

  public var id: ID<DaySummary> { ID(named: day) }
  public var when: Date { at }

  private enum CodingKeys: String, CodingKey {
    case day, mood, moods, meals, calories, activities, minutes, journal, at
  }

  /// Sums entries sorted newest first; those of other days are ignored.
  init(of entries: [LogEntry], on day: CalendarDay, at now: Moment) {
    self.day = day.text
    at = now.date
    let range = day.range(in: now.zone)
    var shared = 0.0
    var (moods, mood, meals, calories) = (0, Int?.none, 0, Int?.none)
    var (activities, journal) = (0, 0)
    let reach = Double(DayShare.reach + 1) * 86_400
    for entry in entries where range.map({ entry.when < $0.upperBound && entry.when > $0.lowerBound - reach }) == true {
      // Only what lies on the day counts of an activity that crosses midnight.
      if entry.name.kind.hasLength, let part = entry.shares(in: now.zone).first(where: { $0.day == day }) {
        switch entry {
        case .activity(let activity): shared += Double(activity.minutes ?? 0) * part.share
        case .workout(let workout): shared += Double(workout.minutes) * part.share
        case .mood, .meal, .journal, .water, .energy, .sleep, .weight: break
        }
      }
      guard range?.contains(entry.when) == true else { continue }
      switch entry {
      case .mood(let one):
        moods += 1
        mood = mood ?? one.mood
      case .meal(let meal):
        meals += 1
        if let more = meal.calories { calories = (calories ?? 0) + more }
      case .activity, .workout: activities += 1
      case .journal: journal += 1
      case .water, .energy, .sleep, .weight: break
      }
    }
    (self.moods, self.mood, self.meals, self.calories) = (moods, mood, meals, calories)
    (self.activities, self.minutes, self.journal) = (activities, Int(shared.rounded()), journal)
  }

  /// Whether the figures are equal, whenever they were summed.
  func says(the other: DaySummary?) -> Bool {
    guard let other else { return false }
    return day == other.day && mood == other.mood && moods == other.moods && meals == other.meals
      && calories == other.calories && activities == other.activities && minutes == other.minutes
      && journal == other.journal
  }
}
