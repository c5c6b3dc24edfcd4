/// A line in the evening's list of achievements: "10,000 steps", "Seven days of journal".
public struct AchievementRow: Sendable, Hashable, Codable, Identifiable {
  public let id: String
  public let title: String

  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}
