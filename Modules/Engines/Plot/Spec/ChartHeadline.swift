/// The message of a chart, shown above its picture: one figure for the whole period, and what it is compared with.
public struct ChartHeadline: Sendable, Hashable, Codable {
  /// The figure with its unit: "7 h 22 min".
  public var figure: String
  /// The meaning of the figure: "on average", "in total, without today".
  public var meaning: String
  /// The difference from the same length of time before: "18 min more than the week before".
  public var comparison: String?
  /// The goal with its unit: "Goal 8 h".
  public var goal: String?

  public init(_ figure: String, _ meaning: String, comparison: String? = nil, goal: String? = nil) {
    self.figure = figure
    self.meaning = meaning
    self.comparison = comparison
    self.goal = goal
  }

  func check(_ findings: inout Findings) {
    findings.named(figure, "headline.figure")
    findings.short(meaning, "headline.meaning")
    findings.short(comparison, "headline.comparison")
    findings.short(goal, "headline.goal")
  }
}
