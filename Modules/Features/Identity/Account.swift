public import Platform

/// An account on the server.
public struct Account: Sendable, Hashable, Codable {
  public let id: UUID
  /// The address that the account signs in with.
  public let email: String

  public init(id: UUID, email: String) {
    self.id = id
    self.email = email
  }
}

/// The sign-in state of a profile.
public enum Standing: Sendable, Hashable {
  /// Not determined yet.
  case unknown
  /// No account: everything stays on this device.
  case local
  case signedIn(Account)
  /// The server asks for the password again; entries stay, and the profile keeps its owner.
  case expired(Account)

  /// The account that the profile belongs to.
  public var account: Account? {
    switch self {
    case .unknown, .local: nil
    case .signedIn(let account), .expired(let account): account
    }
  }

  public var isSignedIn: Bool { if case .signedIn = self { true } else { false } }
}

/// The result of creating an account.
public enum SignedUp: Sendable, Hashable {
  case signedIn(Account)
  /// The address must be confirmed by the link that was sent to it.
  case mustConfirm
}
