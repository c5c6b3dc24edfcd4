internal import HTTP
internal import JSON
public import Kernel
public import Platform

/// Sign-in with external providers through the system's browser, and the callbacks of browsers and mails.
extension Session {
  /// The sign-in providers that the server offers.
  public func providers() async throws(Problem) -> [String] {
    let incoming = try await asked("/auth/v1/settings", nil, as: nil, method: "GET")
    guard incoming.status == 200, let json = try? JSON(bytes: incoming.body, deepest: 16),
      let external = json["external"]?.object
    else { throw .unreadable }
    let others: Set = ["email", "phone", "anonymous_users"]
    let names = external.filter { $0.value == true && !others.contains($0.key) && Session.isProvider($0.key) }.keys
    return Array(names.sorted().prefix(20))
  }

  /// Begins a sign-in with a provider, or, when the person is signed in and `isLinking`, the linking of an account there.
  /// The browser opens the address and returns to the callback.
  public func depart(
    to provider: String, isLinking: Bool = false, returningTo callback: String
  ) async throws(Problem) -> SignInDeparture {
    guard Session.isProvider(provider) else { throw .unreadable }
    let flow = try await begin(isLinking ? .linking : .provider, provider: provider, returningTo: callback)
    let redirect = flow.redirect ?? callback
    let query =
      "?provider=\(Outgoing.escaped(provider))&redirect_to=\(Outgoing.escaped(redirect))"
      + "&code_challenge=\(flow.challenge)&code_challenge_method=s256"
    guard isLinking else {
      let project: Project
      do throws(Problem) { project = try await needs.project() } catch { throw .entering(error) }
      _ = try ProjectOrigin(project)
      return SignInDeparture(
        address: "\(project.address)/auth/v1/authorize\(query)", callback: redirect, nonce: flow.hashedNonce)
    }
    let incoming = try await personal(
      "/auth/v1/user/identities/authorize\(query)&skip_http_redirect=true", method: "GET")
    guard let address = (try? JSON(bytes: incoming.body, deepest: 8))?["url"]?.string, address.utf8.count <= 8192,
      address.hasPrefix("https://") || address.hasPrefix("http://"), address.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
    else { throw .unreadable }
    return SignInDeparture(address: address, callback: redirect, nonce: flow.hashedNonce)
  }

  /// Takes the address with which a browser returned, from a provider or from a link in a mail. Each callback is accepted
  /// once, if its state belongs to a flow that began here and its code to the flow's verifier.
  public func arrive(_ address: Redacted<String>) async throws(Problem) -> SignInArrival {
    let callback = try Callback(address.revealed)
    await enter()
    defer { leave() }
    var pending = try await flows()
    guard let flow = pending.flow(of: callback, at: time.now().date) else { throw .foreignReturn }
    // Two mails share the state of a change of address; the first confirmation has only a message.
    if flow.purpose == .emailChange, callback.code == nil, callback.hasMessage { return .half }
    guard pending.end(flow) else { throw .foreignReturn }
    try await store(pending)
    if callback.isDenied, callback.error.map(Problem.isOwn) != true { throw .denied }
    if let error = callback.error { throw .returned(error) }
    guard let code = callback.code else { throw .halfReturn }
    if let user = flow.user, login?.user != user { throw .otherAccount }
    let incoming = try await asked(
      "/auth/v1/token?grant_type=pkce",
      ["auth_code": .string(code), "code_verifier": .string(flow.verifier)], as: nil)
    guard try await admit(incoming, typed: "", for: flow.user) else { throw .unreadable }
    return SignInArrival(flow.purpose)
  }

  /// Signs in with an ID token that the system obtained for the newest departure to a provider. The token must contain
  /// the hash of that departure's nonce.
  public func enter(withToken token: Redacted<String>) async throws(Problem) -> SignInArrival {
    guard 1...Callback.longest ~= token.revealed.utf8.count, token.revealed.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
    else {
      throw .halfReturn
    }
    // A linking needs a token of the session, which must be got before the turn is taken.
    let person = login == nil ? nil : try await access()
    await enter()
    defer { leave() }
    var pending = try await flows()
    let now = time.now().date
    guard let flow = pending.flows.last(where: { $0.provider != nil && now < $0.expires }),
      let provider = flow.provider,
      pending.end(flow)
    else { throw .foreignReturn }
    try await store(pending)
    if let user = flow.user, login?.user != user { throw .otherAccount }
    var members: [String: JSON] = [
      "provider": .string(provider), "id_token": .string(token.revealed), "nonce": .string(flow.nonce),
    ]
    if flow.purpose == .linking { members["link_identity"] = true }
    let incoming = try await asked(
      "/auth/v1/token?grant_type=id_token", .object(members), as: flow.purpose == .linking ? person : nil)
    guard try await admit(incoming, typed: "", for: flow.user) else { throw .unreadable }
    return SignInArrival(flow.purpose)
  }

  /// Removes the link to an account at a provider. The server refuses to remove the last way in.
  public func unlink(_ link: UUID) async throws(Problem) {
    _ = try await personal("/auth/v1/user/identities/\(link.uuidString.lowercased())", method: "DELETE")
  }

  // MARK: - Pending flows

  /// Stores a new flow before anything is sent for it.
  func begin(
    _ purpose: PendingFlow.Purpose, provider: String? = nil, returningTo callback: String?
  ) async throws(Problem) -> PendingFlow {
    await enter()
    defer { leave() }
    let now = time.now().date
    let user = purpose == .linking || purpose == .emailChange ? login?.user : nil
    let flow = PendingFlow(purpose, provider: provider, callback: callback, user: user, at: now)
    var pending = try await flows()
    pending.add(flow, at: now)
    try await store(pending)
    return flow
  }

  private func flows() async throws(Problem) -> PendingFlows {
    try await needs.loadFlows().map { PendingFlows($0) } ?? PendingFlows()
  }

  private func store(_ flows: PendingFlows) async throws(Problem) {
    try await needs.storeFlows(flows.flows.isEmpty ? nil : try flows.bytes())
  }

  private static func isProvider(_ name: String) -> Bool {
    1...40 ~= name.utf8.count
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
          UInt8(ascii: "-"), UInt8(ascii: ":"):
          true
        default: false
        }
      }
  }
}

/// A page to open in the system's browser, and the address with which it returns.
public struct SignInDeparture: Sendable, Hashable {
  public let address: String
  public let callback: String
  /// The SHA-256 of the nonce in hexadecimal, for a system that obtains an ID token itself.
  public let nonce: String
}

/// The outcome of a callback: the person is signed in.
public enum SignInArrival: Sendable, Hashable {
  case signedIn
  /// The provider's account is linked to this one.
  case linked
  /// The address of a new account is confirmed.
  case confirmed
  /// A new password may be set.
  case recovered
  case emailChanged
  /// One of two addresses is confirmed; the other must be confirmed too.
  case half

  init(_ purpose: PendingFlow.Purpose) {
    self =
      switch purpose {
      case .provider: .signedIn
      case .linking: .linked
      case .confirmation: .confirmed
      case .recovery: .recovered
      case .emailChange: .emailChanged
      }
  }
}
