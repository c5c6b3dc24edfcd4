public import Interface

/// A suggestion for today, for a dashboard.
public struct InsightCard: Sendable, Hashable, Identifiable {
  public let id: String
  public let title: String
  public let text: String
  /// The rest of the text, for Deep mode.
  public let more: String?
  /// The title of its button.
  public let button: String
  /// The destination of its button.
  public let route: Route
  /// From 1, shown first, to 5.
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

  /// Shown while there is no other card.
  public static let welcome = InsightCard(
    id: "welcome", title: "Your insights", text: "Keep logging to unlock personalized insights!",
    button: "Log something", route: ProgressPlaces.log, priority: 5)
}
