public import Days
public import Kernel
public import Platform
public import SoberDays
public import Storage

/// A milestone that was reached and told, with the person's note. Its identifier follows from the beginning and the
/// milestone, so that all devices of a person write the same record.
public struct MilestoneRecord: Syncable {
  public static let collection = "milestones"
  static let longestNote = 5000

  public let id: ID<MilestoneRecord>
  /// The start or slip from which it is counted.
  public let sobrietyRecord: UUID
  /// The days from the beginning to the day on which it was reached.
  public let days: Int
  /// The calendar months of a milestone that counts months; nil for one that counts days.
  public let months: Int?
  public let reachedOn: CalendarDay
  public var note: String?

  public var when: Date { reachedOn.noon }

  public init(_ reached: ReachedMilestone, note: String? = nil) {
    id = MilestoneRecord.id(reached.milestone, of: reached.beginning.id)
    sobrietyRecord = reached.beginning.id
    days = reached.day.days(since: reached.beginning.day)
    months = reached.milestone.unit == .month ? reached.milestone.count : nil
    reachedOn = reached.day
    self.note = note
  }

  public enum CodingKeys: String, ColumnKey {
    case id, days, months, note
    case sobrietyRecord = "sobriety_record"
    case reachedOn = "reached_on"
  }

  static func id(_ milestone: Milestone, of beginning: UUID) -> ID<MilestoneRecord> {
    ID(named: "\(beginning.uuidString.lowercased()) \(milestone.count) \(milestone.unit.rawValue)")
  }

  var title: String { (months.map { .months($0) } ?? Milestone.days(days)).title }
}
