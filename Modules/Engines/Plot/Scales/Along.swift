internal import Platform

/// The type of an x axis: converts positions to numbers on the axis, and these to text.
enum Along: Sendable, Hashable {
  /// Whole days since 1970, evenly spaced regardless of clock changes.
  case days
  /// Seconds since 1970; an hour skipped by a clock change takes no space.
  case time(TimeZone)
  case numbers(unit: String?)
  /// Indices into a list of labels.
  case labels([String])
}

extension Along {
  /// Determines the axis from points of one sort, which validation guarantees.
  init(_ series: [Series], in zone: TimeZone, unit: String?) {
    switch series.lazy.compactMap(\.points.first).first?.x {
    case .number: self = .numbers(unit: unit)
    case .label:
      var known: Set<String> = []
      var labels: [String] = []
      for one in series {
        for point in one.points {
          if case .label(let label) = point.x, known.insert(label).inserted { labels.append(label) }
        }
      }
      self = .labels(labels)
    case .day, .instant, nil:
      let isDaily = series.allSatisfy { one in
        one.points.allSatisfy { if case .day = $0.x { true } else { false } }
      }
      self = isDaily ? .days : .time(zone)
    }
  }

  func place(_ position: Position, _ labels: [String: Int]) -> Double {
    if case .instant(let date) = position { return date.timeIntervalSince1970 }
    return switch (self, position) {
    case (.days, .day(let day)): Double(day.number)
    case (.time(let zone), .day(let day)): day.start(in: zone).timeIntervalSince1970
    case (_, .number(let number)): number
    case (_, .label(let label)): Double(labels[label] ?? 0)
    default: 0
    }
  }

  /// The position as text, for tooltips.
  func words(_ place: Double, _ writing: Writing) -> String {
    switch self {
    case .days: return Day(number: Int(place)).map(writing.long) ?? "an unknown day"
    case .time(let zone):
      let date = Date(timeIntervalSince1970: place)
      guard let day = Day(date, in: zone) else { return "an unknown day" }
      return "\(writing.long(day)) \(Along.clock(place, zone))"
    case .numbers(let unit): return writing.exact(place) + (unit.map { " \($0)" } ?? "")
    case .labels(let labels):
      let index = Int(place)
      return labels.indices.contains(index) ? labels[index] : ""
    }
  }

  /// The position in machine-readable form, for CSV.
  func plain(_ place: Double) -> String {
    switch self {
    case .days: return Day(number: Int(place))?.text ?? ""
    case .time(let zone):
      return Position.instant(Date(timeIntervalSince1970: place)).text(in: zone)
    case .numbers: return Numeral.plain(place)
    case .labels(let labels):
      let index = Int(place)
      return labels.indices.contains(index) ? labels[index] : ""
    }
  }

  /// "80 points on 12 March", "60 bpm at 12 March 2026 18:00".
  var preposition: String { self == .days ? "on" : "at" }

  var isTime: Bool {
    switch self {
    case .days, .time: true
    case .numbers, .labels: false
    }
  }

  /// The day that contains a position; nil on an axis without days.
  func day(_ place: Double) -> Day? {
    switch self {
    case .days: Day(number: Int(place.rounded(.down)))
    case .time(let zone): Day(Date(timeIntervalSince1970: place), in: zone)
    case .numbers, .labels: nil
    }
  }

  /// The position at which a day starts.
  func start(of day: Day) -> Double {
    if case .time(let zone) = self { return day.start(in: zone).timeIntervalSince1970 }
    return Double(day.number)
  }

  /// The local time in a zone as "18:30", with seconds if requested.
  static func clock(_ seconds: Double, _ zone: TimeZone, hasSeconds: Bool = false) -> String {
    let local = seconds + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
    let ofDay = Int(local - (local / 86_400).rounded(.down) * 86_400)
    let text = "\(Day.padded(ofDay / 3_600, to: 2)):\(Day.padded(ofDay / 60 % 60, to: 2))"
    return hasSeconds ? "\(text):\(Day.padded(ofDay % 60, to: 2))" : text
  }
}

/// Formats numbers for machines.
enum Numeral {
  /// The shortest text that parses to the same number.
  static func plain(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    return value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}
