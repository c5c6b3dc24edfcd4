internal import Fetch
internal import FoundationEssentials
internal import JSON
public import Kernel

/// A client of one provider: redirects users, exchanges codes and validates ID tokens. Caches the provider's metadata
/// and keys for an hour.
public actor ProviderClient {
  public nonisolated let provider: Provider

  private struct Kept<Value: Sendable> {
    let value: Value
    let at: Date
  }

  private let asking: ProviderAsking
  private let time: Time
  private var discovery: Kept<Discovery>?
  private var keys: Kept<KeyRing>?
  /// The number of successful key requests.
  private var answers = 0
  /// The time of the last request for keys because of an unknown key.
  private var lastSurprise: Date?
  /// The key request in progress, shared by concurrent callers.
  private var keysOnTheWay: Task<Result<KeyRing, Problem>, Never>?

  static let freshness = 3_600.0
  /// Seconds for which cached keys are used while the provider is unreachable.
  static let patience = 86_400.0
  /// The shortest interval, in seconds, between key requests for unknown keys, since anyone can send a token with one.
  static let surprises = 60.0

  init(_ provider: Provider, _ fetch: Fetch, _ time: Time) {
    self.provider = provider
    self.time = time
    asking = ProviderAsking(provider: provider, fetch: fetch)
  }

  // MARK: Browser sign-in

  /// Creates the redirect to the provider. `state` is returned by the provider; `redirect` is the return address.
  public func departure(redirect: String, state: String, scopes: [String] = []) async throws(Problem) -> Departure {
    Departure(
      to: try await described(), of: provider, redirect: redirect, state: state, scopes: scopes,
      nonce: Departure.random(), verifier: Departure.random())
  }

  /// Exchanges the code and returns the verified identity. `user` is the form field that Apple adds the first time.
  public func arrival(
    code: String, nonce: String, verifier: String, redirect: String, user: String? = nil
  ) async throws(Problem) -> Identity {
    guard 1...4_096 ~= code.utf8.count else { throw .refused(provider, "the code is empty or too long") }
    let described = try await described()
    let tokens = try await asking.exchange(
      code: code, verifier: verifier, redirect: redirect, by: described, at: time.now().date)
    var claims = try await claims(of: tokens.idToken)
    let said = IDTokenClaims(claims: claims)
    try said.check(for: provider, nonce: .exactly(nonce), at: time.now().seconds)
    try said.check(accessToken: tokens.accessToken)
    if claims["email"] == nil, let address = described.person, let accessToken = tokens.accessToken {
      let more = try await asking.person(address, accessToken)
      // Otherwise another user's access token could be substituted.
      guard more["sub"] == claims["sub"] else { throw .idToken("subject", "its provider speaks of somebody else") }
      claims.merge(more) { first, _ in first }
    }
    var identity = try Identity(of: provider.name, claims: claims)
    if provider.isApple, identity.name == nil { identity.call(Identity.appleName(user)) }
    identity.accessToken = tokens.accessToken.map { Redacted($0) }
    identity.refreshToken = tokens.refreshToken.map { Redacted($0) }
    return identity
  }

  // MARK: Native app sign-in

  /// Verifies an ID token from a native app. `nonce` is the app's own; the token contains its SHA-256.
  public func identity(idToken: String, nonce: String?, accessToken: String? = nil) async throws(Problem) -> Identity {
    let claims = try await claims(of: idToken)
    let said = IDTokenClaims(claims: claims)
    try said.check(
      for: provider, nonce: .hashed(nonce.flatMap { $0.isEmpty ? nil : $0 }, skips: provider.skipsNonce),
      at: time.now().seconds)
    try said.check(accessToken: accessToken)
    return try Identity(of: provider.name, claims: claims)
  }

  // MARK: Provider metadata and keys

  private func described() async throws(Problem) -> Discovery {
    let now = time.now().date
    if let discovery, now.timeIntervalSince(discovery.at) < ProviderClient.freshness { return discovery.value }
    do throws(Problem) {
      let value = try await asking.discovery()
      discovery = Kept(value: value, at: now)
      return value
    } catch {
      // Metadata of the last day is better than none while the provider is unreachable.
      guard error.isPassing, let discovery, now.timeIntervalSince(discovery.at) < ProviderClient.patience else {
        throw error
      }
      return discovery.value
    }
  }

  /// Verifies the signature and returns the claims.
  private func claims(of token: String) async throws(Problem) -> [String: JSON] {
    let ring = try await ring()
    if let claims = try ring.claims(of: token, at: time.now().seconds) { return claims }
    let now = time.now().date
    let mayAsk = lastSurprise.map { now.timeIntervalSince($0) >= ProviderClient.surprises } ?? true
    guard mayAsk || keysOnTheWay != nil else { throw .unknownKey }
    lastSurprise = now
    guard let claims = try await freshRing().claims(of: token, at: time.now().seconds) else { throw .unknownKey }
    return claims
  }

  private func ring() async throws(Problem) -> KeyRing {
    let now = time.now().date
    if let keys, now.timeIntervalSince(keys.at) < ProviderClient.freshness { return keys.value }
    do throws(Problem) {
      return try await freshRing()
    } catch {
      guard error.isPassing, let keys, now.timeIntervalSince(keys.at) < ProviderClient.patience else { throw error }
      return keys.value
    }
  }

  private func freshRing() async throws(Problem) -> KeyRing {
    if let keysOnTheWay { return try await keysOnTheWay.value.get() }
    let before = answers
    let address = try await described().keys
    if let keysOnTheWay { return try await keysOnTheWay.value.get() }
    // The keys arrived while this call was waiting for the metadata.
    if answers != before, let keys { return keys.value }
    let task = Task { [asking] in
      do throws(Problem) { return Result<KeyRing, Problem>.success(try await asking.keys(address)) } catch {
        return .failure(error)
      }
    }
    keysOnTheWay = task
    let result = await task.value
    keysOnTheWay = nil
    if case .success(let ring) = result {
      keys = Kept(value: ring, at: time.now().date)
      answers += 1
    }
    return try result.get()
  }
}

extension Moment {
  fileprivate var seconds: Double { date.timeIntervalSince1970 }
}

extension Problem {
  fileprivate static let unknownKey = Problem.idToken("signature", "nobody knows the key that signed it")

  /// Whether a retry may succeed.
  fileprivate var isPassing: Bool { code == "provider-unreachable" }
}
