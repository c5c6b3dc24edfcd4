public import JSON

/// Validates a value against a JSON Schema. It supports the keywords that Troupe's own schemas use. An unknown keyword
/// is a fault, so that no schema passes because it was not understood.
public struct SchemaCheck {
  private let whole: JSON

  public init(_ schema: JSON) { whole = schema }

  /// Returns the faults, each with its place; empty when the value is valid.
  public func faults(of value: JSON) -> [String] { faults(of: value, by: whole, at: "$") }

  /// Returns the faults of the value by one of the schema's definitions.
  public func faults(of value: JSON, as definition: String) -> [String] {
    guard let schema = whole["$defs"]?[definition] else { return ["there is no definition “\(definition)”"] }
    return faults(of: value, by: schema, at: "$")
  }

  private func faults(of value: JSON, by schema: JSON, at place: String) -> [String] {
    guard let rules = schema.object else { return ["\(place): the schema is no object"] }
    return rules.keys.sorted().flatMap { word in faults(of: value, word, rules[word] ?? .null, in: schema, at: place) }
  }

  private func faults(of value: JSON, _ word: String, _ rule: JSON, in schema: JSON, at place: String) -> [String] {
    switch word {
    case "$schema", "$defs", "title": []
    case "$ref": reference(rule, value, place)
    case "type": value.kind == SchemaCheck.kinds[rule.string ?? ""] ? [] : ["\(place): is \(value.kind)"]
    case "enum": rule.array?.contains(value) == true ? [] : ["\(place): is none of the words"]
    case "required":
      (rule.array ?? []).compactMap(\.string).filter { value.object != nil && value[$0] == nil }
        .map { "\(place): lacks “\($0)”" }
    case "properties":
      (value.object ?? [:]).sorted { $0.key < $1.key }.flatMap { name, member in
        rule[name].map { faults(of: member, by: $0, at: "\(place).\(name)") } ?? []
      }
    case "additionalProperties":
      rule == false
        ? (value.object ?? [:]).keys.sorted().filter { schema["properties"]?[$0] == nil }
          .map { "\(place): knows no “\($0)”" } : ["\(place): only false is understood"]
    case "items":
      (value.array ?? []).enumerated().flatMap { faults(of: $1, by: rule, at: "\(place)[\($0)]") }
    case "pattern":
      rule == "^/"
        ? (value.string?.hasPrefix("/") == false ? ["\(place): does not match"] : [])
        : ["\(place): only ^/ is understood"]
    case "maxLength":
      Double(value.string?.unicodeScalars.count ?? 0) <= rule.number ?? 0 ? [] : ["\(place): is too long"]
    case "minimum": value.number ?? 0 >= rule.number ?? 0 ? [] : ["\(place): is too small"]
    case "maximum": value.number ?? 0 <= rule.number ?? 0 ? [] : ["\(place): is too large"]
    // What a schema says besides, such as a unit.
    case _ where word.hasPrefix("x-"): []
    default: ["\(place): the schema says “\(word)”, which is not understood"]
    }
  }

  private func reference(_ rule: JSON, _ value: JSON, _ place: String) -> [String] {
    let prefix = "#/$defs/"
    guard let text = rule.string, text.hasPrefix(prefix),
      let schema = whole["$defs"]?[String(text.dropFirst(prefix.count))]
    else { return ["\(place): the reference leads nowhere"] }
    return faults(of: value, by: schema, at: place)
  }

  private static let kinds = [
    "object": "an object", "array": "a list", "string": "a text", "number": "a number", "boolean": "true or false",
  ]
}
