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
    if let other = question.query.fields.first(where: { !["page", "per_page", "apikey"].contains($0.name) }) {
      throw .invalid("\(other.name.prefix(40)) is not supported here: page and per_page are")
    }
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
      guard try session.account(id: id) != nil else { return false }
      try session.closeVisits(of: id)
      if isSoft { try session.empty(id, at: now) }
      return true
    }
    guard isThere else { throw .noSuchUser }
    guard !isSoft else { return .json([:]) }
    do throws(Failure) {
      try await needs.forget(id)
    } catch {
      throw refusal(error)
    }
    try await write { session throws(Failure) in
      try session.remove(account: id)
      try self.scheduleLate(id, in: session, at: now)
    }
    await needs.outbox.wake()
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
