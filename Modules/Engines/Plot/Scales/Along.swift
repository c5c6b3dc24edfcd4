internal import FoundationEssentials

/// What runs along a chart: how a position becomes a number on the axis, and that number words again.
enum Along: Sendable, Hashable {
  /// Whole days since 1970, evenly spaced whatever the clocks do.
  case days
  /// Seconds since 1970: an hour that the clocks leave out takes no room.
  case time(TimeZone)
  case numbers(unit: String?)
  /// Places in a row, each with its label.
  case labels([String])
}

extension Along {
  /// For points that are all of one sort, as validated specs have them.
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

  /// In words, as a tooltip says it.
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

  /// The same for machines, as CSV has it.
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

  /// The day on which a place lies.
  func day(_ place: Double) -> Day? {
    switch self {
    case .days: Day(number: Int(place.rounded(.down)))
    case .time(let zone): Day(Date(timeIntervalSince1970: place), in: zone)
    case .numbers, .labels: nil
    }
  }

  /// Where a day begins.
  func start(of day: Day) -> Double {
    if case .time(let zone) = self { return day.start(in: zone).timeIntervalSince1970 }
    return Double(day.number)
  }

  /// "18:30" on the wall of that zone, with seconds where they are not zero.
  static func clock(_ seconds: Double, _ zone: TimeZone, hasSeconds: Bool = false) -> String {
    let local = seconds + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
    let ofDay = Int(local - (local / 86_400).rounded(.down) * 86_400)
    let text = "\(Day.padded(ofDay / 3_600, to: 2)):\(Day.padded(ofDay / 60 % 60, to: 2))"
    return hasSeconds ? "\(text):\(Day.padded(ofDay % 60, to: 2))" : text
  }
}

/// Numbers for machines.
enum Numeral {
  /// The shortest text that reads back as the same number.
  static func plain(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    return value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}
