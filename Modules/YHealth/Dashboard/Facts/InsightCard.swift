public import Interface

/// An insight as a card tells it: what was found, and where to go with it.
public struct InsightCard: Sendable, Hashable, Codable, Identifiable {
  public let id: String
  public let title: String
  /// In a sentence or two.
  public let text: String
  /// The rest of the description, which only Deep shows.
  public let more: String?
  /// What the button says.
  public let button: String
  /// The detail, or the action.
  public let route: Route
  /// From 1, the most useful now, to 5.
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
    self.priority = priority
  }
}
