public import Interface

/// What is wrong with one node of a screen, for somebody.
public struct Finding: Sendable, Hashable, Codable {
  public let rule: Rule
  /// The node's identifier; empty when it is the screen as a whole.
  public let node: String
  public let role: Role?
  public let label: String
  /// What is wrong, as a sentence.
  public let words: String

  public init(_ rule: Rule, at element: Element?, _ words: String) {
    self.rule = rule
    node = element?.id ?? ""
    role = element?.role
    label = element?.label ?? ""
    self.words = words
  }

  /// "button “Delete”", as a sentence speaks of it.
  public var place: String {
    guard let role else { return "the screen" }
    return label.isEmpty ? role.rawValue : "\(role.rawValue) “\(label.prefix(60))”"
  }
}

extension Finding: CustomStringConvertible {
  public var description: String { "\(rule.rawValue) (\(rule.criterion)) at \(place) \(node): \(words) \(rule.remedy)" }
}
