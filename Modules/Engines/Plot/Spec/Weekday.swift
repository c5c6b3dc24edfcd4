/// A day of the week, numbered as in ISO 8601: Monday is 1.
public enum Weekday: Int, Sendable, Hashable, Codable, CaseIterable, Comparable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  public var title: String {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }

  public static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }
}
