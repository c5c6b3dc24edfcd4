internal import JSON

/// A person's account as it is kept. Instants are in milliseconds since 1970.
struct Account: Sendable, Hashable {
  let id: String
  var email: String?
  var phone: String?
  /// Of Argon2id; nil when they come in by other ways only.
  var password: String?
  var appMetadata: [String: JSON] = [:]
  var userMetadata: [String: JSON] = [:]
  var isAnonymous = false
  var emailConfirmed: Int?
  var phoneConfirmed: Int?
  var confirmationSent: Int?
  var recoverySent: Int?
  /// What is to become their address once it is confirmed.
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

  /// The role and audience of everybody who has come in.
  static let role = "authenticated"
}

/// One way in which an account is known: its e-mail address, its telephone number, somebody else's word.
struct AccountIdentity: Sendable, Hashable {
  let id: String
  let user: String
  let provider: String
  /// By which the provider knows them.
  let subject: String
  var email: String?
  var claims: [String: JSON]
  var lastSignIn: Int?
  let created: Int
  var updated: Int
}

/// One sign-in, from which access tokens come until somebody signs out.
struct AuthSession: Sendable, Hashable {
  let id: String
  let user: String
  let method: String
  let created: Int
}
