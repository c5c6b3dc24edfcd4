internal import Platform

/// The operations common to all kinds of charts.
protocol ChartContent: Sendable, Hashable, Codable {
  var seriesCount: Int { get }
  var pointCount: Int { get }
  func check(_ findings: inout Findings)
  /// A summary of the values, without title and full stop; nil if there are none.
  func reading(in zone: TimeZone, _ writing: Writing) -> String?
}

extension ChartSpec.Kind {
  /// The discriminator in JSON.
  public var name: String {
    switch self {
    case .line: "line"
    case .bar: "bar"
    case .groupedBar: "grouped-bar"
    case .ring: "ring"
    case .sparkline: "sparkline"
    case .heatmap: "heatmap"
    case .scatter: "scatter"
    case .radar: "radar"
    case .volume: "volume"
    case .week: "week"
    }
  }

  public static let names = [
    "line", "bar", "grouped-bar", "ring", "sparkline", "heatmap", "scatter", "radar", "volume", "week",
  ]

  var content: any ChartContent {
    switch self {
    case .line(let lines): lines
    case .bar(let bars), .groupedBar(let bars): bars
    case .ring(let rings): rings
    case .sparkline(let sparkline): sparkline
    case .heatmap(let heatmap): heatmap
    case .scatter(let scatter): scatter
    case .radar(let radar): radar
    case .volume(let volume): volume
    case .week(let week): week
    }
  }

  func check(_ findings: inout Findings) {
    if case .bar(let bars) = self, bars.series.count > 1 {
      findings.add(
        "chart-kind", "series", "has \(bars.series.count) entries, and a bar chart shows one.",
        remedy: "Choose the kind grouped-bar.")
    }
    content.check(&findings)
  }
}
