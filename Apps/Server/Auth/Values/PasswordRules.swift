/// What a new password must have.
struct PasswordRules: Sendable {
  /// Argon2 takes any length, and so long a text must first be sent and read.
  static let most = 1024

  let least: Int
  /// Of each of these, one character at least.
  let required: [String]

  func check(_ password: String) throws(AuthRefusal) {
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
      var refusal = AuthRefusal.unprocessable("weak_password", words.joined(separator: " "))
      refusal.reasons = reasons
      throw refusal
    }
  }
}
