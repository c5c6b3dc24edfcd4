/// One value on its way into a statement. A moment, an identifier, a date travel as text in the one spelling that
/// `ColumnType` writes.
public enum Value: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int64)
  case real(Double)
  case text(String)
  /// As JSON text: of a `json` column, and of a list of texts.
  case json(String)
  case bytes([UInt8])
  /// Whatever the column says when none is given. Of inserts only.
  case usual

  public static func text(_ value: String?) -> Value { value.map { Value.text($0) } ?? .null }
  public static func int(_ value: Int) -> Value { .int(Int64(value)) }
  public static func int(_ value: Int?) -> Value { value.map { Value.int(Int64($0)) } ?? .null }
}
