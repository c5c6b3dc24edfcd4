internal import Kernel

/// The local times at which a rule repeats, in their order, computed one period after the other. The end of the rule is
/// not looked at here.
public struct Occurrences: Sequence, IteratorProtocol, Sendable {
  /// Steps without a result after which a rule is taken to have no further one.
  public static let mostEmptySteps = 400_000
  /// No result is later than this year.
  static let lastDay = 2_932_896  // 31 December 9999

  private let rule: RecurrenceRule
  private let start: LocalTime
  private let days: DayFilter
  private let times: [Int]
  /// Occurrences found in the present period and not yet returned, the last first.
  private var found: [LocalTime] = []
  private var period: Period
  private var emptySteps = 0
  /// Whether it was given up, since nothing was found for long.
  public private(set) var isGivenUp = false

  /// The position in time, in the unit of the frequency.
  private enum Period {
    case year(Int)
    /// Months since January of the year 0.
    case month(Int)
    /// The first day of a week.
    case week(Int)
    case day(Int)
    /// Seconds since 1970 in local time, at the beginning of an hour, a minute or a second.
    case clock(Int)
    case over
  }

  public init(_ rule: RecurrenceRule, from start: LocalTime) {
    self.rule = rule
    self.start = start
    let date = CivilDate(daysSince1970: start.day)
    days = DayFilter(rule, start: date, day: start.day)
    times = Occurrences.times(rule, start)
    period =
      switch rule.frequency {
      case .yearly: .year(days.firstYear(date, day: start.day))
      case .monthly: .month(date.year * 12 + date.month - 1)
      case .weekly: .week(start.day - (CivilDate.weekday(ofDay: start.day) - rule.weekStart + 7) % 7)
      case .daily: .day(start.day)
      case .hourly: .clock(start.count - start.second % 3600)
      case .minutely: .clock(start.count - start.second % 60)
      case .secondly: .clock(start.count)
      }
  }

  public mutating func next() -> LocalTime? {
    while true {
      if let next = found.popLast() {
        emptySteps = 0
        return next
      }
      guard !isOver else { return nil }
      emptySteps += 1
      guard emptySteps <= Occurrences.mostEmptySteps else {
        (isGivenUp, period) = (true, .over)
        return nil
      }
      step()
    }
  }

  private var isOver: Bool { if case .over = period { true } else { false } }

  /// The seconds of the day at which a day's occurrences are.
  private static func times(_ rule: RecurrenceRule, _ start: LocalTime) -> [Int] {
    guard !start.isDay else { return [0] }
    let hours = rule.hours.isEmpty ? [start.second / 3600] : rule.hours
    let minutes = rule.minutes.isEmpty ? [start.second / 60 % 60] : rule.minutes
    // A leap second is the second before it.
    let seconds = rule.seconds.isEmpty ? [start.second % 60] : rule.seconds.map { Swift.min($0, 59) }
    var all: Set<Int> = []
    for hour in hours {
      for minute in minutes { for second in seconds { all.insert(hour * 3600 + minute * 60 + second) } }
    }
    return all.sorted()
  }

  // MARK: Steps

  private mutating func step() {
    switch period {
    case .year(let year):
      guard year <= 9999 else { return end() }
      take(days.days(inYear: year))
      period = .year(year + rule.interval)
    case .month(let month):
      guard month / 12 <= 9999 else { return end() }
      if days.takes(month: month % 12 + 1) { take(days.days(inYear: month / 12, month: month % 12 + 1)) }
      period = .month(month + rule.interval)
    case .week(let first):
      guard first <= Occurrences.lastDay else { return end() }
      take((first..<first + 7).filter { days.takes($0) })
      period = .week(first + 7 * rule.interval)
    case .day(let day):
      guard day <= Occurrences.lastDay else { return end() }
      if days.takes(day) { take([day]) }
      period = .day(day + rule.interval)
    case .clock(let second): stepClock(second)
    case .over: return
    }
  }

  private mutating func end() { period = .over }

  /// Steps by hours, minutes or seconds. A day or an hour in which nothing can be is passed at once.
  private mutating func stepClock(_ second: Int) {
    let (day, time) = CivilDate.split(second)
    guard day <= Occurrences.lastDay else { return end() }
    let unit = rule.frequency == .hourly ? 3600 : rule.frequency == .minutely ? 60 : 1
    let stride = unit * rule.interval
    func pass(to next: Int) { period = .clock(second + Swift.max(1, (next - second + stride - 1) / stride) * stride) }
    guard days.takes(day) else { return pass(to: (day + 1) * 86_400) }
    if !rule.hours.isEmpty, !rule.hours.contains(time / 3600) { return pass(to: second - time % 3600 + 3600) }
    if unit < 3600, !rule.minutes.isEmpty, !rule.minutes.contains(time / 60 % 60) {
      return pass(to: second - time % 60 + 60)
    }
    if unit == 1, !rule.seconds.isEmpty, !rule.seconds.contains(time % 60) { return pass(to: second + 1) }
    // Within an hour the minutes and seconds are named or those of the start, within a minute the seconds.
    let minutes =
      unit < 3600 ? [time / 60 % 60] : rule.minutes.isEmpty ? [start.second / 60 % 60] : rule.minutes.sorted()
    let seconds =
      unit == 1 ? [time % 60] : rule.seconds.isEmpty ? [start.second % 60] : rule.seconds.map { Swift.min($0, 59) }
    let base = time - time % 3600
    let all = Set(minutes.flatMap { minute in seconds.map { base + minute * 60 + $0 } })
    give(all.sorted().map { LocalTime(day: day, second: $0) })
    pass(to: second + stride)
  }

  private mutating func take(_ days: [Int]) {
    guard !days.isEmpty else { return }
    give(days.flatMap { day in times.map { LocalTime(day: day, second: $0, isDay: start.isDay) } })
  }

  /// Takes the positions out of a period's results, and leaves out what is before the start.
  private mutating func give(_ all: [LocalTime]) {
    var chosen = all
    if !rule.positions.isEmpty {
      let places = Set(rule.positions.map { $0 > 0 ? $0 - 1 : all.count + $0 })
      chosen = all.indices.filter { places.contains($0) }.map { all[$0] }
    }
    found = chosen.reversed()
    while let earliest = found.last, earliest < start { found.removeLast() }
    while let latest = found.first, latest.day > Occurrences.lastDay { found.removeFirst() }
  }
}
