public import Platform

/// A company or service with which people sign in, such as Apple or Google.
public struct SignInProvider: Sendable, Hashable {
  /// The name in the server's protocol: `apple`.
  public let id: String

  public init(_ id: String) { self.id = id }

  /// The name as people know it.
  public var title: String {
    switch id {
    case "apple": "Apple"
    case "google": "Google"
    default: id.prefix(1).uppercased() + id.dropFirst()
    }
  }
}

/// An account at a provider that signs in to this one.
public struct ProviderLink: Sendable, Hashable {
  public let id: UUID
  public let provider: SignInProvider
  public let email: String?

  public init(id: UUID, provider: SignInProvider, email: String?) {
    self.id = id
    self.provider = provider
    self.email = email
  }
}

/// The ways to sign in to an account.
public struct AccountWays: Sendable, Hashable {
  public let hasPassword: Bool
  public let links: [ProviderLink]

  public init(hasPassword: Bool, links: [ProviderLink]) {
    self.hasPassword = hasPassword
    self.links = links
  }

  /// Whether the person could still sign in without this link.
  func remains(without link: ProviderLink) -> Bool { hasPassword || links.contains { $0 != link } }
}

/// The purpose of a mail with a six-digit code and a link.
public enum MailPurpose: String, Sendable, Hashable, CaseIterable {
  /// To confirm the address of a new account.
  case confirmation
  /// To set a new password.
  case recovery
  /// To confirm a change of address.
  case emailChange
}

/// The outcome of a return from the browser. The person is signed in, unless it is a half of two confirmations.
public enum SignInReturn: Sendable, Hashable {
  case signedIn(Account)
  case linked(Account)
  case confirmed(Account)
  /// A new password may be set.
  case recovered(Account)
  case emailChanged(Account)
  /// One of two addresses is confirmed; the other must be confirmed too.
  case half

  var account: Account? {
    switch self {
    case .signedIn(let account), .linked(let account), .confirmed(let account), .recovered(let account),
      .emailChanged(let account):
      account
    case .half: nil
    }
  }
}
