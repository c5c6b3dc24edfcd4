internal import Gate
internal import JSON
internal import Kernel
internal import Relational
internal import Tokens
internal import Transport

extension Auth {
  func showUser(_ question: AuthRequest) async throws(AuthError) -> Response {
    let person = try person(question)
    let (account, identities) = try await look { session throws(Failure) in
      (try self.present(person, in: session), try session.identities(of: person.user))
    }
    return .json(try account.orThrow().json(identities))
  }

  func logOut(_ question: AuthRequest) async throws(AuthError) -> Response {
    let person = try person(question)
    let scope = question.query["scope"] ?? "global"
    guard ["global", "local", "others"].contains(scope) else {
      throw .invalid("Unsupported logout scope: global, local and others are known")
    }
    let result = try await write { session throws(Failure) -> Result<Void, AuthError> in
      switch try self.present(person, in: session) {
      case .failure(let refusal): return .failure(refusal)
      case .success: break
      }
      switch (scope, person.session) {
      case ("local", let visit?): try session.close(visit: visit)
      case ("others", let visit?): try session.closeVisits(of: person.user, except: visit)
      default: try session.closeVisits(of: person.user)
      }
      return .success(())
    }
    try result.orThrow()
    return Response(.noContent)
  }

  // MARK: - Administration

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
    guard Bearer(question.request.head.headers) != .none else { throw .noAuthorization }
    switch question.credential {
    case .none: throw .noAuthorization
    case .refused(let refusal): throw .badToken(refusal.sentence)
    case .caller(let caller, _): guard caller.role == .service else { throw .notAdmin }
    }
    guard let id = (path ?? question.path).last.flatMap({ ID<StoredAccount>(String($0)) }) else {
      throw AuthError(.notFound, "validation_failed", "user_id must be an UUID")
    }
    return id.description
  }
}
