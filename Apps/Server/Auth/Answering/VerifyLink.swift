internal import JSON
internal import Relational
internal import Transport

/// The outcome with which a browser is redirected to the client.
enum Onward: Sendable {
  /// The client exchanges this code and its verifier for the session.
  case code(String)
  /// A client without PKCE reads the session from the fragment.
  case entry(SignedInUser)
  case message(String)
}

extension Auth {
  /// Handles a link of a mail. Whatever the result, the browser is redirected.
  func verifyLink(_ question: AuthRequest) async -> Response {
    let redirect = redirects.address(question.query["redirect_to"])
    let type = question.query["type"]
    do throws(AuthError) {
      try count(.verify(question.network))
      guard let link = question.query["token_hash"] ?? question.query["token"], !link.isEmpty else {
        throw .invalid("Verify requires a token or a token hash")
      }
      let showing = try Showing(.link(link), type: type)
      let now = now
      let onward = try await write { session throws(Failure) -> Result<Onward, AuthError> in
        switch try self.show(showing, in: session, at: now) {
        case .failure(let refusal): return .failure(refusal)
        case .success(.half): return .success(.message(Auth.halfMessage))
        case .success(.account(let account, let challenge)):
          return .success(try self.sendOn(account, challenge, by: showing.method, in: session, at: now))
        }
      }
      return try self.redirect(to: redirect, try onward.orThrow(), type: type)
    } catch {
      return self.redirect(to: redirect, error)
    }
  }

  /// With a challenge, returns a code that is useless without its verifier; otherwise starts the session.
  func sendOn(
    _ account: StoredAccount, _ challenge: Challenge?, by method: String, in session: any Session, at now: Int
  ) throws(Failure) -> Onward {
    guard let challenge else { return .entry(try enter(session, account, by: method, at: now)) }
    let code = Secrets.token()
    try session.keep(
      Flow(
        kind: .code, user: account.id, method: method, challenge: challenge, created: now,
        expires: now + settings.flowLife * 1000), code)
    return .code(code)
  }

  func redirect(to address: WebAddress, _ onward: Onward, type: String?) throws(AuthError) -> Response {
    switch onward {
    case .code(let code): return .seeOther(address.with(query: [.init("code", code)]))
    case .message(let message):
      return .seeOther(address.with(query: [.init("message", message)], fragment: [.init("message", message)]))
    case .entry(let entry):
      let tokens = try tokens(entry)
      var fields: [FormFields.Field] = []
      for name in ["access_token", "expires_at", "expires_in", "refresh_token", "token_type"] {
        guard let value = tokens[name] else { continue }
        fields.append(.init(name, value.string ?? value.number.map { "\(Int($0))" } ?? ""))
      }
      if let type { fields.append(.init("type", type)) }
      return .seeOther(address.with(query: [], fragment: fields))
    }
  }

  /// Redirects with an error, both in the query, for servers, and in the fragment, for clients without PKCE.
  func redirect(to address: WebAddress, _ refusal: AuthError) -> Response {
    let error =
      switch refusal.status.code {
      case 500...: "server_error"
      case 400, 422: "invalid_request"
      default: "access_denied"
      }
    let message = refusal == .codeExpired ? "Email link is invalid or has expired" : refusal.message
    let fields = [
      FormFields.Field("error", error), .init("error_code", refusal.code), .init("error_description", message),
    ]
    return .seeOther(address.with(query: fields, fragment: fields))
  }
}
