public import FoundationEssentials
public import Interface
internal import Kernel

/// The age of displayed data, in words.
public struct Freshness: Sendable, Hashable {
  /// The label beside the data: "Last updated 15:05".
  public let label: String
  /// The mark on data that is more than a day old.
  public let badge: String?
  /// Whether the data is more than a week old.
  public let isStale: Bool

  public init(lastUpdated: Date?, in surroundings: Surroundings) {
    let words = DateWords(surroundings)
    guard let lastUpdated else {
      (label, badge, isStale) = ("Not updated yet", nil, false)
      return
    }
    let age = surroundings.now.date.timeIntervalSince(lastUpdated)
    label = "Last updated \(words.brief(lastUpdated))"
    isStale = age > Freshness.week
    let day = words.day(lastUpdated)
    badge =
      isStale
      ? "Data from \(day). Connect to refresh all data."
      : age > Freshness.day ? "Data from \(day). Connect to update." : nil
  }

  static let day = 86_400.0
  static let week = 7 * day

  /// The label and the badge as nodes, to stand under a heading.
  public func nodes<Action: Sendable>() -> [Node<Action>] {
    var nodes: [Node<Action>] = [.note(label, icon: .info, id: "freshness")]
    if let badge { nodes.append(.note(badge, tone: .warning, icon: .warning, id: "age")) }
    return nodes
  }
}
