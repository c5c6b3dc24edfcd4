internal import JSON

/// An entry of a conversation's log. Each is stored before the next is made, so that any beginning of a log is a conversation.
public enum TranscriptEvent: Sendable, Hashable {
  /// The assistant begins a message.
  case began(message: String)
  case text(String, message: String)
  case thinking(String, message: String)
  case called(ToolCall, message: String)
  case ended(message: String)
  /// An unfinished message is given up and no longer shown.
  case dropped(message: String)
  /// The person writes.
  case said(String, message: String)
  case answered(ToolAnswer, call: String)
}

extension TranscriptEvent: Codable {
  private enum Kind: String, Codable {
    case began, text, thinking, called, ended, dropped, said, answered
  }

  private enum CodingKeys: String, CodingKey {
    case kind, subject, text, name, arguments, answer, values
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let subject = try container.decode(String.self, forKey: .subject)
    func text() throws -> String { try container.decodeIfPresent(String.self, forKey: .text) ?? "" }
    switch try container.decode(Kind.self, forKey: .kind) {
    case .began: self = .began(message: subject)
    case .text: self = .text(try text(), message: subject)
    case .thinking: self = .thinking(try text(), message: subject)
    case .called:
      // The arguments are kept as text, since a record's nested values have fixed types.
      let arguments = try JSON(text: try container.decode(String.self, forKey: .arguments))
      let name = try container.decode(String.self, forKey: .name)
      self = .called(ToolCall(id: try text(), name: name, arguments: arguments), message: subject)
    case .ended: self = .ended(message: subject)
    case .dropped: self = .dropped(message: subject)
    case .said: self = .said(try text(), message: subject)
    case .answered:
      let kind = try container.decode(ToolAnswer.Kind.self, forKey: .answer)
      let values = try container.decodeIfPresent([String].self, forKey: .values) ?? []
      self = .answered(ToolAnswer(kind, values, words: try text()), call: subject)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func put(_ kind: Kind, _ subject: String, _ text: String? = nil) throws {
      try container.encode(kind, forKey: .kind)
      try container.encode(subject, forKey: .subject)
      try container.encodeIfPresent(text, forKey: .text)
    }
    switch self {
    case .began(let message): try put(.began, message)
    case .text(let text, let message): try put(.text, message, text)
    case .thinking(let text, let message): try put(.thinking, message, text)
    case .called(let call, let message):
      try put(.called, message, call.id)
      try container.encode(call.name, forKey: .name)
      try container.encode(JSON.text(call.arguments), forKey: .arguments)
    case .ended(let message): try put(.ended, message)
    case .dropped(let message): try put(.dropped, message)
    case .said(let text, let message): try put(.said, message, text)
    case .answered(let answer, let call):
      try put(.answered, call, answer.words)
      try container.encode(answer.kind, forKey: .answer)
      if !answer.values.isEmpty { try container.encode(answer.values, forKey: .values) }
    }
  }
}
