/// A value that no log, no print and no debugger dump shows: words a person wrote, names, measures, keys.
public struct Redacted<Value> {
  private let hidden: Value

  public init(_ value: Value) { hidden = value }

  /// The value itself, for those who must work with it.
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
