/// The entries of this profile that the server has not received.
public struct Unsent: Sendable, Hashable {
  /// Number of entries that signing out discards.
  public var entries: Int
  /// The titles of the consents whose withdrawal is on its way. It is kept when its person signs out.
  public var withdrawals: [String]
  /// Whether the person has not agreed to sending, so that no sync sends anything.
  public var isWithheld: Bool

  public init(_ entries: Int = 0, withdrawals: [String] = [], isWithheld: Bool = false) {
    self.entries = max(0, entries)
    self.withdrawals = withdrawals
    self.isWithheld = isWithheld
  }
}
