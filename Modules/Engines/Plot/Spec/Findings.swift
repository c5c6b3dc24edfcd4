internal import Kernel
internal import Platform

/// The errors found while a chart is validated. Bounded, so that a million bad points do not become a million messages.
struct Findings {
  static let most = 20

  private(set) var problems: [Problem] = []

  var isFull: Bool { problems.count >= Findings.most }

  mutating func add(_ code: String, _ path: @autoclosure () -> String, _ what: String, remedy: String) {
    guard !isFull else { return }
    problems.append(Problem(code, "The chart's \(path()) \(what)", remedy: remedy))
  }

  mutating func finite(_ value: Double?, _ path: @autoclosure () -> String) {
    guard let value, !value.isFinite else { return }
    add(
      "chart-number", path(), "is not a number that can be drawn.", remedy: "Leave the value out where there is none.")
  }

  mutating func named(_ text: String, _ path: @autoclosure () -> String) {
    if !text.contains(where: { !$0.isWhitespace }) {
      add("chart-empty", path(), "is empty.", remedy: "Give it a few words.")
    } else {
      short(text, path())
    }
  }

  mutating func short(_ text: String?, _ path: @autoclosure () -> String) {
    guard let text, text.utf8.count > ChartSpec.Limit.text else { return }
    add("chart-limit", path(), "is longer than \(ChartSpec.Limit.text) bytes.", remedy: "Say it in fewer words.")
  }

  mutating func hue(_ hue: Hue?, _ path: @autoclosure () -> String) {
    guard let hue, !hue.isNamed else { return }
    add("chart-empty", path(), "names no hue.", remedy: "Give a name of at most 40 letters, such as accent.")
  }

  mutating func distinct(_ ids: [String], _ path: @autoclosure () -> String) {
    var seen: Set<String> = []
    for (index, id) in ids.enumerated() where !seen.insert(id).inserted {
      add(
        "chart-duplicate", "\(path())[\(index)].id", "is taken by another before it.",
        remedy: "Give every one an id of its own.")
    }
  }

  mutating func references(_ references: [Reference]) {
    for (index, reference) in references.enumerated() {
      finite(reference.value, "references[\(index)].value")
      named(reference.title, "references[\(index)].title")
      hue(reference.hue, "references[\(index)].hue")
    }
  }

  /// Checks the series of lines, bars and scatter plots.
  mutating func series(_ series: [Series], inOrder: Bool = true) {
    distinct(series.map(\.id), "series")
    let sort = series.lazy.compactMap(\.points.first).first?.x.sort
    for (index, one) in series.enumerated() {
      if isFull { return }
      let path = "series[\(index)]"
      if one.id.isEmpty { add("chart-empty", "\(path).id", "is empty.", remedy: "Give it an id.") }
      named(one.name, "\(path).name")
      short(one.unit, "\(path).unit")
      hue(one.hue, "\(path).hue")
      points(one.points, path, sort: sort, inOrder: inOrder)
    }
  }

  private mutating func points(_ points: [Point], _ path: String, sort: Position.Sort?, inOrder: Bool) {
    if sort == .time, inOrder, Findings.areSound(points) { return }
    var previous: Position?
    var labels: Set<String> = []
    for (index, point) in points.enumerated() {
      if isFull { return }
      finite(point.y, "\(path).points[\(index)].y")
      short(point.note, "\(path).points[\(index)].note")
      if point.x.sort != sort {
        add(
          "chart-mixed", "\(path).points[\(index)]", "stands on another kind of axis than the first point.",
          remedy: "Use days and instants, or numbers, or labels, for all points of one chart.")
      }
      switch point.x {
      case .label(let label):
        short(label, "\(path).points[\(index)].label")
        if inOrder, !labels.insert(label).inserted {
          add(
            "chart-duplicate", "\(path).points[\(index)].label", "is there twice.",
            remedy: "Give one value a label in a series.")
        }
      case .number(let number): finite(number, "\(path).points[\(index)].x")
      case .instant(let date):
        if !Day.instants.contains(date) {
          add(
            "chart-range", "\(path).points[\(index)].at", "lies outside the years 1 to 9999.",
            remedy: "Give an instant within them.")
        }
      case .day: break
      }
      if inOrder, let previous, !previous.isBefore(point.x) {
        add(
          "chart-order", "\(path).points[\(index)]", "does not come after the point before it.",
          remedy: "Put the points in order, each place once.")
      }
      previous = point.x
    }
  }
}

extension Findings {
  /// A fast path for most long lists: true if the points are all days or all instants, in order, finite and without
  /// notes. Others are checked point by point.
  private static func areSound(_ points: [Point]) -> Bool {
    let (first, last) = (Day.instants.lowerBound, Day.instants.upperBound)
    var latest = -Double.infinity
    var areDays: Bool?
    for point in points {
      guard point.note == nil, point.y.map(\.isFinite) ?? true else { return false }
      let place: Double
      switch point.x {
      case .instant(let date):
        guard areDays != true, date >= first, date <= last else { return false }
        areDays = false
        place = date.timeIntervalSince1970
      case .day(let day):
        guard areDays != false else { return false }
        areDays = true
        place = Double(day.number)
      case .number, .label: return false
      }
      guard place > latest else { return false }
      latest = place
    }
    return true
  }
}

extension Position {
  /// Labels have no order of their own; a day compares with an instant by its first moment in GMT.
  fileprivate func isBefore(_ other: Position) -> Bool {
    switch (self, other) {
    case (.day(let one), .day(let two)): return one < two
    case (.instant(let one), .instant(let two)): return one < two
    case (.number(let one), .number(let two)): return one < two || !one.isFinite || !two.isFinite
    case (.day(let one), .instant(let two)): return Day(two, in: .gmt).map { one <= $0 } ?? true
    case (.instant(let one), .day(let two)): return Day(one, in: .gmt).map { $0 < two } ?? true
    default: return true
    }
  }
}
