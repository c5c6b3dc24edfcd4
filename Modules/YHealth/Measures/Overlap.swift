/// What several devices counted of the same hours, brought together so that no minute counts twice.
///
/// Each amount is spread evenly over its time and lies in quarters of an hour, apart for each source. Of each quarter
/// the source that counted most is believed: the whole is at least what the busiest source counted, at most what all
/// counted together, and the same in whatever order they come. Every zone is some quarters of an hour from Greenwich, so
/// a day of any zone is a number of whole quarters.
public struct Overlap: Sendable, Hashable {
  /// What a source counted from one instant to another, in seconds since 1970.
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
  /// What lasts longer is no count of a device, but a mistake.
  public static let longest = 7 * 86_400
  /// More sources than anybody has; what comes from one beyond them is refused.
  public static let mostSources = 64

  private static let quartersOfADay = 96
  private static let nothing = [UInt32](repeating: 0, count: quartersOfADay)
  /// From the year 1 to 9999, so that no sum overflows.
  private static let instants = -62_135_596_800...253_402_300_799
  /// Amounts are whole thousandths inside, since sums of those are the same in any order.
  private static let scale = 1000.0

  private struct Key: Hashable {
    let day: Int
    let source: Int
  }

  private var sources: [String: Int] = [:]
  /// The quarters of each day of Greenwich, each in thousandths.
  private var days: [Key: [UInt32]] = [:]

  public init() {}

  /// False, and nothing changed, for what cannot be: an end before the start, an amount below nought, a week and more.
  @discardableResult
  public mutating func add(_ interval: Interval) -> Bool {
    let (start, end) = (interval.start, interval.end)
    guard Overlap.instants.contains(start), Overlap.instants.contains(end), (0...Overlap.longest).contains(end - start),
      interval.amount.isFinite, (0...1e9).contains(interval.amount), let source = number(of: interval.source)
    else { return false }
    let whole = interval.amount * Overlap.scale
    // What lasts no time is counted where it is.
    guard end > start else {
      put(whole.rounded(), in: start.flooredBy(Overlap.quarter), of: source)
      return true
    }
    let length = Double(end - start)
    var done = 0.0
    for quarter in start.flooredBy(Overlap.quarter)...(end - 1).flooredBy(Overlap.quarter) {
      // Rounded as it grows, so that the pieces come to the whole.
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

  // MARK: What it comes to

  public var isEmpty: Bool { days.isEmpty }

  /// From one instant up to another, in seconds since 1970; both on a quarter of an hour, or the one before.
  public func total(from start: Int, to end: Int) -> Double {
    var sum: UInt64 = 0
    each(from: start, to: end) { day, places in
      let all = (0..<sources.count).compactMap { days[Key(day: day, source: $0)] }
      for place in places { sum += UInt64(all.lazy.map { $0[place] }.max() ?? 0) }
    }
    return Double(sum) / Overlap.scale
  }

  /// What each source counted by itself; one that counted nothing is not there.
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

  /// The whole of these.
  public static func reconciled(_ intervals: some Sequence<Interval>) -> Double {
    var overlap = Overlap()
    for interval in intervals { overlap.add(interval) }
    return overlap.total(from: instants.lowerBound, to: instants.upperBound)
  }

  /// The days of Greenwich of which something is known, and which of their quarters lie within.
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
    // A day is asked for at a time; all that there is, once.
    if end - start <= Overlap.longest {
      let days = (start.flooredBy(86_400))...(end - 1).flooredBy(86_400)
      days.forEach(visit)
    } else {
      Set(days.keys.map(\.day)).forEach(visit)
    }
  }
}

extension [UInt32] {
  /// At most to what there is room for.
  fileprivate mutating func grow(at place: Int, by more: UInt32) {
    let (sum, isTooMuch) = self[place].addingReportingOverflow(more)
    self[place] = isTooMuch ? .max : sum
  }
}

extension Int {
  /// Divided, and rounded down: -1 by 7 is -1.
  fileprivate func flooredBy(_ other: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: other)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
