internal import FoundationEssentials
internal import JSON
internal import Signing
internal import Transport

// Authorization: the page, codes, tokens and their end (RFC 6749, RFC 7636, RFC 7009).
extension VendorState {
  /// Shows the page that asks the person.
  mutating func ask(_ request: VendorRequest) -> VendorAnswer {
    let query = request.query
    guard query["client_id"] == plan.client, let redirect = query["redirect_uri"], redirect.utf8.count <= 2_000,
      ["http://", "https://", "myapp://", "troupe://"].contains(where: redirect.hasPrefix)
    else {
      // Without a known client and address there is nobody to send the person back to.
      return VendorAnswer(.badRequest, html: VendorPage.failure("The app that asks is not registered here."))
    }
    func back(_ error: String) -> VendorAnswer { returning(redirect, query["state"], [("error", error)]) }
    guard query["response_type"] == "code" else { return back("unsupported_response_type") }
    let scopes = (query["scope"] ?? "").split { $0 == " " || $0 == "," }.map(String.init)
    guard scopes.count <= 20, scopes.allSatisfy(rules.scopes.contains) else { return back("invalid_scope") }
    let challenge = query["code_challenge"]
    guard challenge == nil || query["code_challenge_method"] == "S256" else { return back("invalid_request") }
    if consents.count >= 100 { consents = [:] }
    let ticket = word()
    consents[ticket] = Consent(redirect: redirect, state: query["state"], challenge: challenge, scopes: scopes)
    return VendorAnswer(.ok, html: VendorPage.consent(of: kind, at: rules.authorize, scopes, ticket: ticket))
  }

  /// Takes the person's decision and sends them back.
  mutating func decide(_ request: VendorRequest, at now: Date) -> VendorAnswer {
    guard let ticket = request.form["ticket"], let consent = consents.removeValue(forKey: ticket) else {
      return VendorAnswer(.badRequest, html: VendorPage.failure("This page was used already."))
    }
    guard request.form["decision"] == "allow" else {
      return returning(consent.redirect, consent.state, [("error", "access_denied")])
    }
    if let most = plan.athletes, grants.count >= most {
      return VendorAnswer(
        .forbidden, html: VendorPage.failure("This app has reached the number of people that may connect."))
    }
    let scopes = consent.scopes.filter(Set(request.form.all("scope")).contains)
    if codes.count >= 100 { codes = [:] }
    let code = word()
    codes[code] = Code(consent: consent, scopes: scopes, expires: now.addingTimeInterval(600))
    let said = rules.saysScopesInReturn ? [("scope", scopes.joined(separator: rules.separator))] : []
    return returning(consent.redirect, consent.state, [("code", code)] + said)
  }

  private func returning(_ redirect: String, _ state: String?, _ fields: [(String, String)]) -> VendorAnswer {
    let all = fields + (state.map { [("state", $0)] } ?? [])
    let query = FormFields(all.map { FormFields.Field($0.0, $0.1) }).text
    return VendorAnswer(.seeOther, location: "\(redirect)\(redirect.contains("?") ? "&" : "?")\(query)")
  }

  // MARK: Tokens

  mutating func token(_ request: VendorRequest, at now: Date) -> VendorAnswer {
    let form = request.form
    let client = request.basic?.client ?? form["client_id"]
    let secret = request.basic?.secret ?? form["client_secret"]
    guard client == plan.client, plan.secret == nil || secret == plan.secret else {
      return .error(.unauthorized, "invalid_client", "The app is not registered here.")
    }
    switch form["grant_type"] {
    case "authorization_code": return exchange(form, at: now)
    case "refresh_token": return refresh(form, at: now)
    default: return .error(.badRequest, "unsupported_grant_type")
    }
  }

  private mutating func exchange(_ form: FormFields, at now: Date) -> VendorAnswer {
    // A code is worth nothing after its first use, whatever the outcome.
    guard let name = form["code"], let code = codes.removeValue(forKey: name), now < code.expires,
      form["redirect_uri"] == code.consent.redirect
    else { return .error(.badRequest, "invalid_grant", "The code is unknown, late or for another address.") }
    if let challenge = code.consent.challenge {
      guard let verifier = form["code_verifier"], 43...128 ~= verifier.utf8.count,
        Base64URL.text(SHA256.hash(of: Array(verifier.utf8))) == challenge
      else { return .error(.badRequest, "invalid_grant", "The verifier does not match the challenge.") }
    }
    // The person's newer consent takes the place of the older one.
    if grants.count >= 100 { grants.removeFirst() }
    let grant = Grant(
      access: word(), refresh: rules.hasRefresh ? word() : nil, expires: now.addingTimeInterval(rules.life),
      scopes: code.scopes, since: now)
    grants.append(grant)
    return answer(grant, at: now)
  }

  private mutating func refresh(_ form: FormFields, at now: Date) -> VendorAnswer {
    guard let token = form["refresh_token"], let index = grants.firstIndex(where: { $0.refresh == token }) else {
      return .error(.badRequest, "invalid_grant", "The refresh token is unknown, used or revoked.")
    }
    // Strava hands out the same access token again while it is valid for more than an hour.
    if kind == .strava, grants[index].expires.timeIntervalSince(now) > 3_600 { return answer(grants[index], at: now) }
    grants[index].access = word()
    grants[index].expires = now.addingTimeInterval(rules.life)
    if rules.rotates { grants[index].refresh = word() }
    return answer(grants[index], at: now, isRefresh: true)
  }

  private func answer(_ grant: Grant, at now: Date, isRefresh: Bool = false) -> VendorAnswer {
    var json: [String: JSON] = [
      "access_token": .string(grant.access), "token_type": "Bearer",
      "expires_in": .number(grant.expires.timeIntervalSince(now)),
    ]
    if let refresh = grant.refresh, !isRefresh || rules.rotates { json["refresh_token"] = .string(refresh) }
    switch kind {
    case .strava:
      json["expires_at"] = .number(grant.expires.timeIntervalSince1970.rounded())
      if !isRefresh { json["athlete"] = ["id": 1] }
    case .polar: json["x_user_id"] = 1
    case .googleHealth, .garmin, .oura: json["scope"] = .string(grant.scopes.joined(separator: rules.separator))
    }
    return VendorAnswer(.ok, .object(json))
  }

  /// Ends a grant by one of its tokens. An unknown token is no error (RFC 7009).
  mutating func revoke(_ request: VendorRequest) -> VendorAnswer {
    guard let token = request.form["token"] ?? request.query["token"] ?? request.query["access_token"] else {
      return .error(.badRequest, "invalid_request")
    }
    grants.removeAll { $0.refresh == token || $0.access == token }
    return VendorAnswer(.ok, [:])
  }

  /// The grant whose access token the request carries, while that is valid.
  func grant(of request: VendorRequest, at now: Date) -> Grant? {
    guard let token = request.bearer else { return nil }
    return grants.first { $0.access == token && now < $0.expires }
  }

  var refusal: VendorAnswer {
    var answer = VendorAnswer.error(.unauthorized, "invalid_token", "The access token is unknown, expired or revoked.")
    answer.headers = [("www-authenticate", "Bearer error=\"invalid_token\"")]
    return answer
  }
}
