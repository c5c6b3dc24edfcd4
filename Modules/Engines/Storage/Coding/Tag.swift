/// What stands before every value in a row's bytes, so that a row can be read without the type that wrote it.
enum Tag: UInt8 {
  case end, null, no, yes, int, uint, double, float, text, bytes, date, uuid, list, object
}

/// How large things may be. What is larger belongs into a blob, or into several records.
public enum Bounds {
  /// Bytes of one record's fields.
  public static let record = 1 << 20
  /// How deep values may lie in one another.
  public static let depth = 48
  public static let collectionName = 64
  /// Rows that one read hands over.
  public static let rows = 100_000
  /// Changes that one transaction takes.
  public static let changes = 100_000
  public static let serverText = 4096
}

/// Why a row's bytes make no record; never holds what the row says.
struct Unreadable: Error {
  let why: StaticString
  init(_ why: StaticString) { self.why = why }
}

/// The key of an element in a list, for error paths that nobody prints.
struct Index: CodingKey {
  let intValue: Int?
  var stringValue: String { "" }
  init(_ index: Int) { intValue = index }
  init?(stringValue: String) { return nil }
  init?(intValue: Int) { self.intValue = intValue }
}
