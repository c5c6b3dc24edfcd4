internal import Gate
internal import JSON
internal import Kernel
internal import Relational
internal import Transport

extension Auth {
  private var callbackAddress: String { "\(settings.url)/callback" }

  /// Redirects a browser to a provider. The state needed upon its return is stored.
  func authorize(_ question: AuthRequest) async throws(AuthError) -> Response {
    try count(.authorize(question.network))
    do throws(AuthError) {
      return Response(.found, headers: ["location": try await departure(question)])
    } catch  where error.status != .badRequest {
      return redirect(to: redirects.address(question.query["redirect_to"]), error)
    }
  }

  /// Returns the address at the provider, and stores the state needed upon the user's return.
  func departure(_ question: AuthRequest, linkingTo user: String? = nil) async throws(AuthError) -> String {
    let provider = try known(question.query["provider"])
    let challenge = try Challenge(
      question.query["code_challenge"], method: question.query["code_challenge_method"])
    let redirect = redirects.address(question.query["redirect_to"])
    let scopes = (question.query["scopes"] ?? "").split { $0 == " " || $0 == "," }.prefix(20).map(String.init)
    let state = Secrets.token()
    let departure: ExternalProviders.Departure
    do throws(Problem) {
      departure = try await needs.externalProviders.depart(provider, callbackAddress, state, scopes)
    } catch {
      throw strange(error)
    }
    let now = now
    let flow = Flow(
      kind: .state, user: user, method: "oauth", provider: provider, redirect: redirect.text, challenge: challenge,
      nonce: departure.nonce, verifier: departure.verifier, created: now, expires: now + settings.stateLife * 1000)
    try await write { session throws(Failure) in try session.keep(flow, state) }
    return departure.address
  }

  /// Handles the return from a provider. Whatever the result, the browser is redirected to the client.
  func callback(_ question: AuthRequest) async -> Response {
    var redirect = redirects.site
    do throws(AuthError) {
      try count(.authorize(question.network))
      let fields = try question.fields()
      let flow = try await flow(fields["state"] ?? "")
      // The list of allowed redirects may have changed meanwhile.
      redirect = redirects.address(flow.redirect)
      guard let code = fields["code"], !code.isEmpty, code.utf8.count <= 4096, let provider = flow.provider else {
        let said = fields["error_description"] ?? fields["error"] ?? "The provider sent no code"
        throw AuthError(.forbidden, fields["error"] ?? "bad_oauth_callback", String(said.prefix(300)))
      }
      let identity: ExternalIdentity
      do throws(Problem) {
        identity = try await needs.externalProviders.arrive(
          provider,
          ExternalProviders.Arrival(
            code: code, redirect: callbackAddress, nonce: flow.nonce ?? "", verifier: flow.verifier ?? "",
            user: fields["user"]))
      } catch {
        throw strange(error)
      }
      let now = now
      let onward = try await write { session throws(Failure) -> Result<Onward, AuthError> in
        switch try self.welcome(identity, linkingTo: flow.user, in: session, at: now) {
        case .failure(let refusal): return .failure(refusal)
        case .success(let account):
          return .success(try self.sendOn(account, flow.challenge, by: "oauth", in: session, at: now))
        }
      }
      return try self.redirect(to: redirect, try onward.orThrow(), type: nil)
    } catch {
      return self.redirect(to: redirect, error)
    }
  }

  /// Signs in with an ID token that a native app obtained itself.
  func idTokenGrant(_ question: AuthRequest) async throws(AuthError) -> Response {
    try count(.signIn(question.network))
    let said = try question.body()
    guard let token = try said.text("id_token") else {
      throw AuthError(.badRequest, "invalid_request", "id_token required")
    }
    guard let provider = try said.text("provider"), needs.externalProviders.providers.contains(provider) else {
      throw AuthError(.badRequest, "invalid_request", "Unsupported provider: provider is not enabled")
    }
    let proof = ExternalProviders.Proof(
      idToken: token, accessToken: try said.text("access_token"), nonce: try said.text("nonce"))
    let identity: ExternalIdentity
    do throws(Problem) {
      identity = try await needs.externalProviders.check(provider, proof)
    } catch {
      needs.log.info("somebody's token does not hold: \(code: error)")
      throw AuthError(.badRequest, "invalid_grant", error.what)
    }
    let now = now
    let user = try said.flag("link_identity") == true ? try person(question).user : nil
    let entry = try await write { session throws(Failure) -> Result<SignedInUser, AuthError> in
      switch try self.welcome(identity, linkingTo: user, in: session, at: now) {
      case .failure(let refusal): return .failure(refusal)
      case .success(let account):
        return .success(try self.enter(session, account, by: "oauth", on: question.device, at: now))
      }
    }
    return try response(try entry.orThrow())
  }

  private func known(_ provider: String?) throws(AuthError) -> String {
    guard let provider, needs.externalProviders.providers.contains(provider) else {
      throw .invalid("Unsupported provider: provider is not enabled")
    }
    return provider
  }

  /// Takes the stored state, which is valid for one return.
  private func flow(_ state: String) async throws(AuthError) -> Flow {
    let now = now
    let flow = try await write { session throws(Failure) -> Flow? in
      guard let flow = try session.flow(.state, state), try session.finish(.state, state) else { return nil }
      return now < flow.expires ? flow : nil
    }
    guard let flow else { throw AuthError(.badRequest, "bad_oauth_state", "OAuth state not found or expired") }
    return flow
  }

  /// The refusal for a failed sign-in with a provider.
  private func strange(_ problem: Problem) -> AuthError {
    needs.log.warning("a sign-in with somebody else failed: \(code: problem)")
    return AuthError(.failed, "unexpected_failure", problem.what)
  }
}

extension AuthRequest {
  /// The fields of the query, or of the form that Apple posts.
  fileprivate func fields() throws(AuthError) -> FormFields {
    guard request.method == .post else { return query }
    guard request.body.count <= BodyLimits.anonymous else { throw .tooLarge(BodyLimits.anonymous) }
    do throws(RequestRefusal) {
      return try FormFields(form: request.body, most: 20)
    } catch {
      throw .invalid("The form cannot be read: \(error.reason).")
    }
  }
}
