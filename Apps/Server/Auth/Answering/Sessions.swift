internal import Gate
internal import JSON
internal import Kernel
internal import Relational
internal import Transport

/// The devices that are signed in to an account. GoTrue has no such endpoints.
extension Auth {
  /// The number of sessions that one response lists, the last used first.
  static let mostSessions = 100

  func listSessions(_ question: AuthRequest) async throws(AuthError) -> Response {
    let person = try person(question)
    let (found, sessions) = try await look { session throws(Failure) in
      (try self.present(person, in: session), try session.signedIn(user: person.user, most: Auth.mostSessions))
    }
    _ = try found.orThrow()
    return .json(["sessions": .array(sessions.map { $0.json(isCurrent: $0.id == person.session) })])
  }

  /// Ends one session of the caller. Another person's session does not exist.
  func endSession(_ question: AuthRequest) async throws(AuthError) -> Response {
    let person = try person(question)
    guard let id = question.path.last.flatMap({ ID<AuthSession>(String($0)) })?.description else {
      throw .noSuchSession
    }
    let result = try await write { session throws(Failure) -> Result<Void, AuthError> in
      if case .failure(let refusal) = try self.present(person, in: session) { return .failure(refusal) }
      guard try session.visit(id)?.user == person.user else { return .failure(.noSuchSession) }
      try session.close(visit: id)
      return .success(())
    }
    try result.orThrow()
    return Response(.noContent)
  }

  /// Ends all sessions of any account, for the service key.
  func endSessionsOfAny(_ question: AuthRequest) async throws(AuthError) -> Response {
    let id = try admin(question, in: question.path.dropLast())
    let isThere = try await write { session throws(Failure) -> Bool in
      guard try session.account(id: id) != nil else { return false }
      try session.closeVisits(of: id)
      return true
    }
    guard isThere else { throw .noSuchUser }
    return Response(.noContent)
  }
}

extension AuthError {
  static let noSuchSession = AuthError(.notFound, "session_not_found", "There is no such session.")
}

/// A session as its owner sees it. Instants are in milliseconds since 1970.
struct ListedSession: Sendable {
  let id: String
  let device: String?
  let method: String
  let created: Int
  let used: Int

  func json(isCurrent: Bool) -> JSON {
    [
      "id": .string(id), "device": device.map { .string($0) } ?? .null, "method": .string(method),
      "created_at": StoredAccount.text(created), "last_used_at": StoredAccount.text(used),
      "is_current": .bool(isCurrent),
    ]
  }
}

extension Session {
  /// The sessions of a user, the last used first.
  func signedIn(user: String, most: Int) throws(Failure) -> [ListedSession] {
    try rows(
      """
      select id, device, method, created_at, refreshed_at from auth_sessions where user_id = $1
      order by refreshed_at desc, id limit $2
      """, [.text(user), .int(most)]
    ).map {
      ListedSession(
        id: $0[0].string ?? "", device: $0[1].string, method: $0[2].string ?? "", created: $0[3].int ?? 0,
        used: $0[4].int ?? 0)
    }
  }
}
