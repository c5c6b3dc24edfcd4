internal import Gate
internal import JSON
internal import Tokens
internal import Transport

/// A request with its credential and parsed query.
struct AuthRequest: Sendable {
  let request: Request
  let credential: Credential
  let path: ArraySlice<Substring>
  let query: FormFields
  /// The network of the client, by which rates are limited.
  let network: String

  init(_ request: Request, _ credential: Credential, _ path: ArraySlice<Substring>) {
    self.request = request
    self.credential = credential
    self.path = path
    query = request.target.query
    network = ClientNetwork.name(request.peer.address)
  }

  /// The device that sends the request, as its program says.
  var device: String? { DeviceName.name(request.head.headers["user-agent"]) }

  /// Parses the body. An empty body is an empty object, since several client calls send none.
  func body() throws(AuthError) -> BodyFields {
    guard !request.body.isEmpty else { return BodyFields([:]) }
    guard let members = (try? JSON(bytes: request.body, deepest: 32))?.object else { throw .badJSON }
    return BodyFields(members)
  }
}

/// The members of a body. Null counts as absent.
struct BodyFields: Sendable {
  private let members: [String: JSON]

  init(_ members: [String: JSON]) { self.members = members }

  /// Returns a text. An empty one counts as absent, as the clients expect.
  func text(_ name: String) throws(AuthError) -> String? {
    switch members[name] {
    case nil, .null?: return nil
    case .string(let text)?: return text.isEmpty ? nil : text
    case let other?: throw .wrongType(name, "a text", other)
    }
  }

  func object(_ name: String) throws(AuthError) -> [String: JSON]? {
    switch members[name] {
    case nil, .null?: return nil
    case .object(let object)?: return object
    case let other?: throw .wrongType(name, "an object", other)
    }
  }

  func flag(_ name: String) throws(AuthError) -> Bool? {
    switch members[name] {
    case nil, .null?: return nil
    case .bool(let flag)?: return flag
    case let other?: throw .wrongType(name, "true or false", other)
    }
  }

  /// Refuses members of other names, which would have no effect.
  func allow(_ names: Set<String>) throws(AuthError) {
    guard let other = members.filter({ $0.value != .null && !names.contains($0.key) }).keys.min() else { return }
    throw .invalid("\(other.prefix(40)) is not supported here")
  }

  func email() throws(AuthError) -> EmailAddress? {
    guard let text = try text("email") else { return nil }
    guard let email = EmailAddress(text) else {
      throw .invalid("Unable to validate email address: invalid format")
    }
    return email
  }

  func phone() throws(AuthError) -> PhoneNumber? {
    guard let text = try text("phone") else { return nil }
    guard let phone = PhoneNumber(text) else { throw .invalid("Invalid phone number format (E.164 required)") }
    return phone
  }

  /// Returns the e-mail address or the telephone number; refuses both together.
  func address(_ purpose: String) throws(AuthError) -> AccountAddress? {
    let (email, phone) = (try email(), try phone())
    guard email == nil || phone == nil else {
      throw .invalid("Only an email address or phone number should be provided on \(purpose).")
    }
    return email.map { .email($0) } ?? phone.map { .phone($0) }
  }

  func challenge() throws(AuthError) -> Challenge? {
    try Challenge(try text("code_challenge"), method: try text("code_challenge_method"))
  }
}

extension AuthError {
  static func wrongType(_ name: String, _ wanted: String, _ value: JSON) -> AuthError {
    AuthError(
      .badRequest, "bad_json", "Could not parse request body as JSON: \(name) is \(value.kind), and should be \(wanted)"
    )
  }
}
