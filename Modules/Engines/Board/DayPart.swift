internal import Days
public import Hours
public import Kernel
public import Platform

/// The part of the day that a board is arranged for. Each begins on its hour and ends before the next one's.
public enum DayPart: String, Sendable, Hashable, CaseIterable {
  case morning, afternoon, evening, night

  public init(_ time: TimeOfDay) {
    switch time.minutes / 60 {
    case 5..<12: self = .morning
    case 12..<18: self = .afternoon
    case 18..<22: self = .evening
    default: self = .night
    }
  }

  public init(_ moment: Moment) { self.init(moment.clock) }

  public var greeting: String {
    switch self {
    case .morning: "Good morning"
    case .afternoon: "Good afternoon"
    case .evening: "Good evening"
    case .night: "Good evening"
    }
  }

  /// The hours at which the content changes: the parts, and midnight for the date.
  private static let hours = [0, 5, 12, 18, 22]

  /// The next instant at which another part or another day begins in the person's zone.
  public static func turn(after now: Moment) -> Date? {
    // Where clocks are set back one of these may lie in the past, so the day after is included.
    (0...2).lazy.flatMap { days in
      hours.compactMap { now.day.following(days).instant(at: .at($0), in: now.zone) }
    }.filter { $0 > now.date }.min()
  }
}
