public import Platform

/// Any JSON value, for data without a Swift type of its own: incoming parameters, schemas, fields that a server adds.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  public subscript(_ key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  public var string: String? { if case .string(let text) = self { text } else { nil } }
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  public var array: [JSON]? { if case .array(let items) = self { items } else { nil } }
  public var object: [String: JSON]? { if case .object(let members) = self { members } else { nil } }

  /// The kind of value in words, for messages: "a number".
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension JSON: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let items = try? container.decode([JSON].self) {
      self = .array(items)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .number(let number):
      // Integers are encoded without a fraction: 1, not 1.0.
      if let whole = Int64(exactly: number) { try container.encode(whole) } else { try container.encode(number) }
    case .string(let text): try container.encode(text)
    case .array(let items): try container.encode(items)
    case .object(let members): try container.encode(members)
    }
  }

  /// Any encodable value as JSON.
  public init(encoding value: some Encodable) throws {
    self = try JSONDecoder().decode(JSON.self, from: JSON.data(value))
  }

  /// Encodes a value as sent and stored: with sorted keys, since the encoder's own order changes from run to run.
  public static func data(_ value: some Encodable, isPretty: Bool = false) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
      isPretty
      ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  public static func text(_ value: some Encodable, isPretty: Bool = false) throws -> String {
    String(decoding: try data(value, isPretty: isPretty), as: UTF8.self)
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(nilLiteral: ()) { self = .null }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { _, newer in newer }))
  }
}

extension JSON {
  /// Parses a text that holds one JSON value and nothing else, by the rules of `JSONReader`.
  public init(text: String) throws(JSONFlaw) { try self.init(bytes: Array(text.utf8)) }

  /// Parses bytes that hold one JSON value and nothing else, by the rules of `JSONReader`.
  public init(bytes: Data) throws(JSONFlaw) { try self.init(bytes: [UInt8](bytes)) }
}
