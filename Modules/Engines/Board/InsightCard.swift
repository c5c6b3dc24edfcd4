public import Interface

/// An insight for a home screen: a finding or a suggestion in a sentence or two, with a link to follow it up. One feature
/// makes it, and the board of another shows it. Its coded form is part of the facts that a board keeps.
///
/// The initialiser takes any values; a board drops cards that it cannot show.
public struct InsightCard: Sendable, Hashable, Codable, Identifiable {
  public let id: String
  public let title: String
  /// The finding in a sentence or two.
  public let text: String
  /// The rest of the description, shown in Deep mode only.
  public let more: String?
  /// The title of the button.
  public let button: String
  /// The route of the detail, or of the action.
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
