internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Tokens

/// Signs and verifies the tokens of signed URLs. Their key differs from that of access tokens, so neither is accepted
/// as the other.
struct PathSigning: Sendable {
  /// The operation that a signed URL permits.
  enum Grant: Sendable, Hashable {
    case download(String)
    /// An upload for an owner, which may replace an existing object if `replaces` is true. It ends with the session that
    /// asked for it.
    case upload(String, owner: String?, session: String?, replaces: Bool)
  }

  private let key: TokenKey

  init(_ project: TokenKey) throws(Problem) {
    key = try TokenKey(project.derived(for: "signed addresses of objects").hexadecimal)
  }

  func token(_ grant: Grant, lasting seconds: Int, at now: Moment) throws(Refused) -> String {
    let now = Int(now.date.timeIntervalSince1970)
    var claims = Claims()
    claims.issued = now
    claims.expires = now + seconds
    switch grant {
    case .download(let path): claims.others = ["url": .string(path)]
    case .upload(let path, let owner, let session, let replaces):
      claims.others = ["url": .string(path), "upload": true, "upsert": .bool(replaces)]
      claims.others["owner"] = owner.map { .string($0) }
      claims.others["session"] = session.map { .string($0) }
    }
    do throws(Problem) { return try key.token(claims) } catch { throw .signature }
  }

  func grant(_ token: String?, at now: Moment) throws(Refused) -> Grant {
    guard let token else { throw .malformed("querystring must have required property 'token'") }
    let claims: Claims
    do throws(TokenRefusal) {
      let rules = TokenRules(needsExpiry: true, skew: 0)
      claims = try key.claims(of: token, by: rules, at: Int(now.date.timeIntervalSince1970))
    } catch {
      throw error == .expired ? .expired : .signature
    }
    guard let path = claims.others["url"]?.string else { throw .signature }
    guard claims.others["upload"] == true else { return .download(path) }
    return .upload(
      path, owner: claims.others["owner"]?.string, session: claims.others["session"]?.string,
      replaces: claims.others["upsert"] == true)
  }
}
