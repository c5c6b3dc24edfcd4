public import Kernel
public import Peers
public import Platform

/// Everything that happens to invitations besides the person's actions.
public enum InvitationAction: Sendable, Equatable {
  case listed([Invitation])
  case notListed(Problem)
  case made(KeptInvitation, in: WindowID)
  /// The next attempt takes the same identifier, since the answer alone may have been lost.
  case notMade(ID<Invitation>, Problem, in: WindowID)
  case withdrawn(ID<Invitation>, in: WindowID)
  case notWithdrawn(ID<Invitation>, Problem, in: WindowID)
  case redeemed(name: String?, in: WindowID)
  case notRedeemed(Problem, in: WindowID)
}

/// The person's actions about invitations in one window.
public enum InvitationWindowAction: Sendable, Equatable {
  case choose(ConnectionRequest.Wish)
  case make
  case askWithdraw(ID<Invitation>)
  case withdraw(ID<Invitation>)
  case type(String)
  case redeem
}

/// The effects about invitations.
public enum InvitationEffect: Sendable, Equatable {
  case list
  case make(ID<Invitation>?, as: ConnectionRequest.Wish, of: UUID, in: WindowID)
  case withdraw(ID<Invitation>, in: WindowID)
  case redeem(InvitationCode, in: WindowID)
  case forget([ID<KeptInvitation>])
}
