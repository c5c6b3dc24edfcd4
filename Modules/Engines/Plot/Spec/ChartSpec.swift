public import FoundationEssentials
public import Kernel

/// What a chart shows, as a value that can be kept and sent: never how it is drawn.
public struct ChartSpec: Sendable, Hashable {
  /// The only version there is; a file of another is refused with a sentence.
  public static let version = 1

  /// Where a chart stops being one. What is drawable beyond is remarked on, what is beyond reason is refused.
  public enum Limit {
    public static let drawableSeries = 12
    public static let series = 10_000
    public static let points = 1_000_000
    /// Bytes of a title, a name or a label.
    public static let text = 400
    /// Bytes of a whole spec as JSON: a million points have room in it.
    public static let json = 96 << 20
  }

  public enum Kind: Sendable, Hashable {
    case line(Lines)
    case bar(Bars)
    case groupedBar(Bars)
    case ring(Rings)
    case sparkline(Sparkline)
    case heatmap(Heatmap)
    case scatter(Scatter)
    case radar(Radar)
    case volume(VolumeAndIntensity)
    case week(WeekCalendar)
  }

  public var title: String
  public var subtitle: String?
  /// Said instead of the reading made from the values, where the one who made the chart knows better.
  public var summary: String?
  /// When the values were true; exports show it.
  public var asOf: Date?
  /// In which the instants of the chart are read.
  public var zone: TimeZone
  public var kind: Kind

  public init(
    title: String, subtitle: String? = nil, summary: String? = nil, asOf: Date? = nil, zone: TimeZone = .gmt,
    kind: Kind
  ) {
    self.title = title
    self.subtitle = subtitle
    self.summary = summary
    self.asOf = asOf
    self.zone = zone
    self.kind = kind
  }

  public var seriesCount: Int { kind.content.seriesCount }
  public var pointCount: Int { kind.content.pointCount }
}

// MARK: - What is wrong with it

extension ChartSpec {
  /// Why the chart cannot be drawn, at most 20 reasons; none when it can.
  public var problems: [Problem] {
    var findings = Findings()
    // First, since looking through more than that is itself too much.
    if seriesCount > Limit.series {
      findings.add(
        "chart-limit", "kind", "has \(seriesCount) series; more than \(Limit.series) are refused.",
        remedy: "Show fewer at a time.")
    }
    if pointCount > Limit.points {
      findings.add(
        "chart-limit", "kind", "has \(pointCount) points; more than \(Limit.points) are refused.",
        remedy: "Show a shorter time, or averages.")
    }
    guard findings.problems.isEmpty else { return findings.problems }
    findings.named(title, "title")
    if let subtitle { findings.named(subtitle, "subtitle") }
    if let summary { findings.named(summary, "summary") }
    if let asOf, !Day.instants.contains(asOf) {
      findings.add(
        "chart-range", "asOf", "lies outside the years 1 to 9999.", remedy: "Give an instant within them.")
    }
    kind.check(&findings)
    return findings.problems
  }

  /// What keeps nobody from drawing the chart, but should be known: more series than an eye can follow.
  public var remarks: [Problem] {
    guard seriesCount > Limit.drawableSeries else { return [] }
    return [
      Problem(
        "chart-crowded", "The chart has \(seriesCount) series; the first \(Limit.drawableSeries) are drawn.",
        safe: "The others are still in the chart's table.", remedy: "Show fewer at a time.")
    ]
  }

  /// The chart itself, or the first thing that is wrong with it.
  @discardableResult
  public func validated() throws(Problem) -> ChartSpec {
    let problems = problems
    guard let first = problems.first else { return self }
    let more = problems.count - 1
    throw more == 0
      ? first
      : Problem(
        first.code, "\(first.what) \(Figure.count(more, "more thing is", "more things are")) wrong with it.",
        remedy: first.remedy)
  }
}
