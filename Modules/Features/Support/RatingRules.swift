public import Kernel
public import Platform
public import Storage

/// The moments at which a person was asked for a rating, and those that speak for asking. It stays on the device.
public struct RatingMemory: Kept, Equatable {
  public static let collection = "rating"
  static let id = ID<RatingMemory>(named: "own")

  /// The first use of the app on this device.
  var since: Date?
  /// Good moments since the last question, such as a milestone.
  var joys = 0
  /// The last time at which something went wrong, such as a crash.
  var trouble: Date?
  var asked: [Date] = []
  /// The person rated the app, or does not want to be asked.
  var isDone = false

  public var id: ID<RatingMemory> { RatingMemory.id }
  public var when: Date { Date(timeIntervalSince1970: 0) }

  public init() {}
}

/// The rules by which a person is asked to rate the app: seldom, at a good moment, and never when something went wrong.
enum RatingRules {
  static let firstDays = 7.0
  static let joys = 3
  static let daysAfterTrouble = 14.0
  static let daysBetween = 120.0
  static let mostInAYear = 3
  private static let day = 86_400.0

  /// Whether to ask now.
  static func asks(_ memory: RatingMemory, at now: Date) -> Bool {
    func isOver(_ days: Double, since date: Date?) -> Bool {
      date.map { now.timeIntervalSince($0) >= days * day } ?? true
    }
    guard !memory.isDone, let since = memory.since, isOver(firstDays, since: since), memory.joys >= joys,
      isOver(daysAfterTrouble, since: memory.trouble), isOver(daysBetween, since: memory.asked.max())
    else { return false }
    return memory.asked.count { now.timeIntervalSince($0) < 365 * day } < mostInAYear
  }
}
