/// Combines what several devices counted at the same time, so that no minute counts twice.
///
/// Each amount is spread evenly over its interval and stored in quarters of an hour, separate for each source. For each
/// quarter the source with the greatest count is used: the total is at least that of the busiest source, at most the
/// sum of all, and does not depend on the order. Offsets from UTC are multiples of a quarter of an hour, so a day of
/// any zone is a whole number of quarters.
public struct Overlap: Sendable, Hashable {
  /// A source's count between two instants, in seconds since 1970.
  public struct Interval: Sendable, Hashable {
    public let start: Int
    public let end: Int
    public let amount: Double
    public let source: String

    public init(start: Int, end: Int, amount: Double, source: String) {
      self.start = start
      self.end = end
      self.amount = amount
      self.source = source
    }
  }

  public static let quarter = 900
  /// The longest plausible interval, in seconds.
  public static let longest = 7 * 86_400
  /// Number of sources; intervals of further ones are rejected.
  public static let mostSources = 64

  private static let quartersOfADay = 96
  private static let nothing = [UInt32](repeating: 0, count: quartersOfADay)
  /// The years 1 to 9999, so that no sum overflows.
  private static let instants = -62_135_596_800...253_402_300_799
  /// Amounts are summed as whole thousandths, because integer sums do not depend on the order.
  private static let scale = 1000.0

  private struct Key: Hashable {
    let day: Int
    let source: Int
  }

  private var sources: [String: Int] = [:]
  /// The quarters of each UTC day, in thousandths.
  private var days: [Key: [UInt32]] = [:]

  public init() {}

  /// Adds an interval; returns false, with no change, for an invalid one: an end before the start, a negative amount,
  /// or more than a week.
  @discardableResult
  public mutating func add(_ interval: Interval) -> Bool {
    let (start, end) = (interval.start, interval.end)
    guard Overlap.instants.contains(start), Overlap.instants.contains(end), (0...Overlap.longest).contains(end - start),
      interval.amount.isFinite, (0...1e9).contains(interval.amount), let source = number(of: interval.source)
    else { return false }
    let whole = interval.amount * Overlap.scale
    // An interval without length counts in the quarter of its start.
    guard end > start else {
      put(whole.rounded(), in: start.flooredBy(Overlap.quarter), of: source)
      return true
    }
    let length = Double(end - start)
    var done = 0.0
    for quarter in start.flooredBy(Overlap.quarter)...(end - 1).flooredBy(Overlap.quarter) {
      // Rounded cumulatively, so that the pieces add up to the whole.
      let passed = Double(min(end, (quarter + 1) * Overlap.quarter) - start)
      let reached = (whole * (passed / length)).rounded()
      put(reached - done, in: quarter, of: source)
      done = reached
    }
    return true
  }

  private mutating func number(of source: String) -> Int? {
    if let known = sources[source] { return known }
    guard sources.count < Overlap.mostSources else { return nil }
    sources[source] = sources.count
    return sources.count - 1
  }

  private mutating func put(_ thousandths: Double, in quarter: Int, of source: Int) {
    guard thousandths > 0 else { return }
    let day = quarter.flooredBy(Overlap.quartersOfADay)
    let place = quarter - day * Overlap.quartersOfADay
    let more = UInt32(min(thousandths, Double(UInt32.max)))
    days[Key(day: day, source: source), default: Overlap.nothing].grow(at: place, by: more)
  }

  // MARK: Totals

  public var isEmpty: Bool { days.isEmpty }

  /// The total between two instants, in seconds since 1970, rounded down to quarters of an hour.
  public func total(from start: Int, to end: Int) -> Double {
    var sum: UInt64 = 0
    each(from: start, to: end) { day, places in
      let all = (0..<sources.count).compactMap { days[Key(day: day, source: $0)] }
      for place in places { sum += UInt64(all.lazy.map { $0[place] }.max() ?? 0) }
    }
    return Double(sum) / Overlap.scale
  }

  /// The total of each source; a source without a count is absent.
  public func bySource(from start: Int, to end: Int) -> [String: Double] {
    sources.compactMapValues { source in
      var sum: UInt64 = 0
      each(from: start, to: end) { day, places in
        guard let quarters = days[Key(day: day, source: source)] else { return }
        for place in places { sum += UInt64(quarters[place]) }
      }
      return sum == 0 ? nil : Double(sum) / Overlap.scale
    }
  }

  /// The combined total of the intervals.
  public static func reconciled(_ intervals: some Sequence<Interval>) -> Double {
    var overlap = Overlap()
    for interval in intervals { overlap.add(interval) }
    return overlap.total(from: instants.lowerBound, to: instants.upperBound)
  }

  /// Calls `body` for each UTC day with data, with its quarters within the range.
  private func each(from start: Int, to end: Int, _ body: (_ day: Int, _ places: Range<Int>) -> Void) {
    let all = Overlap.instants
    let (start, end) = (max(all.lowerBound, start), min(all.upperBound, end))
    guard start < end else { return }
    let quarters = start.flooredBy(Overlap.quarter)..<end.flooredBy(Overlap.quarter)
    func visit(_ day: Int) {
      let first = day * Overlap.quartersOfADay
      let places = quarters.clamped(to: first..<first + Overlap.quartersOfADay)
      if !places.isEmpty { body(day, places.lowerBound - first..<places.upperBound - first) }
    }
    // A short range visits its days; a long one visits the days with data.
    if end - start <= Overlap.longest {
      let days = (start.flooredBy(86_400))...(end - 1).flooredBy(86_400)
      days.forEach(visit)
    } else {
      Set(days.keys.map(\.day)).forEach(visit)
    }
  }
}

extension [UInt32] {
  /// Adds with saturation.
  fileprivate mutating func grow(at place: Int, by more: UInt32) {
    let (sum, isTooMuch) = self[place].addingReportingOverflow(more)
    self[place] = isTooMuch ? .max : sum
  }
}

extension Int {
  /// Division rounded down: -1 by 7 is -1.
  fileprivate func flooredBy(_ other: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: other)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
