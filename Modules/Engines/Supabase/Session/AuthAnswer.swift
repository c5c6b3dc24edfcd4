internal import HTTP
internal import JSON
internal import Kernel
internal import Platform

/// Parses the server's responses to sign-in and sign-up.
enum AuthAnswer {
  /// Returns the login; nil for an account that must be confirmed first. `now` is by the server's clock.
  static func login(_ incoming: Incoming, typed email: String, at now: Date) throws(Problem) -> Login? {
    guard let json = try? JSON(bytes: incoming.body, deepest: 64) else { throw .unreadable }
    guard json["access_token"] != nil else {
      // The response describes an account without a session.
      guard let id = json["id"]?.string, UUID(uuidString: id) != nil else { throw .unreadable }
      return nil
    }
    guard let access = token(json["access_token"]), let refresh = token(json["refresh_token"]),
      let expires = expires(json, at: now), let user = json["user"]?["id"]?.string.flatMap(UUID.init(uuidString:))
    else { throw .unreadable }
    let known = json["user"]?["email"]?.string.flatMap { $0.isEmpty || $0.utf8.count > 320 ? nil : $0 }
    return Login(
      user: user, email: Redacted(known ?? email),
      tokens: Login.Tokens(access: access, refresh: refresh, expires: expires))
  }

  /// Accepts a token that is safe in a header field.
  private static func token(_ value: JSON?) -> Redacted<String>? {
    guard let text = value?.string, 1...12_288 ~= text.utf8.count, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      return nil
    }
    return Redacted(text)
  }

  private static func expires(_ json: JSON, at now: Date) -> Date? {
    // A duration is more reliable than an instant: either clock may be wrong, but they run equally fast.
    if let seconds = json["expires_in"]?.number, 1...31_536_000 ~= seconds { return now.addingTimeInterval(seconds) }
    if let instant = json["expires_at"]?.number, 1...253_402_300_799 ~= instant {
      return Date(timeIntervalSince1970: instant)
    }
    return nil
  }
}

/// The server's reason for refusing a sign-in.
struct SignInRefusal: Sendable, Hashable {
  let status: Int
  /// The server's error code, such as `invalid_credentials`; empty if it sent none.
  let code: String
  let retryAfter: Duration?
  /// The reasons why a password is too weak.
  let reasons: [String]

  init(_ incoming: Incoming, at now: Date) {
    status = incoming.status
    retryAfter = HTTPInstant.wait(incoming["retry-after"], at: now)
    let json = try? JSON(bytes: incoming.body, deepest: 64)
    // Newer servers use `code`, older ones a number there and the word in `error_code`, the oldest `error`.
    let words = [
      incoming["x-sb-error-code"], json?["error_code"]?.string, json?["code"]?.string, json?["error"]?.string,
    ]
    code = words.compactMap(\.self).first { SignInRefusal.isWord($0) } ?? ""
    reasons = json?["weak_password"]?["reasons"]?.array?.prefix(10).compactMap(\.string) ?? []
  }

  /// Whether the session has ended for good. A server error says nothing about it.
  var endsSession: Bool {
    400...499 ~= status
      && ["session_not_found", "session_expired", "refresh_token_not_found", "refresh_token_already_used"]
        .contains(code)
  }

  /// Whether the session was deleted. One that is too old or whose token was stolen has other codes.
  var saysSessionIsGone: Bool { ["session_not_found", "refresh_token_not_found"].contains(code) }

  /// Only such words are repeated to a person.
  private static func isWord(_ text: String) -> Bool {
    1...64 ~= text.utf8.count
      && text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      }
  }
}
