internal import Platform

/// A labelled position on an x axis.
struct AxisStep: Sendable, Hashable {
  var value: Double
  var text: String
}

/// Chooses the densest steps of an x axis whose labels do not overlap.
struct Stepping {
  let along: Along
  let scale: ValueScale
  let size: Double
  let writing: Writing
  /// The minimum distance between two labels.
  var gap = 14.0
  /// Set for consecutive labels such as days, which are left out rather than shortened.
  var isWhole = false

  func steps() -> [AxisStep] {
    switch along {
    case .days:
      fitting(days(from: Int(scale.from.rounded(.up)), to: Int(scale.to.rounded(.down))) { Double($0.number) })
    case .time(let zone): fitting(clock(in: zone) + daysOfTime(in: zone))
    case .numbers: numbers()
    case .labels(let labels): names(labels)
    }
  }

  private func fits(_ steps: [AxisStep]) -> Bool {
    var end = -Double.infinity
    for step in steps {
      let (at, half) = (scale.at(step.value), TextMeasure.width(step.text, size) / 2)
      if at - half < end + gap { return false }
      end = at + half
    }
    return true
  }

  /// The first choice that fits more than one label; otherwise a single label.
  private func fitting(_ choices: [() -> [AxisStep]]) -> [AxisStep] {
    var spare: [AxisStep] = []
    for choice in choices {
      let steps = choice()
      if steps.count > 1, fits(steps) { return steps }
      if let first = steps.first { spare = [first] }
    }
    return spare
  }
}

// MARK: - Days

extension Stepping {
  private enum Stride {
    case days(Int), mondays(Int), months(Int), years(Int)

    static let all: [Stride] =
      [.days(1), .days(2), .mondays(1), .mondays(2), .months(1), .months(2), .months(3), .months(6)]
      + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000].map { .years($0) }

    var length: Int {
      switch self {
      case .days(let count): count
      case .mondays(let count): count * 7
      case .months(let count): count * 30
      case .years(let count): count * 365
      }
    }

    func days(from first: Int, to last: Int) -> [Day] {
      switch self {
      case .days(let count): every(count, from: first, to: last, offset: 0)
      // Day 4 since 1970 was a Monday.
      case .mondays(let count): every(count * 7, from: first, to: last, offset: 4)
      case .months(let count): months(count, from: first, to: last)
      case .years(let count): months(count * 12, from: first, to: last)
      }
    }

    private func every(_ count: Int, from first: Int, to last: Int, offset: Int) -> [Day] {
      let rest = ((first - offset) % count + count) % count
      return stride(from: rest == 0 ? first : first + count - rest, through: last, by: count)
        .compactMap { Day(number: $0) }
    }

    private func months(_ count: Int, from first: Int, to last: Int) -> [Day] {
      guard let start = Day(number: first), let end = Day(number: last) else { return [] }
      let whole = (start.year * 12 + start.month - 1) / count * count
      return stride(from: whole, through: end.year * 12 + end.month - 1, by: count).compactMap { month in
        Day(month / 12, month % 12 + 1, 1).flatMap { (first...last).contains($0.number) ? $0 : nil }
      }
    }
  }

  private func days(from first: Int, to last: Int, at place: @escaping (Day) -> Double) -> [() -> [AxisStep]] {
    let room = max(2, (scale.end - scale.start) / 24)
    return Stride.all.filter { first <= last && Double((last - first) / $0.length) <= room }.map { stride in
      { labelled(stride.days(from: first, to: last), stride, at: place) }
    }
  }

  /// Labels the days; the year is added where it changes, if there is more than one.
  private func labelled(_ days: [Day], _ stride: Stride, at place: (Day) -> Double) -> [AxisStep] {
    let isOneYear = days.first?.year == days.last?.year
    var year: Int?
    return days.map { day in
      let isNew = !isOneYear && day.year != year
      year = day.year
      let text =
        switch stride {
        case .days, .mondays: writing.short(day, hasYear: isNew)
        case .months: writing.month(day, hasYear: isNew)
        case .years: String(day.year)
        }
      return AxisStep(value: place(day), text: text)
    }
  }

  private func daysOfTime(in zone: TimeZone) -> [() -> [AxisStep]] {
    guard let first = along.day(scale.from), let last = along.day(scale.to) else { return [] }
    // The first day may have begun before the axis does.
    let start = first.start(in: zone).timeIntervalSince1970 < scale.from ? first.number + 1 : first.number
    return days(from: start, to: last.number) { $0.start(in: zone).timeIntervalSince1970 }
  }
}

// MARK: - Times of day

extension Stepping {
  /// Steps within days at round local times; none from four days up.
  private func clock(in zone: TimeZone) -> [() -> [AxisStep]] {
    guard scale.to - scale.from < 4 * 86_400, scale.to > scale.from else { return [] }
    let lengths = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200]
    let room = max(2, (scale.end - scale.start) / 24)
    return lengths.filter { (scale.to - scale.from) / Double($0) <= room }.map { length in
      { times(every: length, in: zone) }
    }
  }

  private func times(every length: Int, in zone: TimeZone) -> [AxisStep] {
    guard let first = along.day(scale.from), let last = along.day(scale.to) else { return [] }
    var steps: [AxisStep] = []
    for number in first.number...last.number {
      for second in stride(from: 0, to: 86_400, by: length) {
        let wall = Double(number) * 86_400 + Double(second)
        guard let moment = Stepping.moment(wall, in: zone), moment >= scale.from, moment <= scale.to,
          moment > steps.last?.value ?? -.infinity
        else { continue }
        let isFirst = steps.isEmpty
        let clock = Along.clock(moment, zone, hasSeconds: length < 60)
        let day = Day(number: number).map { writing.short($0) } ?? ""
        steps.append(AxisStep(value: moment, text: second == 0 ? day : isFirst ? "\(day) \(clock)" : clock))
      }
    }
    return steps
  }

  /// The instant of a local time, both in seconds; nil if clocks skip it.
  private static func moment(_ wall: Double, in zone: TimeZone) -> Double? {
    func offset(_ seconds: Double) -> Double { Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))) }
    let guess = wall - offset(wall - offset(wall))
    return guess + offset(guess) == wall ? guess : nil
  }
}

// MARK: - Numbers and names

extension Stepping {
  private func numbers() -> [AxisStep] {
    for most in stride(from: max(2, Int((scale.end - scale.start) / 72)), to: 1, by: -1) {
      let round = RoundSteps(scale.from, scale.to, most: most, covers: false)
      let steps = zip(round.values, round.texts(writing)).map { AxisStep(value: $0, text: $1) }
      if !steps.isEmpty, fits(steps) { return steps }
    }
    return []
  }

  private func names(_ labels: [String]) -> [AxisStep] {
    let first = max(0, Int(scale.from.rounded(.up))), last = min(labels.count - 1, Int(scale.to.rounded(.down)))
    guard first <= last else { return [] }
    let count = last - first + 1
    let room = (scale.end - scale.start) / Double(max(count - 1, 1))
    let widest = 110.0
    var every = max(1, Int((Double(count) / max(1, (scale.end - scale.start) / 28)).rounded(.up)))
    while every <= count {
      let steps = stride(from: first, through: last, by: every).map { index in
        let width = isWhole ? .infinity : min(max(room * Double(every) - gap, 24), widest)
        return AxisStep(value: Double(index), text: TextMeasure.shortened(labels[index], to: width, size))
      }
      if fits(steps) { return steps.filter { !$0.text.isEmpty } }
      every += 1
    }
    return [AxisStep(value: Double(first), text: TextMeasure.shortened(labels[first], to: widest, size))]
  }
}
