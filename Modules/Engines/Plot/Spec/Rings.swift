internal import Platform

/// Progress towards goals, one ring per goal.
public struct Rings: ChartContent {
  public struct Ring: Sendable, Hashable, Codable {
    public var id: String
    public var name: String
    /// Nil while unknown. May exceed the goal.
    public var value: Double?
    public var goal: Double
    public var unit: String?
    /// A word for the rating, so that colour never stands alone.
    public var word: String?
    public var hue: Hue

    public init(
      id: String, name: String, value: Double?, of goal: Double, unit: String? = nil, word: String? = nil,
      hue: Hue = .accent
    ) {
      self.id = id
      self.name = name
      self.value = value
      self.goal = goal
      self.unit = unit
      self.word = word
      self.hue = hue
    }

    /// The filled share of the ring, from 0 to 1; nil if the value is unknown.
    public var share: Double? {
      guard let value, value.isFinite, goal > 0, goal.isFinite else { return nil }
      return min(max(value / goal, 0), 1)
    }
  }

  public var rings: [Ring]

  public init(_ rings: [Ring]) { self.rings = rings }

  var seriesCount: Int { rings.count }
  var pointCount: Int { rings.count }

  func check(_ findings: inout Findings) {
    findings.distinct(rings.map(\.id), "rings")
    for (index, ring) in rings.enumerated() {
      findings.named(ring.name, "rings[\(index)].name")
      findings.hue(ring.hue, "rings[\(index)].hue")
      findings.finite(ring.value, "rings[\(index)].value")
      if let value = ring.value, value < 0 {
        findings.add("chart-range", "rings[\(index)].value", "is below zero.", remedy: "Give zero or more.")
      }
      if !ring.goal.isFinite || ring.goal <= 0 {
        findings.add(
          "chart-range", "rings[\(index)].goal", "is not above zero.", remedy: "Give a goal above zero, such as 100.")
      }
    }
  }

  func reading(in zone: TimeZone, _ writing: Writing) -> String? {
    guard rings.contains(where: { $0.share != nil }) else { return nil }
    let parts = rings.prefix(ChartSpec.Limit.drawableSeries).map { ring -> String in
      guard let value = ring.value, let share = ring.share else { return "\(ring.name) not known yet" }
      let percent = writing.plain((share * 100).rounded())
      let word = ring.word.map { ", \($0)" } ?? ""
      return
        "\(ring.name) \(writing.plain(value)) of \(writing.plain(ring.goal, ring.unit)) (\(percent) %\(word))"
    }
    return parts.joined(separator: ", ") + SeriesSummary.rest(rings.count, "ring")
  }
}
