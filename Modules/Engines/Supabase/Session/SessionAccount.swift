internal import HTTP
internal import JSON
public import Kernel
public import Platform

/// Mails with codes and links, the password, and the address of an account.
extension Session {
  /// Asks for a mail with which a new password can be set. The answer is the same whether the address is known or not.
  public func recover(_ email: String, returningTo callback: String? = nil) async throws(Problem) {
    try await mail(.recovery, to: email, "/auth/v1/recover", [:], returningTo: callback)
  }

  /// Asks for another mail with a code, for an address that is not confirmed yet.
  public func resend(_ mail: MailedCode, to email: String, returningTo callback: String? = nil) async throws(Problem) {
    switch mail {
    case .recovery: try await recover(email, returningTo: callback)
    case .confirmation, .emailChange:
      try await self.mail(
        mail.purpose, to: email, "/auth/v1/resend", ["type": .string(mail.type)], returningTo: callback)
    }
  }

  /// Confirms an address by the code that was mailed there. Signs in, or keeps the person signed in. Returns false when
  /// another address must be confirmed too.
  public func confirm(_ mail: MailedCode, of email: String, code: Redacted<String>) async throws(Problem) -> Bool {
    guard Session.looksLikeMail(email) else { throw .noMail }
    guard code.revealed.utf8.count == 6, code.revealed.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { throw .wrongCode }
    await enter()
    defer { leave() }
    let incoming = try await asked(
      "/auth/v1/verify",
      ["type": .string(mail.type), "email": .string(email), "token": .string(code.revealed)], as: nil)
    return try await admit(incoming, typed: email, for: mail == .emailChange ? login?.user : nil)
  }

  /// Changes the password of the account. The server ends the account's other sessions. `current` is nil after a recovery
  /// and for an account without a password.
  public func changePassword(from current: Redacted<String>?, to new: Redacted<String>) async throws(Problem) {
    guard 1...1000 ~= new.revealed.utf8.count, current.map({ 1...1000 ~= $0.revealed.utf8.count }) ?? true else {
      throw .noPassword
    }
    var members: [String: JSON] = ["password": .string(new.revealed)]
    members["current_password"] = current.map { .string($0.revealed) }
    _ = try await update(members, "")
  }

  /// Changes the address of the account, at once or after confirmation by mail. A server without mail asks for the current
  /// password when the sign-in is not recent.
  public func changeEmail(
    to email: String, current: Redacted<String>? = nil, returningTo callback: String? = nil
  ) async throws(Problem) -> EmailChange {
    guard Session.looksLikeMail(email) else { throw .noMail }
    guard current.map({ 1...1000 ~= $0.revealed.utf8.count }) ?? true else { throw .noPassword }
    let flow = try await begin(.emailChange, returningTo: callback)
    var members = flow.members
    members["email"] = .string(email)
    members["current_password"] = current.map { .string($0.revealed) }
    let details = try await update(members, flow.query)
    return details.email?.lowercased() == email.lowercased() ? .changed : .mustConfirm
  }

  /// The address, the pending address and the ways to sign in.
  public func details() async throws(Problem) -> AccountDetails {
    try AccountDetails(try await personal("/auth/v1/user", method: "GET"))
  }

  // MARK: - Requests

  private func mail(
    _ purpose: PendingFlow.Purpose, to email: String, _ path: String, _ more: [String: JSON],
    returningTo callback: String?
  ) async throws(Problem) {
    guard Session.looksLikeMail(email) else { throw .noMail }
    let flow = try await begin(purpose, returningTo: callback)
    var members = flow.members.merging(more) { own, _ in own }
    members["email"] = .string(email)
    let incoming = try await asked(path + flow.query, .object(members), as: nil)
    guard incoming.status == 200 else { throw .entering(SignInRefusal(incoming, at: now)) }
  }

  private func update(_ members: [String: JSON], _ query: String) async throws(Problem) -> AccountDetails {
    let incoming = try await personal("/auth/v1/user\(query)", method: "PUT", .object(members))
    let details = try AccountDetails(incoming)
    await enter()
    defer { leave() }
    // The device learns a new address at once rather than with its next token.
    if let login, login.user == details.user, let email = details.email, login.email.revealed != email {
      try await adopt(Login(user: login.user, email: Redacted(email), tokens: login.tokens))
    }
    return details
  }

  /// Sends a request of the signed-in person, with a new token if the server refuses the held one.
  func personal(_ path: String, method: String, _ body: JSON? = nil) async throws(Problem) -> Incoming {
    var person = try await access()
    var incoming = try await asked(path, body, as: person, method: method)
    if incoming.status == 401 || SignInRefusal(incoming, at: now).code == "bad_jwt" {
      person = try await access(instead: person)
      incoming = try await asked(path, body, as: person, method: method)
    }
    guard incoming.status == 200 else { throw .entering(SignInRefusal(incoming, at: now)) }
    return incoming
  }

  /// Sends a request and maps its failures to problems for the person.
  func asked(
    _ path: String, _ body: JSON?, as person: Redacted<String>?, method: String = "POST"
  ) async throws(Problem) -> Incoming {
    do throws(Problem) { return try await ask(path, body, as: person, method: method) } catch { throw .entering(error) }
  }

  /// Adopts the login in the server's answer; it replaces every token held before, and the session before it is ended on
  /// the server. It must belong to `user`, if given, and to the account that is signed in, if there is one. Returns false
  /// for an answer without a session.
  func admit(_ incoming: Incoming, typed email: String, for user: UUID?) async throws(Problem) -> Bool {
    guard incoming.status == 200 else { throw .entering(SignInRefusal(incoming, at: now)) }
    if let json = try? JSON(bytes: incoming.body, deepest: 8), json["access_token"] == nil, json["msg"] != nil {
      return false
    }
    guard let login = try AuthAnswer.login(incoming, typed: email, at: now) else { throw .unreadable }
    guard !login.email.revealed.isEmpty else { throw .unverifiedEmail }
    let older = self.login
    let isSame = older?.tokens == nil || older?.user == login.user
    guard isSame, user == nil || login.user == user else { throw .otherAccount }
    try await adopt(login)
    if let tokens = older?.tokens { _ = try? await ask("/auth/v1/logout?scope=local", nil, as: tokens.access) }
    return true
  }
}

/// The purpose of a mail with a code and a link.
public enum MailedCode: String, Sendable, Hashable, CaseIterable {
  case confirmation, recovery, emailChange

  /// The word for it in the protocol.
  var type: String {
    switch self {
    case .confirmation: "signup"
    case .recovery: "recovery"
    case .emailChange: "email_change"
    }
  }

  var purpose: PendingFlow.Purpose {
    switch self {
    case .confirmation: .confirmation
    case .recovery: .recovery
    case .emailChange: .emailChange
    }
  }
}

/// The outcome of a change of address.
public enum EmailChange: Sendable, Hashable {
  case changed
  /// Mails were sent; the addresses must be confirmed.
  case mustConfirm
}

/// The address of an account and the ways to sign in to it.
public struct AccountDetails: Sendable, Hashable {
  /// The account at a provider that is linked to this one.
  public struct Link: Sendable, Hashable {
    public let id: UUID
    public let provider: String
    public let email: String?
  }

  public let user: UUID
  public let email: String?
  /// The address that awaits confirmation.
  public let newEmail: String?
  public let hasPassword: Bool
  public let links: [Link]
  /// The name that a provider told of the person at the first sign-in with it; nil if none did.
  public let name: String?

  private static let mostLinks = 20
  private static let longestName = 200

  init(_ incoming: Incoming) throws(Problem) {
    guard let json = try? JSON(bytes: incoming.body, deepest: 64),
      let user = json["id"]?.string.flatMap(UUID.init(uuidString:))
    else { throw .unreadable }
    self.user = user
    email = AccountDetails.address(json["email"])
    newEmail = AccountDetails.address(json["new_email"])
    let own = ["email", "phone"]
    let identities = (json["identities"]?.array ?? []).prefix(AccountDetails.mostLinks)
    links = identities.compactMap { one in
      guard let id = one["identity_id"]?.string.flatMap(UUID.init(uuidString:)), let provider = one["provider"]?.string,
        1...40 ~= provider.utf8.count, !own.contains(provider)
      else { return nil }
      let email = AccountDetails.address(one["email"]) ?? AccountDetails.address(one["identity_data"]?["email"])
      return Link(id: id, provider: provider, email: email)
    }
    // A server that does not say whether there is a password says at least whether the address signs in.
    hasPassword = json["has_password"]?.bool ?? identities.contains { $0["provider"] == "email" }
    let metadata = json["user_metadata"]
    name = AccountDetails.name(metadata?["full_name"]) ?? AccountDetails.name(metadata?["name"])
  }

  /// A name without surrounding space; nil for anything that cannot be shown as one line.
  private static func name(_ value: JSON?) -> String? {
    guard let text = value?.string, text.utf8.count <= longestName * 4 else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace)
    let name = words.joined(separator: " ")
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .privateUse, .surrogate, .unassigned: false
      default: true
      }
    }
    return isPlain && 1...longestName ~= name.count ? name : nil
  }

  private static func address(_ value: JSON?) -> String? {
    value?.string.flatMap { 3...320 ~= $0.utf8.count ? $0 : nil }
  }
}
