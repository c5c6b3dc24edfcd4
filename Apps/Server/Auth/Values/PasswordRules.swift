/// The requirements for new passwords.
struct PasswordRules: Sendable {
  /// The longest password in bytes. Argon2 accepts any length, but a long text must be sent and read first.
  static let most = 1024

  let least: Int
  /// Sets of characters; a password must contain one character of each.
  let required: [String]

  func check(_ password: String) throws(AuthError) {
    guard password.utf8.count <= PasswordRules.most else {
      throw .invalid("Password cannot be longer than \(PasswordRules.most) bytes")
    }
    var reasons: [String] = []
    var words: [String] = []
    if password.unicodeScalars.count < least {
      reasons.append("length")
      words.append("Password should be at least \(least) characters.")
    }
    let lacking = required.filter { set in !password.contains { set.contains($0) } }
    if !lacking.isEmpty {
      reasons.append("characters")
      words.append(
        "Password should contain at least one character of each: \(required.joined(separator: ", ")).")
    }
    guard reasons.isEmpty else {
      var refusal = AuthError.unprocessable("weak_password", words.joined(separator: " "))
      refusal.reasons = reasons
      throw refusal
    }
  }
}
