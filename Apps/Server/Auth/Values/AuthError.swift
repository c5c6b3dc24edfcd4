internal import Gate
internal import JSON
internal import Relational
internal import Transport

/// An error response, with the codes that GoTrue's clients know.
struct AuthError: Error, Sendable, Hashable {
  let status: Status
  let code: String
  let message: String
  /// The unmet requirements of a weak password.
  var reasons: [String] = []
  /// The value of `Retry-After`, in seconds.
  var retryAfter: Int?

  init(_ status: Status, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// The response in the newer of two formats, always: the Swift client cannot read the numeric code of the older one.
  var response: Response {
    var members: [String: JSON] = ["code": .string(code), "message": .string(message)]
    if !reasons.isEmpty { members["weak_password"] = ["reasons": .array(reasons.map { .string($0) })] }
    return .json(.object(members), status: status, headers: headers)
  }

  /// The response in the format of RFC 6749, 5.2, for errors of ID tokens.
  var oauthResponse: Response {
    .json(["error": .string(code), "error_description": .string(message)], status: status, headers: headers)
  }

  private var headers: Headers {
    var headers: Headers = ["x-sb-error-code": code]
    if let retryAfter { headers["retry-after"] = "\(retryAfter)" }
    return headers
  }
}

extension AuthError {
  static func invalid(_ message: String) -> AuthError { .init(.badRequest, "validation_failed", message) }
  static func unprocessable(_ code: String, _ message: String) -> AuthError { .init(.unprocessable, code, message) }

  // MARK: 400

  static let badJSON = AuthError(.badRequest, "bad_json", "Could not parse request body as JSON")
  static let invalidCredentials = AuthError(.badRequest, "invalid_credentials", "Invalid login credentials")
  static let unsupportedGrant = AuthError(.badRequest, "invalid_credentials", "unsupported_grant_type")
  static let emailNotConfirmed = AuthError(.badRequest, "email_not_confirmed", "Email not confirmed")
  static let phoneNotConfirmed = AuthError(.badRequest, "phone_not_confirmed", "Phone not confirmed")
  static let banned = AuthError(.badRequest, "user_banned", "User is banned")
  static let badVerifier = AuthError(
    .badRequest, "bad_code_verifier", "code challenge does not match previously saved code verifier")
  static let refreshNotFound = AuthError(
    .badRequest, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
  static let refreshUsed = AuthError(
    .badRequest, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
  static let refreshWithoutSession = AuthError(
    .badRequest, "session_not_found", "Invalid Refresh Token: Session Not Found")
  static let sessionExpired = AuthError(
    .badRequest, "session_expired", "Invalid Refresh Token: Session Expired")
  static let noText = AuthError(.badRequest, "phone_provider_disabled", "Unsupported phone provider")
  static let reauthenticationNeeded = AuthError(
    .badRequest, "reauthentication_needed",
    "Changing the password or the address requires current_password, a nonce, or a sign-in of the last ten minutes")
  static let wrongCurrentPassword = AuthError(
    .badRequest, "current_password_mismatch", "The current password is wrong.")

  // MARK: 401, 403, 404

  static let noAuthorization = AuthError(
    .unauthorized, "no_authorization", "This endpoint requires a valid Bearer token")
  static func badToken(_ why: String) -> AuthError { .init(.forbidden, "bad_jwt", "invalid JWT: \(why)") }
  static let noSubject = AuthError(.forbidden, "bad_jwt", "invalid claim: missing sub claim")
  static let userNotFound = AuthError(
    .forbidden, "user_not_found", "User from sub claim in JWT does not exist")
  static let sessionNotFound = AuthError(
    .forbidden, "session_not_found", "Session from session_id claim in JWT does not exist")
  static let codeExpired = AuthError(.forbidden, "otp_expired", "Token has expired or is invalid")
  static let notAdmin = AuthError(.forbidden, "not_admin", "User not allowed")
  static let noSuchUser = AuthError(.notFound, "user_not_found", "User not found")
  static let flowNotFound = AuthError(
    .notFound, "flow_state_not_found", "invalid flow state, no valid flow state found")
  static let notThere = AuthError(.notFound, "not_found", "There is nothing at this address.")
  static let wrongMethod = AuthError(
    .methodNotAllowed, "method_not_allowed", "This address is asked in another way.")

  // MARK: 409, 413, 422

  static let conflict = AuthError(
    .conflict, "conflict", "Too many concurrent token refresh requests on the same session or refresh token")
  static func tooLarge(_ limit: Int) -> AuthError {
    .init(.contentTooLarge, "request_entity_too_large", "The body is larger than \(limit >> 10) KiB.")
  }
  static let userExists = unprocessable("user_already_exists", "User already registered")
  static let emailExists = unprocessable(
    "email_exists", "A user with this email address has already been registered")
  static let phoneExists = unprocessable("phone_exists", "A user with this phone number has already been registered")
  static let samePassword = unprocessable(
    "same_password", "New password should be different from the old password.")
  static let signUpDisabled = unprocessable("signup_disabled", "Signups not allowed for this instance")
  static let anonymousDisabled = unprocessable("anonymous_provider_disabled", "Anonymous sign-ins are disabled")
  static let codesDisabled = unprocessable("otp_disabled", "Signups not allowed for otp")
  static let flowExpired = unprocessable("flow_state_expired", "invalid flow state, flow state has expired")
  static let reauthenticationInvalid = unprocessable(
    "reauthentication_not_valid", "Nonce has expired or is invalid")

  // MARK: 429, 5xx

  static func tooManyRequests(_ seconds: Int) -> AuthError {
    var refusal = AuthError(.tooManyRequests, "over_request_rate_limit", "Request rate limit reached")
    refusal.retryAfter = seconds
    return refusal
  }

  static func tooManyMails(_ seconds: Int) -> AuthError {
    var refusal = AuthError(
      .tooManyRequests, "over_email_send_rate_limit",
      "For security purposes, you can only request this after \(seconds) seconds.")
    refusal.retryAfter = seconds
    return refusal
  }

  static let failed = AuthError(.failed, "unexpected_failure", "Something went wrong here. Please try again.")
  static let timeout = AuthError(
    Status(504, "Gateway Timeout"), "request_timeout",
    "Processing this request timed out, please retry after a moment.")

  /// The refusal for a database failure. The database's message is withheld, since it may contain stored data.
  init(_ failure: Failure) {
    switch failure.code {
    // A statement timed out, or the wait for a connection did.
    case "57014", "PGRST003": self = .timeout
    case let code where code.hasPrefix("53") || code.hasPrefix("08") || code.hasPrefix("PGRST00"):
      self.init(.unavailable, "unexpected_failure", "The database does not answer now. Please try again.")
      retryAfter = 1
    case let code where code.hasPrefix("40"): self = .conflict
    // A concurrent request used the same address first.
    case "23505": self = .userExists
    default: self = .failed
    }
  }
}
