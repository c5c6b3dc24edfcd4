internal import Days
internal import Platform

/// The part of an entry that lies on one day.
///
/// Every total divides what crosses midnight by time, as an import does; an entry itself is counted on the day on which
/// it began.
struct DayShare: Hashable {
  /// Number of days before a day on which an entry that reaches into it can have begun: the longest lasts 48 hours.
  static let reach = 2

  let day: CalendarDay
  /// From 0 to 1; the shares of an entry add up to 1.
  let share: Double
  let isFirst: Bool
}

extension LogEntry {
  /// The minutes from the instant of the entry on; nil for one without length. A night belongs to the day on which it
  /// ended, and is not divided.
  private var length: Int? {
    switch self {
    case .workout(let workout): workout.minutes
    case .activity(let activity): activity.minutes
    case .mood, .meal, .journal, .water, .energy, .sleep, .weight: nil
    }
  }

  /// Its shares, from the day on which it began.
  func shares(in zone: TimeZone) -> [DayShare] {
    let first = CalendarDay(when, in: zone)
    let seconds = Double(min(max(length ?? 0, 0), DayShare.reach * 1440)) * 60
    guard seconds > 0 else { return [DayShare(day: first, share: 1, isFirst: true)] }
    var shares: [DayShare] = []
    var (day, from) = (first, when)
    let end = when.addingTimeInterval(seconds)
    while let midnight = day.following(1).start(in: zone), midnight < end {
      if midnight > from {
        shares.append(DayShare(day: day, share: midnight.timeIntervalSince(from) / seconds, isFirst: day == first))
      }
      (day, from) = (day.following(1), max(from, midnight))
    }
    return shares + [DayShare(day: day, share: end.timeIntervalSince(from) / seconds, isFirst: day == first)]
  }

  /// An instant on each later day that the entry touches.
  func laterInstants(in zone: TimeZone) -> [Date] {
    guard length != nil else { return [] }
    return shares(in: zone).filter { !$0.isFirst }.compactMap { $0.day.start(in: zone) }
  }
}

extension LogKind {
  /// Whether an entry of this kind can reach into later days.
  var hasLength: Bool { self == .workout || self == .activity }
}
