public import Entitlement

/// The state of a node: selection, busy and error flags, range and position, tone.
public struct Condition: Sendable, Hashable {
  public enum Check: String, Sendable, Hashable, Codable {
    case on, off, mixed
  }

  public var isDisabled = false
  public var isSelected = false
  public var isCurrent = false
  public var isExpanded: Bool?
  public var isBusy = false
  public var isRequired = false
  public var isReadOnly = false
  public var isMultiline = false
  public var isModal = false
  public var isUnread = false
  /// The position of switch control is on it.
  public var isScanned = false
  /// The number by which voice control calls it.
  public var called: Int?
  /// Activating it destroys data.
  public var isDestructive = false
  /// The primary action of the screen.
  public var isProminent = false
  public var check: Check?
  public var level: Int?
  public var minimum: Double?
  public var maximum: Double?
  public var step: Double?
  public var number: Double?
  /// The item's position in its set, counted from 1.
  public var position: Int?
  public var size: Int?
  /// The validation error: what is wrong with the value and what to do, as a sentence.
  public var invalid: String?
  public var tone: Tone?
  /// The name of its identity colour in the palette, shown beside its word and icon.
  public var hue: String?
  /// The entitlement a person needs to open it.
  public var locked: Entitlement?
  public var icon: Icon?
  public var badge: String?
  public var purpose: Purpose?
  public var live: Announcement.Urgency?
  /// The maximum length of a field's text, in characters.
  public var longest: Int?
  /// A sample input in the format of the field: "name@example.org".
  public var example: String?
  /// The source of an image: a path within the product.
  public var source: String?

  public init() {}
}

extension Condition: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case disabled, selected, current, expanded, busy, required, multiline, modal, destructive, prominent, unread,
      scanned, called
    case checked, level, invalid, tone, hue, locked, icon, badge, purpose, live, longest, example, source, step,
      position, size
    case readOnly = "readonly"
    case minimum = "min"
    case maximum = "max"
    case number = "now"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func flag(_ key: CodingKeys) throws -> Bool { try container.decodeIfPresent(Bool.self, forKey: key) ?? false }
    func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
      try container.decodeIfPresent(Value.self, forKey: key)
    }
    isDisabled = try flag(.disabled)
    isSelected = try flag(.selected)
    isCurrent = try flag(.current)
    isExpanded = try value(.expanded)
    isBusy = try flag(.busy)
    isRequired = try flag(.required)
    isReadOnly = try flag(.readOnly)
    isMultiline = try flag(.multiline)
    isModal = try flag(.modal)
    isDestructive = try flag(.destructive)
    isProminent = try flag(.prominent)
    isUnread = try flag(.unread)
    isScanned = try flag(.scanned)
    called = try value(.called)
    check = try value(.checked)
    level = try value(.level)
    minimum = try value(.minimum)
    maximum = try value(.maximum)
    step = try value(.step)
    number = try value(.number)
    position = try value(.position)
    size = try value(.size)
    invalid = try value(.invalid)
    tone = try value(.tone)
    hue = try value(.hue)
    locked = try value(.locked)
    icon = try value(.icon)
    badge = try value(.badge)
    purpose = try value(.purpose)
    live = try value(.live)
    longest = try value(.longest)
    example = try value(.example)
    source = try value(.source)
  }

  /// Writes only values that differ from their default.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let flags: [(CodingKeys, Bool)] = [
      (.disabled, isDisabled), (.selected, isSelected), (.current, isCurrent), (.busy, isBusy), (.required, isRequired),
      (.readOnly, isReadOnly), (.multiline, isMultiline), (.modal, isModal), (.destructive, isDestructive),
      (.prominent, isProminent), (.unread, isUnread), (.scanned, isScanned),
    ]
    for (key, isSet) in flags where isSet { try container.encode(true, forKey: key) }
    try container.encodeIfPresent(isExpanded, forKey: .expanded)
    try container.encodeIfPresent(called, forKey: .called)
    try container.encodeIfPresent(check, forKey: .checked)
    try container.encodeIfPresent(level, forKey: .level)
    // JSON cannot represent infinities and NaN; one of them would make encoding the whole frame fail.
    func finite(_ number: Double) -> Double? { number.isFinite ? number : nil }
    try container.encodeIfPresent(minimum.flatMap(finite), forKey: .minimum)
    try container.encodeIfPresent(maximum.flatMap(finite), forKey: .maximum)
    try container.encodeIfPresent(step.flatMap(finite), forKey: .step)
    try container.encodeIfPresent(number.flatMap(finite), forKey: .number)
    try container.encodeIfPresent(position, forKey: .position)
    try container.encodeIfPresent(size, forKey: .size)
    try container.encodeIfPresent(invalid, forKey: .invalid)
    try container.encodeIfPresent(tone, forKey: .tone)
    try container.encodeIfPresent(hue, forKey: .hue)
    try container.encodeIfPresent(locked, forKey: .locked)
    try container.encodeIfPresent(icon, forKey: .icon)
    try container.encodeIfPresent(badge, forKey: .badge)
    try container.encodeIfPresent(purpose, forKey: .purpose)
    try container.encodeIfPresent(live, forKey: .live)
    try container.encodeIfPresent(longest, forKey: .longest)
    try container.encodeIfPresent(example, forKey: .example)
    try container.encodeIfPresent(source, forKey: .source)
  }
}
