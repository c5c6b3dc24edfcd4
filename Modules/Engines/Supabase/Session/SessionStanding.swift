public import Platform

/// The state of the sign-in.
public enum SessionStanding: Sendable, Hashable {
  case none
  case signedIn(user: UUID, email: String)
  /// The server requires a new sign-in. What the person entered is untouched.
  case expired(user: UUID, email: String)
}

/// The outcome of a sign-up.
public enum SignUpOutcome: Sendable, Hashable {
  case signedIn
  /// A mail was sent; its link confirms the account.
  case mustConfirm
}

/// The devices to sign out.
public enum SignOutScope: String, Sendable, Hashable, CaseIterable {
  /// On this device.
  case local
  /// On all devices.
  case global
  /// On all devices but this one.
  case others
}

/// Whether the server confirmed a sign-out. Without confirmation the device forgets the session all the same.
public enum SignedOut: Sendable, Hashable {
  case confirmed
  case unconfirmed
}
