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
}
