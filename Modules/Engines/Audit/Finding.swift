public import Interface

/// One accessibility fault of a node or of the whole screen.
public struct Finding: Sendable, Hashable, Codable {
  public let rule: Rule
  /// The node's id; empty if the finding is about the whole screen.
  public let node: String
  public let role: Role?
  public let label: String
  /// The fault, as a sentence.
  public let words: String

  public init(_ rule: Rule, at element: Element?, _ words: String) {
    self.rule = rule
    node = element?.id ?? ""
    role = element?.role
    label = element?.label ?? ""
    self.words = words
  }

  /// The node as it is named in a sentence: "button “Delete”".
  public var place: String {
    guard let role else { return "the screen" }
    return label.isEmpty ? role.rawValue : "\(role.rawValue) “\(label.prefix(60))”"
  }
}

extension Finding: CustomStringConvertible {
  public var description: String { "\(rule.rawValue) (\(rule.criterion)) at \(place) \(node): \(words) \(rule.remedy)" }
}
