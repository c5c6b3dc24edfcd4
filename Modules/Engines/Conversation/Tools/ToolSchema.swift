public import JSON

/// The form of a tool's arguments, as the part of JSON Schema that models are given, and the check that they keep to it.
public indirect enum ToolSchema: Sendable, Hashable {
  /// A text of at most that many characters.
  case text(Int)
  case word([String])
  case whole(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  case flag
  case list(ToolSchema, ClosedRange<Int>)
  case object([Field])

  public struct Field: Sendable, Hashable {
    public let name: String
    public let schema: ToolSchema
    public let isRequired: Bool

    public init(_ name: String, _ schema: ToolSchema, isRequired: Bool = false) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
    }
  }

  /// The schema as it is sent to a model.
  public var json: JSON {
    switch self {
    case .text(let longest): ["type": "string", "maxLength": .number(Double(longest))]
    case .word(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
    case .whole(let range):
      [
        "type": "integer", "minimum": .number(Double(range.lowerBound)), "maximum": .number(Double(range.upperBound)),
      ]
    case .number(let range):
      ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
    case .flag: ["type": "boolean"]
    case .list(let items, let count):
      [
        "type": "array", "items": items.json, "minItems": .number(Double(count.lowerBound)),
        "maxItems": .number(Double(count.upperBound)),
      ]
    case .object(let fields):
      [
        "type": "object", "additionalProperties": false,
        "properties": .object(Dictionary(fields.map { ($0.name, $0.schema.json) }, uniquingKeysWith: { $1 })),
        "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
      ]
    }
  }

  /// The first thing that is wrong with a value, as a sentence with its path; nil when it fits.
  public func flaw(in value: JSON, at path: String = "arguments") -> String? {
    switch (self, value) {
    case (.text(let longest), .string(let text)):
      text.count <= longest ? nil : "\(path) is longer than \(longest) characters."
    case (.word(let words), .string(let text)): words.contains(text) ? nil : "\(path) is none of the words allowed."
    case (.whole(let range), .number(let number)):
      Int(exactly: number).map(range.contains) == true ? nil : "\(path) is no whole number of the range."
    case (.number(let range), .number(let number)): range.contains(number) ? nil : "\(path) is out of range."
    case (.flag, .bool): nil
    case (.list(let items, let count), .array(let values)):
      count.contains(values.count)
        ? values.enumerated().lazy.compactMap { items.flaw(in: $1, at: "\(path)[\($0)]") }.first
        : "\(path) has too few or too many items."
    case (.object(let fields), .object(let members)): flaw(in: members, fields, path)
    default: "\(path) is \(value.kind), which it must not be."
    }
  }

  private func flaw(in members: [String: JSON], _ fields: [Field], _ path: String) -> String? {
    for field in fields {
      switch members[field.name] {
      case nil where !field.isRequired, .null? where !field.isRequired: continue
      case nil: return "\(path).\(field.name) is missing."
      case let value?: if let flaw = field.schema.flaw(in: value, at: "\(path).\(field.name)") { return flaw }
      }
    }
    let known = Set(fields.map(\.name))
    return members.keys.sorted().first { !known.contains($0) }.map { "\(path).\($0.prefix(60)) is not known." }
  }
}
