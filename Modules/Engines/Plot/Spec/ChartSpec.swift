public import Kernel
public import Platform

/// The content of a chart as a value that can be stored and sent, independent of how it is drawn.
public struct ChartSpec: Sendable, Hashable {
  /// The only supported version; others are refused.
  public static let version = 1

  /// Size limits. Series beyond `drawableSeries` are not drawn, which is remarked; beyond the others a spec is refused.
  public enum Limit {
    public static let drawableSeries = 12
    public static let series = 10_000
    public static let points = 1_000_000
    /// Bytes of a title, a name or a label.
    public static let text = 400
    /// Bytes of a whole spec as JSON, enough for a million points.
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
  /// Replaces the generated summary of the whole period if the author knows better.
  public var summary: String?
  public var headline: ChartHeadline?
  /// The time at which the values were current; shown in exports.
  public var asOf: Date?
  /// The zone in which the chart's instants are shown.
  public var zone: TimeZone
  public var kind: Kind

  public init(
    title: String, subtitle: String? = nil, summary: String? = nil, headline: ChartHeadline? = nil, asOf: Date? = nil,
    zone: TimeZone = .gmt, kind: Kind
  ) {
    self.title = title
    self.subtitle = subtitle
    self.summary = summary
    self.headline = headline
    self.asOf = asOf
    self.zone = zone
    self.kind = kind
  }

  public var seriesCount: Int { kind.content.seriesCount }
  public var pointCount: Int { kind.content.pointCount }
}

// MARK: - Validation

extension ChartSpec {
  /// The errors that prevent drawing, at most 20; empty if the chart is valid.
  public var problems: [Problem] {
    var findings = Findings()
    // Limits first, since checking more than that is itself too slow.
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
    headline?.check(&findings)
    if let asOf, !Day.instants.contains(asOf) {
      findings.add(
        "chart-range", "asOf", "lies outside the years 1 to 9999.", remedy: "Give an instant within them.")
    }
    kind.check(&findings)
    return findings.problems
  }

  /// Warnings that do not prevent drawing: more series than are drawn.
  public var remarks: [Problem] {
    guard seriesCount > Limit.drawableSeries else { return [] }
    return [
      Problem(
        "chart-crowded", "The chart has \(seriesCount) series; the first \(Limit.drawableSeries) are drawn.",
        safe: "The others are still in the chart's table.", remedy: "Show fewer at a time.")
    ]
  }

  /// Returns the spec, or throws its first error.
  @discardableResult
  public func validated() throws(Problem) -> ChartSpec {
    let problems = problems
    guard let first = problems.first else { return self }
    let more = problems.count - 1
    throw more == 0
      ? first
      : Problem(
        first.code, "\(first.what) \(NumberFormat.count(more, "more thing is", "more things are")) wrong with it.",
        remedy: first.remedy)
  }
}
