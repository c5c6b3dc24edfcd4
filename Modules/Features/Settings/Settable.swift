public import Hours
public import Interface
public import JSON
public import Mode

/// A value that a user can set, with its stored form.
public protocol Settable: Sendable, Hashable {
  /// Nil for JSON that is not a value of this type.
  init?(kept json: JSON)
  var kept: JSON { get }
}

extension Bool: Settable {
  public init?(kept json: JSON) {
    guard let flag = json.bool else { return nil }
    self = flag
  }

  public var kept: JSON { .bool(self) }
}

extension Int: Settable {
  public init?(kept json: JSON) {
    guard let number = json.number, let whole = Int(exactly: number) else { return nil }
    self = whole
  }

  public var kept: JSON { .number(Double(self)) }
}

extension String: Settable {
  public init?(kept json: JSON) {
    guard let text = json.string else { return nil }
    self = text
  }

  public var kept: JSON { .string(self) }
}

extension TimeWindow: Settable {
  public init?(kept json: JSON) {
    guard let start = json["start"]?.string.flatMap({ TimeOfDay($0) }),
      let end = json["end"]?.string.flatMap({ TimeOfDay($0) })
    else { return nil }
    self.init(from: start, to: end)
  }

  public var kept: JSON { ["start": .string(start.text), "end": .string(end.text)] }
}

extension Array: Settable where Element == TimeOfDay {
  public init?(kept json: JSON) {
    guard let texts = json.array else { return nil }
    let times = texts.compactMap { $0.string.flatMap { TimeOfDay($0) } }
    guard times.count == texts.count else { return nil }
    self = times
  }

  public var kept: JSON { .array(map { .string($0.text) }) }
}

/// Enumerations are stored by name.
extension Settable where Self: RawRepresentable, RawValue == String {
  public init?(kept json: JSON) {
    guard let value = json.string.flatMap(Self.init(rawValue:)) else { return nil }
    self = value
  }

  public var kept: JSON { .string(rawValue) }
}

extension Mode: Settable {}
extension SchemeChoice: Settable {}
extension ContrastChoice: Settable {}
extension Feedback.Haptics: Settable {}
extension TimeLimits: Settable {}
extension SwitchChoice: Settable {}
extension SwitchKeys: Settable {}
