internal import Tokens

/// Credentials of channel members, and their expiry.
extension Hub {
  /// Authenticates a token; without one, returns the credential of the connection.
  func pass(_ token: String?, of client: Client) async throws(Malformed) -> Pass {
    guard let token else { return client.pass }
    guard token.utf8.count <= 16_384 else { throw Malformed(what: "MalformedJWT: the token is too long") }
    switch await judge(token) {
    case .none: throw Malformed(what: "MalformedJWT: The token provided is not a valid JWT")
    case .caller(let caller, let expires): return Pass(caller: caller, token: token, expires: expires)
    case .refused(.expired): throw Malformed(what: "InvalidJWTToken: Token has expired")
    case .refused(.sessionEnded): throw Malformed(what: "InvalidJWTToken: The session has ended")
    case .refused(.malformed): throw Malformed(what: "MalformedJWT: The token provided is not a valid JWT")
    case .refused: throw Malformed(what: "JwtSignatureError: Failed to validate JWT signature")
    }
  }

  func renew(_ member: ChannelMember, by frame: ClientFrame) async {
    do throws(Malformed) {
      guard let token = try ObjectMembers(frame.payload[...]).text("access_token"), token != member.token else {
        return
      }
      let pass = try await pass(token, of: member.client)
      guard isIn(member) else { return }
      if member.room.name.isPrivate {
        guard await mayJoin(pass.caller, member.room.name.topic) else {
          throw Malformed(what: "Unauthorized: the new token has no permission for this channel")
        }
        guard isIn(member) else { return }
      }
      guard !hasEnded(pass.caller) else { throw Malformed(what: "InvalidJWTToken: \(Hub.sessionEnded)") }
      take(pass, for: member)
    } catch {
      if isIn(member) { end(member, error.what) }
    }
  }

  private func isIn(_ member: ChannelMember) -> Bool { member.room.members[member.number] === member }

  private func take(_ pass: Pass, for member: ChannelMember) {
    // A new identity may receive different changes.
    let listens = !member.listenings.isEmpty
    if listens { unlisten(member) }
    member.caller = pass.caller
    member.hearer = Hearer(pass.caller)
    member.token = pass.token
    member.expires = pass.expires
    if listens { listen(member) }
    watchToken(of: member)
  }

  func watchToken(of member: ChannelMember) {
    guard member.token != nil || member.expires != nil else { return }
    let second = min(Int(now) + limits.tokenCheck, member.expires ?? .max)
    member.due = second
    due[second, default: []].append(TokenCheck(member))
  }

  /// Runs once a second: checks tokens that are due, and sends what instances exchange.
  func tick() async {
    let second = Int(now)
    for key in due.keys.filter({ $0 <= second }) {
      for watched in due.removeValue(forKey: key) ?? [] {
        if let member = watched.member, member.due == key, isIn(member) { await check(member) }
      }
    }
    tickBus(Int(beaten))
  }

  private func check(_ member: ChannelMember) async {
    do throws(Malformed) {
      if let expires = member.expires, Double(expires) <= now {
        throw Malformed(what: "Token has expired \(Int(now) - expires) seconds ago")
      }
      _ = try await pass(member.token, of: member.client)
      if isIn(member) { watchToken(of: member) }
    } catch {
      if isIn(member) { end(member, error.what) }
    }
  }
}

/// A weak reference to a member whose token is due for a check.
struct TokenCheck {
  weak var member: ChannelMember?

  init(_ member: ChannelMember) { self.member = member }
}
