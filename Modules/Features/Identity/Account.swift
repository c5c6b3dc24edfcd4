public import FoundationEssentials

/// Who somebody is to the server.
public struct Account: Sendable, Hashable, Codable {
  public let id: UUID
  /// By which the person knows it.
  public let email: String

  public init(id: UUID, email: String) {
    self.id = id
    self.email = email
  }
}

/// How a profile stands with its account.
public enum Standing: Sendable, Hashable {
  /// Not asked yet.
  case unknown
  /// Nobody's: everything stays on this device.
  case local
  case signedIn(Account)
  /// The server wants the password again; what was entered stays, and so does the profile's owner.
  case expired(Account)

  /// Whose the profile is.
  public var account: Account? {
    switch self {
    case .unknown, .local: nil
    case .signedIn(let account), .expired(let account): account
    }
  }

  public var isSignedIn: Bool { if case .signedIn = self { true } else { false } }
}

/// What came of creating an account.
public enum SignedUp: Sendable, Hashable {
  case signedIn(Account)
  /// A link was sent to the address, and must be opened first.
  case mustConfirm
}
