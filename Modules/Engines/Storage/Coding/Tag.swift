/// The type tag before every value of a row, which makes a row readable without the type that wrote it.
enum Tag: UInt8 {
  case end, null, no, yes, int, uint, double, float, text, bytes, date, uuid, list, object
}

/// Size limits. Larger data belongs in a blob, or in several records.
public enum Bounds {
  /// Bytes of one record's fields.
  public static let record = 1 << 20
  /// The deepest nesting of values.
  public static let depth = 48
  public static let collectionName = 64
  /// Rows returned by one query.
  public static let rows = 100_000
  /// Changes in one transaction.
  public static let changes = 100_000
  public static let serverText = 4096
}

/// The reason that a row cannot be decoded; never contains the row's data.
struct Unreadable: Error {
  let why: StaticString
  init(_ why: StaticString) { self.why = why }
}

/// The key of a list element, for error paths that are not shown.
struct Index: CodingKey {
  let intValue: Int?
  var stringValue: String { "" }
  init(_ index: Int) { intValue = index }
  init?(stringValue: String) { return nil }
  init?(intValue: Int) { self.intValue = intValue }
}
