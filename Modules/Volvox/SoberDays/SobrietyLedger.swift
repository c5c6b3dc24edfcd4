public import Days
public import Platform

/// The entries from which a person's sober days follow.
///
/// A civil day counts as sober when it lies after the first start, is not later than today, and is not itself the day of a
/// start or a slip. All figures count these days, so that they agree: the current run is never longer than the longest,
/// and the runs add up to the total. Days are those of a calendar. No zone is stored; "today" is the day where the person
/// is.
///
/// Merging is a union of entries. The order in which two devices exchange them makes no difference.
public struct SobrietyLedger: Sendable, Equatable {
  private var events: [UUID: SobrietyEvent] = [:]
  /// The starts and slips that count, by day. Slips before the first start are left out.
  public private(set) var beginnings: [SobrietyBeginning] = []

  public init(_ events: some Sequence<SobrietyEvent> = []) {
    for event in events { insert(event) }
    settle()
  }

  // MARK: Adding

  public mutating func add(_ event: SobrietyEvent) {
    insert(event)
    settle()
  }

  public func merging(_ other: SobrietyLedger) -> SobrietyLedger {
    SobrietyLedger(Array(events.values) + other.events.values)
  }

  /// Given two entries with one identifier, which no device makes, every device keeps the same.
  private mutating func insert(_ event: SobrietyEvent) {
    if let known = events[event.id], event.precedes(known) { return }
    events[event.id] = event
  }

  private mutating func settle() {
    var newest: [UUID: SobrietyEvent] = [:]
    for event in events.values {
      guard case .correction(let target, _) = event.kind else { continue }
      if let known = newest[target], event.precedes(known) { continue }
      newest[target] = event
    }
    let all = events.values.compactMap { event -> SobrietyBeginning? in
      let (own, isSlip): (CalendarDay, Bool)
      switch event.kind {
      case .start(let day): (own, isSlip) = (day, false)
      case .slip(let day): (own, isSlip) = (day, true)
      case .correction: return nil
      }
      guard case .correction(_, let day) = newest[event.id]?.kind else {
        return SobrietyBeginning(id: event.id, day: own, isSlip: isSlip)
      }
      return day.map { SobrietyBeginning(id: event.id, day: $0, isSlip: isSlip) }
    }
    let first = all.lazy.filter { !$0.isSlip }.map(\.day).min()
    beginnings = all.filter { beginning in first.map { beginning.day >= $0 } ?? false }
      .sorted { ($0.day, $0.isSlip ? 1 : 0, $0.id.uuidString) < ($1.day, $1.isSlip ? 1 : 0, $1.id.uuidString) }
  }

  // MARK: Reading

  public var isEmpty: Bool { beginnings.isEmpty }
  public var count: Int { events.count }
  public var current: SobrietyBeginning? { beginnings.last }
  public var slips: [SobrietyBeginning] { beginnings.filter(\.isSlip) }

  /// The time for a new entry: now, or later than every entry there is, so that it prevails although a clock was set back.
  public func time(at now: Date) -> Date {
    let milliseconds = SobrietyEvent.milliseconds(now)
    let last = events.values.map(\.milliseconds).max()
    let later = last.map { max(milliseconds, $0 + 1) } ?? milliseconds
    return Date(timeIntervalSince1970: Double(later) / 1000)
  }

  /// The runs up to that day, by time. The last is the current one, which may have no days yet.
  public func runs(to today: CalendarDay) -> [SoberRun] {
    beginnings.indices.map { index in
      let next = index + 1 < beginnings.count ? beginnings[index + 1].day.following(-1) : today
      return SoberRun(beginning: beginnings[index], last: min(next, today))
    }
  }

  /// The days of the current run.
  public func days(on today: CalendarDay) -> Int { runs(to: today).last?.days ?? 0 }
  public func longest(to today: CalendarDay) -> Int { runs(to: today).map(\.days).max() ?? 0 }
  public func total(to today: CalendarDay) -> Int { runs(to: today).reduce(0) { $0 + $1.days } }

  /// The sober days among the last `most`, and how many days are looked at: fewer than `most` for a ledger that began
  /// later.
  public func share(ofLast most: Int, to today: CalendarDay) -> (sober: Int, of: Int) {
    guard let first = beginnings.first else { return (0, 0) }
    let from = max(today.following(1 - most), first.day.following(1))
    let sober = runs(to: today).reduce(0) { sum, run in
      sum + max(0, run.last.days(since: max(run.beginning.day, from.following(-1))))
    }
    return (sober, max(0, today.days(since: from) + 1))
  }

  /// Whether the count begins later than today: the device's clock was set back, or another device is ahead.
  public func isAhead(of today: CalendarDay) -> Bool { current.map { $0.day > today } ?? false }
}
