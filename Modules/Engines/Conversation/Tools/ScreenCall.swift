public import JSON

/// A call of a `ScreenTool` whose arguments keep to its schema.
public struct ScreenCall: Sendable, Hashable {
  public struct Option: Sendable, Hashable {
    public let id: String
    public let label: String
    public let about: String?
  }

  public let id: String
  public let tool: ScreenTool
  private let arguments: JSON

  /// Nil for a call of another tool, and for arguments that do not fit.
  public init?(_ call: ToolCall) {
    guard let tool = ScreenTool(rawValue: call.name), tool.schema.flaw(in: call.arguments) == nil else { return nil }
    id = call.id
    self.tool = tool
    arguments = call.arguments
  }

  public func text(_ name: String) -> String? { arguments[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
  public func flag(_ name: String) -> Bool { arguments[name]?.bool ?? false }
  public func number(_ name: String) -> Double? { arguments[name]?.number }
  public func texts(_ name: String) -> [String] { arguments[name]?.array?.compactMap(\.string) ?? [] }
  public func items(_ name: String) -> [JSON] { arguments[name]?.array ?? [] }

  public var question: String? { text("question") ?? text("prompt") ?? text("statement") ?? text("title") }
  /// The field that the answer fills in.
  public var target: String? { text("targetField") }
  public var skip: String? { tool == .multipleChoice && !flag("allowSkip") ? nil : text("skipLabel") }
  public var suggestions: [String] { texts("suggestedResponses") }

  public var options: [Option] {
    items("options").compactMap { option in
      guard let id = option["id"]?.string, let label = option["label"]?.string else { return nil }
      return Option(id: id, label: label, about: option["description"]?.string)
    }
  }
}

/// The answer to a call: the values that were chosen or typed, and the words that the conversation shows for them.
public struct ToolAnswer: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    case chosen, typed, skipped, confirmed, denied
  }

  public var kind: Kind
  public var values: [String]
  public var words: String

  public init(_ kind: Kind, _ values: [String] = [], words: String) {
    self.kind = kind
    self.values = values
    self.words = words
  }
}
