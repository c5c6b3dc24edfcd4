import COpenSSL
import FoundationEssentials
import JSON
import Kernel
import Signing
import TestKeys
import Testing

@testable import Tokens

let secret = "a secret of at least thirty-two characters"
let noon = 1_768_478_400

func tokenKey(_ text: String = secret) throws -> TokenKey { try TokenKey(text) }

/// The claims of a user's token.
func person(expires: Int? = noon + 3600) -> Claims {
  var claims = Claims()
  claims.subject = "0198f0f0-0000-7000-8000-000000000001"
  claims.audience = ["authenticated"]
  claims.role = "authenticated"
  claims.session = "0198f0f0-0000-7000-8000-000000000002"
  claims.issued = noon
  claims.expires = expires
  return claims
}

/// A token with the given header and payload, signed with HS256.
func signed(header: String = #"{"alg":"HS256","typ":"JWT"}"#, payload: String, by key: TokenKey) throws -> String {
  let text = "\(Base64URL.text(Array(header.utf8))).\(Base64URL.text(Array(payload.utf8)))"
  return "\(text).\(Base64URL.text(key.code(of: Array(text.utf8))))"
}

extension ForeignKey {
  func token(_ claims: Claims, id: String? = "one", algorithm: String) throws -> String {
    let header: JSON = id.map { ["alg": .string(algorithm), "kid": .string($0)] } ?? ["alg": .string(algorithm)]
    let text =
      "\(Base64URL.text([UInt8](try JSON.data(header)))).\(Base64URL.text([UInt8](try JSON.data(claims.json))))"
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var length = 1024
    var signature = [UInt8](repeating: 0, count: length)
    let message = Array(text.utf8)
    try #require(EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1)
    try #require(EVP_DigestSign(context, &signature, &length, message, message.count) == 1)
    signature = Array(signature.prefix(length))
    if algorithm == "ES256" { signature = try #require(DER.pair(signature)) }
    return "\(text).\(Base64URL.text(signature))"
  }
}
