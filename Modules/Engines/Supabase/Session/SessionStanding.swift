public import FoundationEssentials

/// Who is signed in, as far as anybody else needs to know.
public enum SessionStanding: Sendable, Hashable {
  case none
  case signedIn(user: UUID, email: String)
  /// The server wants them to sign in again. Nothing of what they entered is touched.
  case expired(user: UUID, email: String)
}

/// What became of making an account.
public enum SignedUp: Sendable, Hashable {
  case signedIn
  /// A mail was sent; who opens its link can sign in.
  case mustConfirm
}

/// Where one signs out.
public enum SignOutScope: String, Sendable, Hashable, CaseIterable {
  /// On this device.
  case local
  /// On all devices.
  case global
  /// On all devices but this one.
  case others
}

/// Whether the server knows that somebody signed out. When it does not, what the device had is forgotten all the same.
public enum SignedOut: Sendable, Hashable {
  case confirmed
  case unconfirmed
}
