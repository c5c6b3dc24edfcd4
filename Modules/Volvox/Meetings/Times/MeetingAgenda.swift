internal import Kernel
internal import Platform

/// The occurrences of all meetings of a list in the coming week, in order of time.
struct MeetingAgenda: Sendable, Equatable {
  /// One occurrence of a meeting, which is named by its place in the list.
  struct Entry: Sendable, Equatable {
    let index: Int
    let occurrence: MeetingOccurrence
  }

  /// In order of the start, then of the list.
  let entries: [Entry]
  private let zone: TimeZone
  /// The span of time in which the entries stay the same: until the first of them ends.
  private let holds: Range<Date>

  /// Where a meeting names no zone, that of `now` is used.
  init(_ meetings: [Meeting], at now: Moment) {
    var clocks: [String: MeetingClock] = [:]
    var entries: [Entry] = []
    for (index, meeting) in meetings.enumerated() {
      let name = meeting.listing.zone ?? ""
      var clock = clocks.removeValue(forKey: name) ?? MeetingClock(TimeZone(named: name) ?? now.zone)
      if let start = meeting.listing.time, !meeting.listing.days.isEmpty {
        let times = MeetingTimes(meeting.listing.days, from: start, to: meeting.listing.end, in: clock.zone)
        entries += times.occurrences(at: now.date, by: &clock).map { Entry(index: index, occurrence: $0) }
      }
      clocks[name] = clock
    }
    self.entries = entries.sorted {
      ($0.occurrence.start, $0.index) < ($1.occurrence.start, $1.index)
    }
    zone = now.zone
    let until = entries.map(\.occurrence.end).min() ?? .distantFuture
    holds = now.date..<max(until, now.date)
  }

  /// Whether the entries are those that would be found at another moment.
  func isValid(at now: Moment) -> Bool { zone == now.zone && holds.contains(now.date) }

  /// The next instant at which a meeting begins or ends.
  func change(after now: Date) -> Date? {
    let starts = entries.first { $0.occurrence.start > now }?.occurrence.start
    return [starts, holds.upperBound == .distantFuture ? nil : holds.upperBound].compactMap(\.self).filter { $0 > now }
      .min()
  }
}
