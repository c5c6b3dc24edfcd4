internal import HTTP
internal import JSON
public import Kernel
public import Platform

/// The tokens of one account at a provider. No description or dump shows them.
public struct OAuthTokens: Sendable, Hashable {
  /// The use that the tokens have at an instant.
  public enum Standing: Sendable, Hashable {
    case valid
    /// The access token has expired or is about to, and can be refreshed.
    case stale
    /// The access token has expired and there is nothing to refresh it with.
    case ended
  }

  /// The time before its end at which an access token is refreshed, in seconds; half of its life for a short one.
  static let skew = 300.0

  public let access: Redacted<String>
  public let refresh: Redacted<String>?
  /// The end of the access token; nil where the provider names none.
  public let expires: Date?
  /// From when the access token is refreshed before it is used.
  let renews: Date?
  /// The scopes that were granted.
  public let scopes: [String]

  init(access: String, refresh: String?, life: Double?, scopes: [String], at now: Date) {
    self.access = Redacted(access)
    self.refresh = refresh.map { Redacted($0) }
    expires = life.map { now.addingTimeInterval($0) }
    renews = life.map { now.addingTimeInterval($0 > 2 * OAuthTokens.skew ? $0 - OAuthTokens.skew : $0 / 2) }
    self.scopes = scopes
  }

  public func standing(at now: Date) -> Standing {
    guard let expires, let renews, renews <= now else { return .valid }
    if refresh != nil { return .stale }
    return now < expires ? .valid : .ended
  }

  /// The scopes of those asked that were not granted.
  public func missing(of asked: [String]) -> [String] { asked.filter { !scopes.contains($0) } }

  static func scopes(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "," }.prefix(100).map(String.init)
  }

  // MARK: Answers of the token endpoint

  /// Reads the answer of a token endpoint. `asked` are the scopes that count as granted when the answer names none. A
  /// refresh that brings no new refresh token keeps the older one.
  init(
    _ answer: Incoming, asked: [String], replacing older: OAuthTokens? = nil, at now: Date
  ) throws(Problem) {
    guard answer.status == 200 else { throw OAuthTokens.problem(answer) }
    guard let json = try? JSON(bytes: answer.body, deepest: 16), let access = OAuthTokens.token(json["access_token"]),
      json["token_type"].map({ $0.string?.lowercased() == "bearer" }) ?? true
    else { throw .unreadableAnswer }
    let refresh: String?
    switch json["refresh_token"] {
    case nil, .null?: refresh = older?.refresh?.revealed
    case let value?:
      guard let token = OAuthTokens.token(value) else { throw .unreadableAnswer }
      refresh = token
    }
    self.init(
      access: access, refresh: refresh, life: try OAuthTokens.life(json, at: now),
      scopes: json["scope"]?.string.map(OAuthTokens.scopes) ?? older?.scopes ?? asked, at: now)
  }

  private static func token(_ json: JSON?) -> String? {
    guard let text = json?.string, 1...8192 ~= text.utf8.count, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      return nil
    }
    return text
  }

  /// The seconds until the access token ends. Some providers give them as a text, or give the instant of the end.
  private static func life(_ json: JSON, at now: Date) throws(Problem) -> Double? {
    let longest = 10 * 366 * 86_400.0
    func number(_ json: JSON?) throws(Problem) -> Double? {
      switch json {
      case nil, .null?: return nil
      case .number(let number)?: return number
      case .string(let text)?:
        guard let number = Double(text), number.isFinite else { throw .unreadableAnswer }
        return number
      default: throw .unreadableAnswer
      }
    }
    if let life = try number(json["expires_in"]) { return min(max(0, life), longest) }
    guard let end = try number(json["expires_at"]) else { return nil }
    return min(max(0, end - now.timeIntervalSince1970), longest)
  }

  /// The problem of an answer that is no token. `oauth-reconnect` means that the person must consent again.
  static func problem(_ answer: Incoming) -> Problem {
    let error = (try? JSON(bytes: answer.body, deepest: 16))?["error"]?.string
    switch (answer.status, error) {
    case (400, "invalid_grant"?), (401, "invalid_grant"?), (403, "invalid_grant"?): return .reconnect
    case (429, _), (500...599, _): return .providerLater
    case (400...499, _): return .providerRefused
    case (300...399, _): return .leadsElsewhere
    default: return .unreadableAnswer
    }
  }
}

extension OAuthTokens: Codable {
  private enum CodingKeys: String, CodingKey { case access, refresh, expires, renews, scopes }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    access = Redacted(try fields.decode(String.self, forKey: .access))
    refresh = try fields.decodeIfPresent(String.self, forKey: .refresh).map { Redacted($0) }
    expires = try fields.decodeIfPresent(Date.self, forKey: .expires)
    renews = try fields.decodeIfPresent(Date.self, forKey: .renews)
    scopes = try fields.decode([String].self, forKey: .scopes)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(access.revealed, forKey: .access)
    try fields.encodeIfPresent(refresh?.revealed, forKey: .refresh)
    try fields.encodeIfPresent(expires, forKey: .expires)
    try fields.encodeIfPresent(renews, forKey: .renews)
    try fields.encode(scopes, forKey: .scopes)
  }
}
