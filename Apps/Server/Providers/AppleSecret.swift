internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Tokens

/// The secret that Apple wants: a token of ours, made anew for each question and of no use a little later.
enum AppleSecret {
  static func text(
    team: String, keyID: String, key: Redacted<String>, client: String, at now: Date
  ) throws(Problem) -> String {
    let seconds = Int(now.timeIntervalSince1970)
    var claims = Claims()
    claims.issuer = team
    claims.subject = client
    claims.audience = ["https://appleid.apple.com"]
    claims.issued = seconds
    claims.expires = seconds + 300
    return try PrivateKey(pem: key.revealed).token(claims, keyID: keyID)
  }
}
