/// A private value (a person's words, names, measures, keys) that logs, `print` and debugger dumps do not show.
public struct Redacted<Value> {
  private let hidden: Value

  public init(_ value: Value) { hidden = value }

  /// The value itself, for code that must work with it.
  public var revealed: Value { hidden }
}

extension Redacted: Sendable where Value: Sendable {}
extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "redacted" }
  public var debugDescription: String { "redacted" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
