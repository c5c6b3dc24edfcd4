internal import Platform

/// One week by days, with the planned or done entries of each.
public struct WeekCalendar: ChartContent {
  public struct Entry: Sendable, Hashable, Codable {
    public var id: String
    public var title: String
    /// The kind of activity in one word: rest, easy, long, interval.
    public var kind: String
    public var detail: String?
    public var minutes: Int?
    public var isDone: Bool
    /// Marks the most important entries of the week.
    public var isKey: Bool
    public var hue: Hue?

    public init(
      id: String, title: String, kind: String, detail: String? = nil, minutes: Int? = nil, isDone: Bool = false,
      isKey: Bool = false, hue: Hue? = nil
    ) {
      self.id = id
      self.title = title
      self.kind = kind
      self.detail = detail
      self.minutes = minutes
      self.isDone = isDone
      self.isKey = isKey
      self.hue = hue
    }
  }

  public struct OneDay: Sendable, Hashable, Codable {
    public var day: Weekday
    /// Nil in a typical week, which has no dates.
    public var date: Day?
    public var entries: [Entry]

    public init(_ day: Weekday, date: Day? = nil, _ entries: [Entry] = []) {
      self.day = day
      self.date = date
      self.entries = entries
    }
  }

  public var days: [OneDay]

  public init(_ days: [OneDay]) { self.days = days }

  var seriesCount: Int { 1 }
  var pointCount: Int { days.reduce(0) { $0 + $1.entries.count } }

  func check(_ findings: inout Findings) {
    var seen: Set<Weekday> = []
    var previous: Day?
    for (index, day) in days.enumerated() {
      if findings.isFull { return }
      if !seen.insert(day.day).inserted {
        findings.add(
          "chart-duplicate", "days[\(index)]", "is a second \(day.day.title).",
          remedy: "Give each day of the week once.")
      }
      if let date = day.date {
        if let previous, date <= previous {
          findings.add(
            "chart-order", "days[\(index)].date", "does not come after the day before it.",
            remedy: "Put the days in order.")
        }
        previous = date
      }
      check(day.entries, "days[\(index)].entries", &findings)
    }
    findings.distinct(days.flatMap(\.entries).map(\.id), "entries")
  }

  private func check(_ entries: [Entry], _ path: String, _ findings: inout Findings) {
    for (index, entry) in entries.enumerated() {
      if findings.isFull { return }
      findings.named(entry.title, "\(path)[\(index)].title")
      findings.named(entry.kind, "\(path)[\(index)].kind")
      findings.hue(entry.hue, "\(path)[\(index)].hue")
      if let minutes = entry.minutes, !(0...1_440).contains(minutes) {
        findings.add(
          "chart-range", "\(path)[\(index)].minutes", "is \(minutes).", remedy: "Give 0 to 1440, a whole day.")
      }
    }
  }

  func reading(in zone: TimeZone, _ writing: Writing) -> String? {
    let parts = days.filter { !$0.entries.isEmpty }.map { day in
      let entries = day.entries.prefix(ChartSpec.Limit.drawableSeries).map { entry in
        var text = entry.title
        if let minutes = entry.minutes { text += " \(minutes) min" }
        let marks = [entry.isKey ? "key" : nil, entry.isDone ? "done" : nil].compactMap(\.self)
        return marks.isEmpty ? text : "\(text) (\(marks.joined(separator: ", ")))"
      }
      let date = day.date.map { " \(writing.short($0))" } ?? ""
      return "\(day.day.title)\(date) \(entries.joined(separator: ", "))"
        + SeriesSummary.rest(day.entries.count, "entry", "entries")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

extension WeekCalendar.Entry {
  private enum CodingKeys: String, CodingKey {
    case id, title, kind, detail, minutes, isDone = "done", isKey = "key", hue
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    title = try container.decode(String.self, forKey: .title)
    kind = try container.decode(String.self, forKey: .kind)
    detail = try container.decodeIfPresent(String.self, forKey: .detail)
    minutes = try container.decodeIfPresent(Int.self, forKey: .minutes)
    isDone = try container.decodeIfPresent(Bool.self, forKey: .isDone) ?? false
    isKey = try container.decodeIfPresent(Bool.self, forKey: .isKey) ?? false
    hue = try container.decodeIfPresent(Hue.self, forKey: .hue)
  }
}
