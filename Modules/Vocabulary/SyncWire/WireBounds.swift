/// What a device takes from a server at most. Beyond that it is no answer.
public enum WireBounds {
  /// Of one answer.
  public static let answer = 64 << 20
  /// Of an epoch, a revision, a cursor, the name of a collection.
  public static let word = 4096
  /// Of a reason; the rest is cut off.
  public static let reason = 2000
  public static let changes = 2 * Pull.most
  /// Of the collections that one message names.
  public static let collections = 1000
  /// How deep what a field holds may be nested, the message around it included.
  public static let depth = 64
}
