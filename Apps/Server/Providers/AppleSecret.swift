internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Tokens

/// Creates the client secret for Apple: a signed token, made for each request and valid for five minutes.
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
