import COpenSSL
import FoundationEssentials
import JSON
import Kernel
import Signing
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

/// A provider's key pair.
final class ForeignKey {
  let key: OpaquePointer

  init(rsa bits: Int) throws { key = try #require(newRSA(bits)) }
  init(curve: String) throws { key = try #require(newCurve(curve)) }
  deinit { EVP_PKEY_free(key) }

  func jwk(id: String = "one") throws -> JSON {
    if let n = number("n") {
      return [
        "kty": "RSA", "kid": .string(id), "use": "sig", "alg": "RS256", "n": .string(Base64URL.text(n)),
        "e": .string(Base64URL.text(try #require(number("e")))),
      ]
    }
    let x = try #require(number("qx"))
    let y = try #require(number("qy"))
    return [
      "kty": "EC", "crv": "P-256", "kid": .string(id), "x": .string(Base64URL.text(padded(x))),
      "y": .string(Base64URL.text(padded(y))),
    ]
  }

  var pem: String {
    let memory = BIO_new(BIO_s_mem())
    defer { BIO_free(memory) }
    PEM_write_bio_PrivateKey(memory, key, nil, nil, 0, nil, nil)
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = BIO_read(memory, &bytes, CInt(bytes.count))
    return String(decoding: bytes.prefix(max(0, Int(count))), as: UTF8.self)
  }

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

  private func number(_ name: String) -> [UInt8]? {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, name, &number) == 1, let number else { return nil }
    defer { BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: (Int(BN_num_bits(number)) + 7) / 8)
    BN_bn2bin(number, &bytes)
    return bytes
  }

  private func padded(_ bytes: [UInt8]) -> [UInt8] { [UInt8](repeating: 0, count: 32 - bytes.count) + bytes }
}

private func newRSA(_ bits: Int) -> OpaquePointer? {
  generated(EVP_PKEY_CTX_new_from_name(nil, "RSA", nil)) { EVP_PKEY_CTX_set_rsa_keygen_bits($0, CInt(bits)) }
}

private func newCurve(_ name: String) -> OpaquePointer? {
  generated(EVP_PKEY_CTX_new_from_name(nil, "EC", nil)) { EVP_PKEY_CTX_set_group_name($0, name) }
}

private func generated(_ context: OpaquePointer?, _ set: (OpaquePointer?) -> CInt) -> OpaquePointer? {
  defer { EVP_PKEY_CTX_free(context) }
  var key: OpaquePointer?
  guard EVP_PKEY_keygen_init(context) == 1, set(context) == 1, EVP_PKEY_keygen(context, &key) == 1 else { return nil }
  return key
}
