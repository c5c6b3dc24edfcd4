internal import Gate
internal import JSON
internal import Kernel
internal import Relational
internal import Tokens
internal import Transport

/// The administration of accounts, for the holder of the service key.
extension Auth {
  /// The number of accounts of one page: without a wish, and at most.
  private static let usualPage = 50
  private static let largestPage = 1000

  func listUsers(_ question: AuthRequest) async throws(AuthError) -> Response {
    try requireService(question)
    let page = try Auth.number(question.query["page"], usually: 1, atMost: 1_000_000)
    let size = try Auth.number(question.query["per_page"], usually: Auth.usualPage, atMost: Auth.largestPage)
    let (accounts, total) = try await look { session throws(Failure) in
      var accounts: [JSON] = []
      for account in try session.accounts(limit: size, offset: (page - 1) * size) {
        accounts.append(account.json(try session.identities(of: account.id)))
      }
      return (accounts, try session.countAccounts())
    }
    var headers: Headers = ["x-total-count": "\(total)"]
    let last = max(1, (total + size - 1) / size)
    let links = [(page + 1, "next"), (last, "last")].filter { $0.0 <= last && ($0.1 == "last" || page < last) }
    headers["link"] = links.map { number, name in
      "<\(settings.url)/admin/users?page=\(number)&per_page=\(size)>; rel=\"\(name)\""
    }.joined(separator: ", ")
    return .json(["users": .array(accounts), "aud": .string(StoredAccount.role)], headers: headers)
  }

  /// Creates an account for an address, which counts as confirmed if the caller says so. No message is sent.
  func createUser(_ question: AuthRequest) async throws(AuthError) -> Response {
    try requireService(question)
    let said = try question.body()
    let (email, phone) = (try said.email(), try said.phone())
    guard let address = email.map(AccountAddress.email) ?? phone.map(AccountAddress.phone) else {
      throw .invalid("Cannot create a user without either an email or phone")
    }
    var hash: String?
    if let password = try said.text("password") {
      try rules.check(password)
      hash = try await self.hash(password)
    }
    var account = newAccount(address, hash, try Metadata.checked(try said.object("user_metadata") ?? [:]), at: now)
    account.phone = phone?.text
    let given = try Metadata.checked(try said.object("app_metadata") ?? [:])
    account.appMetadata = given.merging(account.appMetadata) { _, own in own }
    let (isEmailSure, isPhoneSure) = (try said.flag("email_confirm") == true, try said.flag("phone_confirm") == true)
    if email != nil, isEmailSure { account.emailConfirmed = now }
    if phone != nil, isPhoneSure { account.phoneConfirmed = now }
    let new = account
    let made = try await write { session throws(Failure) -> Result<[AccountIdentity], AuthError> in
      if let email, try session.account(at: .email(email)) != nil { return .failure(.emailExists) }
      if let phone, try session.account(at: .phone(phone)) != nil { return .failure(.phoneExists) }
      try session.insert(new)
      try session.keepIdentity(new, address.provider, id: self.id(), at: self.now)
      return .success(try session.identities(of: new.id))
    }
    return .json(new.json(try made.orThrow()))
  }

  func showAnyUser(_ question: AuthRequest) async throws(AuthError) -> Response {
    let id = try admin(question)
    let (account, identities) = try await look { session throws(Failure) in
      (try session.account(id: id), try session.identities(of: id))
    }
    guard let account else { throw .noSuchUser }
    return .json(account.json(identities))
  }

  /// Deletes a user: first the sessions, then the user's data in the server's tables, finally the account. After a
  /// failure, the same request completes the rest.
  func deleteUser(_ question: AuthRequest) async throws(AuthError) -> Response {
    let id = try admin(question)
    let isSoft = try question.body().flag("should_soft_delete") ?? false
    let now = now
    let isThere = try await write { session throws(Failure) -> Bool in
      guard var account = try session.account(id: id) else { return false }
      try session.closeVisits(of: id)
      if isSoft {
        // A soft deletion keeps the identifier, to which other rows refer, and removes all personal data.
        try session.remove(account: id)
        account = StoredAccount(id: id, created: account.created)
        (account.deleted, account.updated) = (now, now)
        try session.insert(account)
      }
      return true
    }
    guard isThere else { throw .noSuchUser }
    guard !isSoft else { return .json([:]) }
    do throws(Failure) {
      try await needs.forget(id)
    } catch {
      throw refusal(error)
    }
    try await write { session throws(Failure) in try session.remove(account: id) }
    return .json([:])
  }

  /// The account's identifier at the end of the path, or of the given part of it. Requires the service key.
  func admin(_ question: AuthRequest, in path: ArraySlice<Substring>? = nil) throws(AuthError) -> String {
    try requireService(question)
    guard let id = (path ?? question.path).last.flatMap({ ID<StoredAccount>(String($0)) }) else {
      throw AuthError(.notFound, "validation_failed", "user_id must be an UUID")
    }
    return id.description
  }

  func requireService(_ question: AuthRequest) throws(AuthError) {
    guard Bearer(question.request.head.headers) != .none else { throw .noAuthorization }
    switch question.credential {
    case .none: throw .noAuthorization
    case .refused(let refusal): throw .badToken(refusal.sentence)
    case .caller(let caller, _): guard caller.role == .service else { throw .notAdmin }
    }
  }

  private static func number(_ text: String?, usually usual: Int, atMost most: Int) throws(AuthError) -> Int {
    guard let text, !text.isEmpty else { return usual }
    guard let number = Int(text), number > 0 else { throw .invalid("page and per_page are whole numbers above 0") }
    return min(number, most)
  }
}
