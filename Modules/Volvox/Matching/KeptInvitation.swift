public import Kernel
public import Peers
public import Platform
public import Storage

/// The code of an invitation that was made on this device, which the server does not know. It stays on the device and is
/// deleted when it is over.
public struct KeptInvitation: Kept {
  public static let collection = "kept_invitations"

  public let id: ID<KeptInvitation>
  /// The account that made it.
  public let account: UUID
  public let code: String
  public let asksFor: ConnectionRequest.Wish
  public let expiresAt: Date

  public var when: Date { expiresAt }
  var invitation: Invitation { Invitation(id: ID(id.uuid), for: asksFor, until: expiresAt) }

  public init(_ invitation: Invitation, code: InvitationCode, of account: UUID) {
    id = ID(invitation.id.uuid)
    self.account = account
    self.code = code.text
    asksFor = invitation.asksFor
    expiresAt = invitation.expiresAt
  }

  private enum CodingKeys: String, CodingKey {
    case id, account, code
    case asksFor = "asks_for"
    case expiresAt = "expires_at"
  }
}
