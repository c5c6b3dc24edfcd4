public import Days
internal import Hours
public import Kernel
public import Platform
public import Storage

/// A morning pledge or an evening review. There is one of each a day, and its identifier follows from both, so that all
/// devices of a person write the same record.
public struct CheckIn: Syncable {
  public static let collection = "check_ins"

  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    case pledge, review
  }

  /// The answer of a review.
  public enum Feeling: String, Sendable, Hashable, Codable, CaseIterable {
    case easy, mixed, hard
  }

  public let id: ID<CheckIn>
  public let day: CalendarDay
  public let kind: Kind
  public let feeling: Feeling?
  public let checkedAt: Date

  public var when: Date { day.noon }

  public init(_ kind: Kind, on day: CalendarDay, feeling: Feeling? = nil, at checkedAt: Date) {
    id = CheckIn.id(kind, day)
    self.day = day
    self.kind = kind
    self.feeling = feeling
    self.checkedAt = checkedAt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, day, kind, feeling
    case checkedAt = "checked_at"
  }

  static func id(_ kind: Kind, _ day: CalendarDay) -> ID<CheckIn> { ID(named: "\(day.text) \(kind.rawValue)") }
}

/// The check-in that is due at a time of day: the pledge from 3 to 17 o'clock, then the review. After midnight the review
/// is still about the day before.
struct DueCheckIn: Sendable, Equatable {
  let kind: CheckIn.Kind
  let day: CalendarDay

  init(at now: Moment) {
    let hour = now.clock.minutes / 60
    kind = (3..<17).contains(hour) ? .pledge : .review
    day = hour < 3 ? now.day.following(-1) : now.day
  }
}
