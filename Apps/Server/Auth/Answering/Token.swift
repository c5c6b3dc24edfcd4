internal import Relational
internal import Transport

extension Auth {
  func token(_ question: AuthRequest) async throws(AuthError) -> Response {
    switch question.query["grant_type"] {
    case "password": return try await passwordGrant(question)
    case "refresh_token": return try await refreshGrant(question)
    case "pkce": return try await codeGrant(question)
    case "id_token":
      // This grant reports errors in the shape of OAuth.
      do throws(AuthError) {
        return try await idTokenGrant(question)
      } catch {
        return error.oauthResponse
      }
    default: throw .unsupportedGrant
    }
  }

  private func passwordGrant(_ question: AuthRequest) async throws(AuthError) -> Response {
    try count(.signIn(question.network))
    let said = try question.body()
    guard let address = try said.address("sign-in") else { throw .invalid("missing email or phone") }
    let password = try said.text("password") ?? ""
    let account = try await look { session throws(Failure) in try session.account(at: address) }
    // Also for an unknown user or one without a password, so that the response takes as long.
    guard try await isRight(password, account?.password, of: address.text, from: question.network), let account,
      let hash = account.password
    else { throw .invalidCredentials }
    let now = now
    guard !account.isBanned(at: now) else { throw .banned }
    guard !account.isWaiting(at: address) else {
      throw address.provider == "email" ? .emailNotConfirmed : .phoneNotConfirmed
    }
    let better = needs.passwords.isOutdated(hash) ? try await self.hash(password) : nil
    let entry = try await write(about: account.id) { session throws(Failure) -> Result<SignedInUser, AuthError> in
      // The password may have been changed meanwhile.
      guard var account = try session.account(id: account.id), account.password == hash else {
        return .failure(.invalidCredentials)
      }
      if let better { try session.change(&account, [.password: .text(better)], at: now) }
      return .success(try self.enter(session, account, by: "password", on: question.device, at: now))
    }
    return try response(try entry.orThrow())
  }

  /// Completes a sign-in through a browser (PKCE). Only the client that started it knows the verifier.
  private func codeGrant(_ question: AuthRequest) async throws(AuthError) -> Response {
    try count(.verify(question.network))
    let said = try question.body()
    guard let code = try said.text("auth_code"), let verifier = try said.text("code_verifier") else {
      throw .invalid("invalid request: both auth code and code verifier should be non-empty")
    }
    let now = now
    let entry = try await write { session throws(Failure) -> Result<SignedInUser, AuthError> in
      guard let flow = try session.flow(.code, code), let user = flow.user else { return .failure(.flowNotFound) }
      guard now < flow.expires else { return .failure(.flowExpired) }
      guard let challenge = flow.challenge, challenge.isMet(by: verifier) else { return .failure(.badVerifier) }
      guard try session.finish(.code, code), let account = try session.account(id: user) else {
        return .failure(.flowNotFound)
      }
      guard !account.isBanned(at: now) else { return .failure(.banned) }
      return .success(try self.enter(session, account, by: flow.method, on: question.device, at: now))
    }
    return try response(try entry.orThrow())
  }
}
