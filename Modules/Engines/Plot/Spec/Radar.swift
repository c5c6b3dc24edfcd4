internal import Platform

/// Several measures at once, each on its own spoke: three to twelve, usually six.
public struct Radar: ChartContent {
  public struct Spoke: Sendable, Hashable, Codable {
    public var name: String
    public var greatest: Double

    public init(_ name: String, greatest: Double = 100) {
      self.name = name
      self.greatest = greatest
    }
  }

  /// One closed line around the spokes: a runner now, or half a year ago.
  public struct Outline: Sendable, Hashable, Codable {
    public var id: String
    public var name: String
    public var hue: Hue
    public var dash: Series.Dash
    /// One value per spoke, in their order.
    public var values: [Double?]

    public init(id: String, name: String, hue: Hue = .accent, dash: Series.Dash = .solid, values: [Double?]) {
      self.id = id
      self.name = name
      self.hue = hue
      self.dash = dash
      self.values = values
    }
  }

  public var spokes: [Spoke]
  public var outlines: [Outline]

  public init(spokes: [Spoke], outlines: [Outline]) {
    self.spokes = spokes
    self.outlines = outlines
  }

  var seriesCount: Int { outlines.count }
  var pointCount: Int { outlines.reduce(spokes.count) { $0 + $1.values.count } }

  func check(_ findings: inout Findings) {
    if !(3...12).contains(spokes.count) {
      findings.add(
        "chart-range", "spokes", "are \(spokes.count) in number.", remedy: "Give three to twelve, six as a rule.")
    }
    for (index, spoke) in spokes.enumerated() {
      findings.named(spoke.name, "spokes[\(index)].name")
      if !spoke.greatest.isFinite || spoke.greatest <= 0 {
        findings.add(
          "chart-range", "spokes[\(index)].greatest", "is not above zero.", remedy: "Give a greatest above zero.")
      }
    }
    findings.distinct(outlines.map(\.id), "outlines")
    for (index, outline) in outlines.enumerated() {
      findings.named(outline.name, "outlines[\(index)].name")
      findings.hue(outline.hue, "outlines[\(index)].hue")
      check(outline, "outlines[\(index)].values", &findings)
    }
  }

  private func check(_ outline: Outline, _ path: String, _ findings: inout Findings) {
    guard outline.values.count == spokes.count else {
      findings.add(
        "chart-range", path, "are \(outline.values.count) for \(NumberFormat.count(spokes.count, "spoke")).",
        remedy: "Give one value a spoke, null where there is none.")
      return
    }
    for (index, (value, spoke)) in zip(outline.values, spokes).enumerated() {
      guard let value else { continue }
      findings.finite(value, "\(path)[\(index)]")
      if value < 0 || value > spoke.greatest {
        findings.add(
          "chart-range", "\(path)[\(index)]", "is outside 0 to \(NumberFormat.text(spoke.greatest)).",
          remedy: "Give a value within, or a greater end to the spoke.")
      }
    }
  }

  func reading(in zone: TimeZone, _ writing: Writing) -> String? {
    let parts = outlines.prefix(ChartSpec.Limit.drawableSeries).compactMap { outline -> String? in
      let values = zip(spokes, outline.values).compactMap { spoke, value in
        value.flatMap {
          $0.isFinite ? "\(spoke.name) \(writing.plain($0)) of \(writing.plain(spoke.greatest))" : nil
        }
      }
      guard !values.isEmpty else { return nil }
      let text = values.joined(separator: ", ") + SeriesSummary.gaps(outline.values.count { $0 == nil })
      return outlines.count > 1 ? "\(outline.name): \(text)" : text
    }
    guard !parts.isEmpty else { return nil }
    return parts.joined(separator: "; ") + SeriesSummary.rest(outlines.count, "outline")
  }
}
