/// The code challenge of PKCE (RFC 7636), which makes an intercepted code useless.
struct Challenge: Sendable, Hashable {
  enum Method: String, Sendable {
    case s256, plain
  }

  let text: String
  let method: Method

  /// Parses a challenge. Nil without one; a challenge without a method, or the reverse, is an error.
  init?(_ text: String?, method: String?) throws(AuthError) {
    let text = text ?? ""
    let method = method ?? ""
    if text.isEmpty, method.isEmpty { return nil }
    guard !text.isEmpty, !method.isEmpty else {
      throw .invalid("PKCE flow requires code_challenge_method and code_challenge")
    }
    guard let method = Method(rawValue: method.lowercased()) else {
      throw .invalid("invalid code_challenge_method: s256 and plain are known")
    }
    guard 43...128 ~= text.utf8.count else {
      throw .invalid("code challenge has to be between 43 and 128 characters")
    }
    guard text.utf8.allSatisfy(Challenge.mayStand) else {
      throw .invalid(
        "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes")
    }
    self.text = text
    self.method = method
  }

  func isMet(by verifier: String) -> Bool {
    guard 43...128 ~= verifier.utf8.count else { return false }
    switch method {
    case .plain: return Secrets.isSame(verifier, text)
    case .s256: return Secrets.isSame(Secrets.hash(verifier), text)
    }
  }

  private static func mayStand(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
