internal import Gate
internal import JSON
internal import Kernel
internal import Relational
internal import Tokens
internal import Transport

/// The endpoints with which a device fetches the certificate of its erased account, and anyone the key that verifies it.
extension Auth {
  /// In bytes; the longest receipt and token that are looked at.
  private static let longestReceipt = 200
  private static let longestToken = 8_192

  /// Returns the certificate to a holder of the receipt, or of any token of the account, even an expired one: neither
  /// has an account any more. A device that asks on the day is answered when the account is erased, not before.
  func showCertificate(_ question: AuthRequest) async throws(AuthError) -> Response {
    try count(.verify(question.network))
    let body = try question.body()
    let (receipt, token) = (try body.text("receipt"), try body.text("token"))
    guard receipt != nil || token != nil, receipt?.utf8.count ?? 0 <= Auth.longestReceipt,
      token?.utf8.count ?? 0 <= Auth.longestToken
    else { throw .invalid("receipt or token required") }
    let now = now
    let person = token.flatMap { formerPerson($0, at: now) }
    let due = try await look { session throws(Failure) in try session.dueDeletions(at: now) }
      .filter { deletion in
        deletion.user == person || receipt.map { Secrets.isSame($0, secrets.receipt(of: deletion)) } == true
      }
    for deletion in due {
      do throws(AuthError) {
        try await erase(deletion.user)
      } catch {
        // The outbox tries again.
        throw .deletionBegun
      }
    }
    let account = person.map { secrets.hash(ofAccount: $0) }
    let document = try await look { session throws(Failure) in
      try session.certificate(receipt: receipt, account: account, at: now)
    }
    guard let document else { throw .certificateNotFound }
    return .json(document)
  }

  /// The public key of the certificates, as a JSON Web Key (RFC 8037).
  func showCertificateKeys() -> Response {
    .json(
      [
        "keys": [
          ["kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "x": .string(secrets.certificateKey)]
        ]
      ], headers: ["cache-control": "public, max-age=600"])
  }

  /// The person for whom this server once issued a token, for as long as a certificate can be fetched.
  private func formerPerson(_ token: String, at now: Int) -> String? {
    let life = settings.certificateLife + settings.tokenLife + settings.deletionDelay
    let rules = TokenRules(audiences: [Caller.Role.authenticated.rawValue], needsExpiry: true, skew: life)
    guard let claims = try? needs.vouching.formerClaims(of: token, by: rules, at: now / 1000),
      claims.role == Caller.Role.authenticated.rawValue
    else { return nil }
    return claims.subject.flatMap { ID<Caller>($0)?.description }
  }
}

extension AuthError {
  static let certificateNotFound = AuthError(
    .notFound, "certificate_not_found", "There is no certificate for this receipt or token.")
}
