/// A value for a statement. Moments, identifiers and dates are texts in the normalised spelling of `ColumnType`.
public enum Value: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int64)
  case real(Double)
  case text(String)
  /// JSON text, for a `json` column or a list of texts.
  case json(String)
  case bytes([UInt8])
  /// The default of the column; for inserts only.
  case usual

  public static func text(_ value: String?) -> Value { value.map { Value.text($0) } ?? .null }
  public static func int(_ value: Int) -> Value { .int(Int64(value)) }
  public static func int(_ value: Int?) -> Value { value.map { Value.int(Int64($0)) } ?? .null }
}
