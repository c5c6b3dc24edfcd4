public import Kernel
public import Platform

/// An event that repeats: its first time, its rule, and the days left out.
public struct Recurrence: Sendable {
  /// An occurrence in the event's own zone.
  public struct Occurrence: Sendable, Hashable {
    public let local: LocalTime
    /// The instant; of a whole day its beginning.
    public let instant: Date
    /// Seconds east of GMT at that instant.
    public let offset: Int
  }

  public let rule: RecurrenceRule
  public let start: LocalTime
  public let zone: TimeZone
  /// Occurrences left out, by their local time.
  public var exceptions: Set<LocalTime> = []

  /// Throws if the rule repeats within a day and the start is a day without a time.
  public init(_ rule: RecurrenceRule, from start: LocalTime, in zone: TimeZone) throws(Problem) {
    guard !start.isDay || rule.frequency >= .daily else {
      throw .badRule(
        "FREQ=\(rule.frequency.rawValue) repeats within a day, and the start has no time.",
        "Give the start with a time, such as 2026-11-23T09:00.")
    }
    self.rule = rule
    self.start = start
    self.zone = zone
  }

  /// Why a list of occurrences is as long as it is.
  public enum Rest: Sendable, Hashable {
    /// There is no further one.
    case none
    /// There may be more.
    case more
    /// Nothing was found for long, so there is probably none.
    case givenUp
  }

  /// The occurrences up to a number or an instant, whichever comes first.
  public func occurrences(most: Int, until last: Date = .distantFuture) -> (all: [Occurrence], rest: Rest) {
    var all: [Occurrence] = []
    var clock = ZoneClock(zone, from: start)
    var steps = Occurrences(rule, from: start)
    var count = 0
    var before = Date.distantPast
    while let local = steps.next() {
      let (instant, offset) = clock.instant(local)
      // A time that the clock leaves out was moved onto one that is there already, or behind it.
      guard instant > before else { continue }
      before = instant
      count += 1
      if hasEnded(count, local, instant) { return (all, .none) }
      if instant > last { return (all, .more) }
      guard !exceptions.contains(local) else { continue }
      if all.count == most { return (all, .more) }
      all.append(Occurrence(local: local, instant: instant, offset: offset))
    }
    return (all, steps.isGivenUp ? .givenUp : .none)
  }

  private func hasEnded(_ count: Int, _ local: LocalTime, _ instant: Date) -> Bool {
    switch rule.end {
    case .never: false
    case .count(let most): count > most
    case .local(let end): end.isDay || local.isDay ? local.day > end.day : local > end
    case .instant(let end):
      local.isDay ? local.day > CivilDate.split(Int(end.timeIntervalSince1970)).day : instant > end
    }
  }
}

/// Turns local times of a zone into instants, in the order of time. A time that occurs twice is the first of the two; one
/// that the clock leaves out is as many hours after midnight as if it had not been set forward, as RFC 5545 says of a single
/// time (3.3.5).
struct ZoneClock: Sendable {
  private let zone: TimeZone
  private var offset: Int
  private var before: Int
  private var start: Int
  private var end: Int

  init(_ zone: TimeZone, from first: LocalTime) {
    self.zone = zone
    // No zone is more than a day from GMT.
    let date = Date(timeIntervalSince1970: Double(first.count - 2 * 86_400))
    offset = zone.secondsFromGMT(for: date)
    before = offset
    start = Int.min
    end = ZoneClock.change(zone, after: date)
  }

  private static func change(_ zone: TimeZone, after date: Date) -> Int {
    zone.nextDaylightSavingTimeTransition(after: date).map { Int($0.timeIntervalSince1970) } ?? Int.max
  }

  mutating func instant(_ local: LocalTime) -> (instant: Date, offset: Int) {
    while end != Int.max, local.count - offset >= end {
      let date = Date(timeIntervalSince1970: Double(end))
      (before, start) = (offset, end)
      offset = zone.secondsFromGMT(for: date)
      let next = ZoneClock.change(zone, after: date)
      end = next > end ? next : Int.max
    }
    let second = local.count - offset
    let isLeftOut = second < start
    return (Date(timeIntervalSince1970: Double(isLeftOut ? local.count - before : second)), offset)
  }
}
