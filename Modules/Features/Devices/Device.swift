public import Platform

/// A device that is signed in to the account: one session on the server.
public struct Device: Sendable, Hashable, Identifiable {
  /// The session's identifier.
  public let id: String
  /// The name that the device gave of itself; nil when it gave none.
  public let name: String?
  public let signedIn: Date
  /// When the device last renewed its access, which it does about once an hour.
  public let lastUsed: Date
  public let isThisOne: Bool

  public init(id: String, name: String?, signedIn: Date, lastUsed: Date, isThisOne: Bool) {
    self.id = id
    self.name = name
    self.signedIn = signedIn
    self.lastUsed = lastUsed
    self.isThisOne = isThisOne
  }
}
