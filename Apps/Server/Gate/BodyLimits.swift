/// The largest request bodies that services share, in bytes. A service refuses a longer one before it reads any of it.
public enum BodyLimits {
  /// For a caller whom only a project's public key identifies, or nothing at all.
  public static let anonymous = 65_536
  /// For a caller with an account, where a service sets no limit of its own.
  public static let usual = 1 << 20
  /// For a request whose method needs no body.
  public static let unneeded = 65_536
}
