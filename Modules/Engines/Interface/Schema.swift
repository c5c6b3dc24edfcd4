public import JSON

/// The JSON Schema of frames, nodes and differences, for writing a shell in another language. Enumerated words are
/// generated from the types, so that they cannot drift.
public enum Schema {
  public static var frame: JSON {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Frame",
      "type": "object",
      "required": [
        "product", "profile", "route", "title", "appearance", "chrome", "nodes", "toasts", "scroll", "settled",
      ],
      "properties": [
        "product": text, "profile": text, "route": route, "title": text, "appearance": appearance, "chrome": nodes,
        "nodes": nodes, "toasts": nodes, "dialog": node, "scroll": pixels, "settled": flag,
      ],
      "additionalProperties": false,
      "$defs": ["node": element, "difference": difference],
    ]
  }

  /// The JSON Schema of a frame's members that a `FramePatch` names when they change.
  public static var members: JSON {
    [
      "type": "object",
      "properties": [
        "product": text, "profile": text, "route": route, "title": text, "appearance": appearance, "scroll": pixels,
        "settled": flag,
      ],
      "additionalProperties": false,
    ]
  }

  private static let text: JSON = ["type": "string"]
  private static let flag: JSON = ["type": "boolean"]
  private static let number: JSON = ["type": "number"]
  private static let pixels: JSON = ["type": "number", "x-unit": "pixels"]
  private static let node: JSON = ["$ref": "#/$defs/node"]
  private static let nodes: JSON = ["type": "array", "items": node]
  private static let route: JSON = ["type": "string", "pattern": "^/", "maxLength": .number(Double(Route.longest))]

  private static func one<Words: CaseIterable & RawRepresentable>(of words: Words.Type) -> JSON
  where Words.RawValue == String {
    ["enum": .array(words.allCases.map { .string($0.rawValue) })]
  }

  private static var appearance: JSON {
    let sizes = Appearance.textSizes
    return [
      "type": "object",
      "required": ["theme", "scheme", "textSize", "motion"],
      "properties": [
        "theme": text, "scheme": one(of: SchemeChoice.self), "motion": one(of: Surroundings.Motion.self),
        "contrast": one(of: ContrastChoice.self), "haptics": one(of: Feedback.Haptics.self), "sounds": flag,
        "captions": flag, "timeLimits": one(of: TimeLimits.self), "switches": one(of: SwitchChoice.self),
        "switchKeys": one(of: SwitchKeys.self), "voice": flag,
        "switchStop": [
          "type": "number", "minimum": .number(Double(Steering.stops.lowerBound)),
          "maximum": .number(Double(Steering.stops.upperBound)), "x-unit": "milliseconds",
        ],
        "textSize": [
          "type": "number", "minimum": .number(Double(sizes.lowerBound)), "maximum": .number(Double(sizes.upperBound)),
          "x-unit": "per cent",
        ],
      ],
      "additionalProperties": false,
    ]
  }

  private static var element: JSON {
    [
      "type": "object",
      "required": ["id", "role", "label", "state", "actions", "children"],
      "properties": [
        "id": text, "role": one(of: Role.self), "label": text, "value": text, "hint": text, "state": state,
        "actions": ["type": "array", "items": text], "destination": route, "chart": ["type": "object"], "view": view,
        "children": nodes,
      ],
      "additionalProperties": false,
    ]
  }

  private static var view: JSON {
    return [
      "type": "object",
      "properties": [
        "days": number, "from": text, "to": text, "window": ["type": "array", "items": number],
        "hidden": ["type": "array", "items": text],
        "light": flag, "scheme": one(of: Scheme.self), "textSize": number, "skeleton": text,
        "held": [
          "type": "object", "required": ["series", "index"], "properties": ["series": text, "index": number],
          "additionalProperties": false,
        ],
      ],
      "additionalProperties": false,
    ]
  }

  private static var state: JSON {
    let flags = [
      "disabled", "selected", "current", "expanded", "busy", "required", "readonly", "multiline", "modal",
      "destructive",
      "prominent", "unread", "scanned",
    ]
    let numbers = ["level", "min", "max", "step", "now", "position", "size", "longest", "called"]
    let texts = ["invalid", "hue", "locked", "badge", "example", "source"]
    var members: [String: JSON] = [
      "checked": ["enum": ["on", "off", "mixed"]], "tone": one(of: Tone.self), "icon": one(of: Icon.self),
      "purpose": one(of: Purpose.self), "live": ["enum": ["polite", "assertive"]],
    ]
    for name in flags { members[name] = flag }
    for name in numbers { members[name] = number }
    for name in texts { members[name] = text }
    return ["type": "object", "properties": .object(members), "additionalProperties": false]
  }

  private static var difference: JSON {
    [
      "type": "object",
      "required": ["change"],
      "properties": [
        "change": ["enum": ["update", "insert", "remove", "move"]], "node": node, "id": text, "parent": text,
        "before": text,
      ],
      "additionalProperties": false,
    ]
  }
}
