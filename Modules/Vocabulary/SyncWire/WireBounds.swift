/// Limits on what a device accepts from a server. An answer beyond them is refused.
public enum WireBounds {
  /// Bytes of one answer.
  public static let answer = 64 << 20
  /// Bytes of an epoch, a revision, a cursor or a collection name.
  public static let word = 4096
  /// Bytes of a reason; the rest is cut off.
  public static let reason = 2000
  public static let changes = 2 * Pull.most
  /// Number of collections that one message may name.
  public static let collections = 1000
  /// Nesting depth of a field's value, including the message around it.
  public static let depth = 64
}
