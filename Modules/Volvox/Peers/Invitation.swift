public import JSON
public import Kernel
public import Platform

/// An open invitation of this person: whoever types its code is connected with them. The server's function keeps it and
/// does not know the code.
public struct Invitation: Sendable, Hashable {
  /// The validity of a code, in seconds.
  public static let life: TimeInterval = 7 * 86_400
  /// Open invitations of one person at a time.
  public static let mostOpen = 5
  /// Codes that are not valid and that one person can try in an hour.
  public static let mostWrong = 10

  public let id: ID<Invitation>
  /// The role of the person who is invited.
  public let asksFor: ConnectionRequest.Wish
  public let expiresAt: Date

  public init(id: ID<Invitation>, for wish: ConnectionRequest.Wish, until expiresAt: Date) {
    self.id = id
    asksFor = wish
    self.expiresAt = expiresAt
  }

  /// Reads a row of the server; nil when a value is missing or of another kind.
  public init?(_ json: JSON) {
    guard let id = json["id"]?.string.flatMap({ ID<Invitation>($0) }),
      let wish = json["asks_for"]?.string.flatMap(ConnectionRequest.Wish.init),
      let expiresAt = json["expires_at"]?.string.flatMap(Moment.date)
    else { return nil }
    self.init(id: id, for: wish, until: expiresAt)
  }
}
