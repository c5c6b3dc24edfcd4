internal import FoundationEssentials
internal import Gate
internal import JSON
internal import Kernel
internal import Relational
internal import Tokens
internal import Transport

/// A signed-in user: the account, the session and its refresh token.
struct SignedInUser: Sendable {
  let account: StoredAccount
  let identities: [AccountIdentity]
  let visit: AuthSession
  let refreshToken: String
}

extension Auth {
  /// Starts a session for the account.
  func enter(
    _ session: any Session, _ account: StoredAccount, by method: String, on device: String? = nil, at now: Int
  ) throws(Failure) -> SignedInUser {
    var account = account
    try session.change(&account, [.lastSignIn: .int(now)], at: now)
    let visit = AuthSession(id: id(), user: account.id, method: method, created: now, device: device)
    let token = Secrets.token()
    try session.open(visit, refreshToken: token, at: now)
    return SignedInUser(
      account: account, identities: try session.identities(of: account.id), visit: visit, refreshToken: token)
  }

  func response(_ entry: SignedInUser) throws(AuthError) -> Response {
    var members = try tokens(entry)
    members["user"] = entry.account.json(entry.identities)
    return .json(.object(members))
  }

  /// The members of a session response, without the user.
  func tokens(_ entry: SignedInUser) throws(AuthError) -> [String: JSON] {
    let issued = now / 1000
    let expires = issued + settings.tokenLife
    do throws(Problem) {
      let token = try needs.vouching.token(claims(entry, issued: issued, expires: expires), at: issued)
      return [
        "access_token": .string(token), "token_type": "bearer", "expires_in": .number(Double(settings.tokenLife)),
        "expires_at": .number(Double(expires)), "refresh_token": .string(entry.refreshToken),
      ]
    } catch {
      needs.log.error("a token could not be signed: \(code: error)")
      throw .failed
    }
  }

  private func claims(_ entry: SignedInUser, issued: Int, expires: Int) -> Claims {
    var claims = Claims()
    claims.subject = entry.account.id
    claims.audience = [StoredAccount.role]
    claims.role = StoredAccount.role
    claims.issuer = settings.url
    (claims.issued, claims.expires) = (issued, expires)
    (claims.email, claims.phone) = (entry.account.email ?? "", entry.account.phone ?? "")
    claims.appMetadata = .object(entry.account.appMetadata)
    claims.userMetadata = .object(entry.account.userMetadata)
    claims.assurance = "aal1"
    claims.methods = [.init(entry.visit.method, at: entry.visit.created / 1000)]
    claims.session = entry.visit.id
    claims.isAnonymous = entry.account.isAnonymous
    return claims
  }

  // MARK: - Authenticated user

  /// The user and the session that a request's token names.
  struct Person: Sendable {
    let user: String
    let session: String?
  }

  func person(_ question: AuthRequest) throws(AuthError) -> Person {
    guard Bearer(question.request.head.headers) != .none else { throw .noAuthorization }
    switch question.credential {
    case .none: throw .noAuthorization
    case .refused(let refusal): throw .badToken(refusal.sentence)
    case .caller(let caller, _):
      guard caller.role == .authenticated, let user = caller.user else { throw .noSubject }
      return Person(user: user, session: caller.session)
    }
  }

  /// Returns the account, if it and the session still exist.
  func present(_ person: Person, in session: any Session) throws(Failure) -> Result<StoredAccount, AuthError> {
    guard let account = try session.account(id: person.user), account.deleted == nil else {
      return .failure(.userNotFound)
    }
    if let id = person.session {
      guard let visit = try session.visit(id), visit.user == account.id else { return .failure(.sessionNotFound) }
    }
    return .success(account)
  }
}

extension Result where Failure == AuthError {
  /// Returns the value or throws the refusal.
  func orThrow() throws(AuthError) -> Success {
    switch self {
    case .success(let value): return value
    case .failure(let refusal): throw refusal
    }
  }
}
