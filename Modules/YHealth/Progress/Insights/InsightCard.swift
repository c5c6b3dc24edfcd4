public import Interface

/// One thing worth knowing today, for whoever shows a dashboard.
public struct InsightCard: Sendable, Hashable, Identifiable {
  public let id: String
  public let title: String
  public let text: String
  /// The rest, for whoever wants to see everything.
  public let more: String?
  /// What its button says.
  public let button: String
  /// Where its button goes.
  public let route: Route
  /// 1 is shown first, 5 last.
  public let priority: Int

  public init(
    id: String, title: String, text: String, more: String? = nil, button: String, route: Route, priority: Int
  ) {
    self.id = id
    self.title = title
    self.text = text
    self.more = more
    self.button = button
    self.route = route
    self.priority = min(max(priority, 1), 5)
  }

  /// While nothing is known that would help.
  public static let welcome = InsightCard(
    id: "welcome", title: "Your insights", text: "Keep logging to unlock personalized insights!",
    button: "Log something", route: ProgressPlaces.log, priority: 5)
}
