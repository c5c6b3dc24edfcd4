internal import Gate
internal import JSON
internal import Transport

/// The endpoints of Auth.
enum Endpoint: Sendable, Hashable {
  case signUp, token, user, updateUser, logOut, recover, code, resend, verify, verifyLink, reauthenticate
  case authorize, callback, linkIdentity, unlinkIdentity, health, settings, keys, adminUser, adminChange, adminDelete
  case sessions, endSession, adminEndSessions, listUsers, createUser, invite, generateLink
  case deletion, requestDeletion, cancelDeletion, certificate, certificateKeys

  init?(_ method: Method, _ place: String) {
    // HEAD counts as GET for read-only endpoints only: a mail program's preview must not consume a link.
    let method = method == .head && Endpoint(.get, place)?.isOnlyRead == true ? .get : method
    switch (method, place) {
    case (.post, "signup"): self = .signUp
    case (.post, "token"): self = .token
    case (.get, "user"): self = .user
    case (.put, "user"): self = .updateUser
    case (.post, "logout"): self = .logOut
    case (.post, "recover"): self = .recover
    case (.post, "otp"), (.post, "magiclink"): self = .code
    case (.post, "resend"): self = .resend
    case (.post, "verify"): self = .verify
    case (.get, "verify"): self = .verifyLink
    case (.get, "reauthenticate"): self = .reauthenticate
    case (.get, "authorize"): self = .authorize
    // Apple returns with a form post.
    case (.get, "callback"), (.post, "callback"): self = .callback
    case (.get, "user/identities/authorize"): self = .linkIdentity
    case (.delete, _) where Endpoint.isIdentity(place): self = .unlinkIdentity
    case (.get, "health"): self = .health
    case (.get, "settings"): self = .settings
    case (.get, ".well-known/jwks.json"): self = .keys
    case (.get, "sessions"): self = .sessions
    case (.get, "user/deletion"): self = .deletion
    case (.post, "user/deletion"): self = .requestDeletion
    case (.delete, "user/deletion"): self = .cancelDeletion
    case (.post, "deletion/certificate"): self = .certificate
    case (.get, "deletion/keys"): self = .certificateKeys
    case (.delete, _) where Endpoint.isOne(place, in: "sessions/"): self = .endSession
    case (.delete, _) where place.hasSuffix("/sessions") && Endpoint.isAdminUser(String(place.dropLast(9))):
      self = .adminEndSessions
    case (.get, "admin/users"): self = .listUsers
    case (.post, "admin/users"): self = .createUser
    case (.post, "invite"): self = .invite
    case (.post, "admin/generate_link"): self = .generateLink
    case (.get, _) where Endpoint.isAdminUser(place): self = .adminUser
    case (.put, _) where Endpoint.isAdminUser(place): self = .adminChange
    case (.delete, _) where Endpoint.isAdminUser(place): self = .adminDelete
    default: return nil
    }
  }

  /// Whether the path exists for any method.
  static func isThere(_ place: String) -> Bool {
    [.get, .post, .put, .delete].contains { (method: Method) in Endpoint(method, place) != nil }
  }

  /// Whether browsers reach the endpoint without an API key, by a link or a redirect.
  var isOpen: Bool {
    switch self {
    case .verifyLink, .authorize, .callback, .health, .keys, .certificateKeys: true
    default: false
    }
  }

  /// Whether requests change nothing.
  private var isOnlyRead: Bool {
    switch self {
    case .user, .health, .settings, .keys, .adminUser, .listUsers, .sessions, .deletion, .certificateKeys: true
    default: false
    }
  }

  private static func isIdentity(_ place: String) -> Bool {
    let start = "user/identities/"
    return place.hasPrefix(start) && place.count > start.count && !place.dropFirst(start.count).contains("/")
  }

  private static func isAdminUser(_ place: String) -> Bool { isOne(place, in: "admin/users/") }

  /// Whether the path is that of one item in a folder.
  private static func isOne(_ place: String, in folder: String) -> Bool {
    place.hasPrefix(folder) && place.count > folder.count && !place.dropFirst(folder.count).contains("/")
  }
}

extension Auth {
  func answer(_ endpoint: Endpoint, _ question: AuthRequest) async throws(AuthError) -> Response {
    switch endpoint {
    case .signUp: try await signUp(question)
    case .token: try await token(question)
    case .user: try await showUser(question)
    case .updateUser: try await updateUser(question)
    case .logOut: try await logOut(question)
    case .recover: try await recover(question)
    case .code: try await sendCode(question)
    case .resend: try await resend(question)
    case .verify: try await verify(question)
    case .verifyLink: await verifyLink(question)
    case .reauthenticate: try await reauthenticate(question)
    case .authorize: try await authorize(question)
    case .callback: await callback(question)
    case .linkIdentity: try await authorizeLink(question)
    case .unlinkIdentity: try await unlinkIdentity(question)
    case .health: health()
    case .settings: showSettings()
    case .keys: .json(gatekeeper.publishedKeys(), headers: ["cache-control": "public, max-age=600"])
    case .adminUser: try await showAnyUser(question)
    case .adminChange: try await changeUser(question)
    case .adminDelete: try await deleteUser(question)
    case .listUsers: try await listUsers(question)
    case .createUser: try await createUser(question)
    case .invite: try await invite(question)
    case .generateLink: try await generateLink(question)
    case .sessions: try await listSessions(question)
    case .endSession: try await endSession(question)
    case .deletion: try await showDeletion(question)
    case .requestDeletion: try await requestDeletion(question)
    case .cancelDeletion: try await cancelDeletion(question)
    case .certificate: try await showCertificate(question)
    case .certificateKeys: showCertificateKeys()
    case .adminEndSessions: try await endSessionsOfAny(question)
    }
  }
}
