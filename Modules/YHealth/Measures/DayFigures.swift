public import Days
public import Pillar

/// One day of a person, in numbers. A value that is unknown is absent, and never zero.
public struct DayFigures: Sendable, Hashable, Codable {
  public let day: CalendarDay
  public private(set) var values: [Measure: Double]

  public init(_ day: CalendarDay, _ values: [Measure: Double] = [:]) {
    self.day = day
    self.values = values.filter(\.value.isFinite)
  }

  public subscript(measure: Measure) -> Double? {
    get { values[measure] }
    set { values[measure] = newValue.flatMap { $0.isFinite ? $0 : nil } }
  }

  public var isEmpty: Bool { values.isEmpty }

  private enum CodingKeys: String, CodingKey { case day, values }

  /// Measures of a newer version are dropped.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let kept = try container.decode([String: Double].self, forKey: .values)
    self.init(
      try container.decode(CalendarDay.self, forKey: .day),
      Dictionary(
        kept.compactMap { name, value in Measure(rawValue: name).map { ($0, value) } },
        uniquingKeysWith: { first, _ in first }))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(day, forKey: .day)
    try container.encode(
      Dictionary(values.map { ($0.rawValue, $1) }, uniquingKeysWith: { first, _ in first }), forKey: .values)
  }
}

/// A person's days in numbers, sorted. Days without data are absent.
public struct DayTable: Sendable, Hashable {
  public private(set) var days: [DayFigures]
  /// The index of each day, by its number.
  private var places: [Int: Int]

  public init(_ days: some Sequence<DayFigures> = []) {
    let byDay = Dictionary(days.map { ($0.day.number, $0) }, uniquingKeysWith: { _, later in later })
    self.days = byDay.values.filter { !$0.isEmpty }.sorted { $0.day < $1.day }
    places = [:]
    index()
  }

  private mutating func index() {
    places = Dictionary(uniqueKeysWithValues: days.enumerated().map { ($1.day.number, $0) })
  }

  public subscript(day: CalendarDay) -> DayFigures? { places[day.number].map { days[$0] } }
  public subscript(day: CalendarDay, measure: Measure) -> Double? { self[day]?[measure] }

  /// Replaces the given days; an empty one is removed.
  public mutating func take(_ changed: some Sequence<DayFigures>) {
    var (gone, new): (Set<Int>, [Int: DayFigures]) = ([], [:])
    // No day moves while the places are used.
    for figures in changed {
      let number = figures.day.number
      if figures.isEmpty {
        gone.insert(number)
        new[number] = nil
      } else if let place = places[number] {
        gone.remove(number)
        days[place] = figures
      } else {
        new[number] = figures
      }
    }
    gone.formIntersection(places.keys)
    guard !gone.isEmpty || !new.isEmpty else { return }
    days.removeAll { gone.contains($0.day.number) }
    days += new.values
    days.sort { $0.day < $1.day }
    index()
  }

  /// The table without the measures of these pillars.
  public func without(_ pillars: Set<Pillar>) -> DayTable {
    guard !pillars.isEmpty else { return self }
    return DayTable(days.map { DayFigures($0.day, $0.values.filter { !pillars.contains($0.key.pillar) }) })
  }

  /// One value per day, nil where there is none.
  public func series(_ measure: Measure, _ range: ClosedRange<CalendarDay>) -> [Double?] {
    (range.lowerBound.number...range.upperBound.number).map { self[CalendarDay(number: $0), measure] }
  }

  /// The figures of the last `count` days up to and including `day`, as far as there are any.
  public func last(_ count: Int, to day: CalendarDay) -> [DayFigures] {
    (0..<max(0, count)).reversed().compactMap { self[day.following(-$0)] }
  }

  public var isEmpty: Bool { days.isEmpty }
  /// The first and the last day.
  public var range: ClosedRange<CalendarDay>? {
    guard let first = days.first, let last = days.last else { return nil }
    return first.day...last.day
  }
}
