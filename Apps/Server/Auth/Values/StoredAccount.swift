internal import JSON

/// A stored user account. Instants are in milliseconds since 1970.
struct StoredAccount: Sendable, Hashable {
  let id: String
  var email: String?
  var phone: String?
  /// The Argon2id hash; nil if the user signs in by other means only.
  var password: String?
  var appMetadata: [String: JSON] = [:]
  var userMetadata: [String: JSON] = [:]
  var isAnonymous = false
  var emailConfirmed: Int?
  var phoneConfirmed: Int?
  var confirmationSent: Int?
  var recoverySent: Int?
  /// The pending address, until it is confirmed.
  var newEmail: String?
  var emailChangeSent: Int?
  var newPhone: String?
  var phoneChangeSent: Int?
  var lastSignIn: Int?
  var bannedUntil: Int?
  let created: Int
  var updated: Int
  var deleted: Int?

  init(id: String, created: Int) {
    self.id = id
    self.created = created
    updated = created
  }

  func isBanned(at now: Int) -> Bool { bannedUntil.map { $0 > now } ?? false }

  /// The role and audience of every signed-in user.
  static let role = "authenticated"
}

/// An identity of an account: its e-mail address, its telephone number, or a provider's subject.
struct AccountIdentity: Sendable, Hashable {
  let id: String
  let user: String
  let provider: String
  /// The user's identifier at the provider.
  let subject: String
  var email: String?
  var claims: [String: JSON]
  var lastSignIn: Int?
  let created: Int
  var updated: Int
}

/// A session: access tokens are issued for it until the user signs out.
struct AuthSession: Sendable, Hashable {
  /// The method of a session that began with the link or code of a recovery.
  static let recovery = "recovery"

  let id: String
  let user: String
  let method: String
  let created: Int
  /// The name of the device that began it; nil when it said none, and for a session that was only looked up.
  var device: String?
}
