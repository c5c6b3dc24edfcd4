internal import COpenSSL
public import JSON
internal import Signing

/// A key pair that OpenSSL makes up, as a provider or an operator would have it.
public final class ForeignKey {
  public let key: OpaquePointer

  /// OpenSSL made no key.
  public struct Failure: Error {}

  public init(rsa bits: Int) throws {
    guard let key = newRSA(bits) else { throw Failure() }
    self.key = key
  }

  public init(curve: String) throws {
    guard let key = newCurve(curve) else { throw Failure() }
    self.key = key
  }

  deinit { EVP_PKEY_free(key) }

  /// The public half as a JSON Web Key.
  public func jwk(id: String = "one") throws -> JSON {
    if let n = number("n") {
      return [
        "kty": "RSA", "kid": .string(id), "use": "sig", "alg": "RS256", "n": .string(Base64URL.text(n)),
        "e": .string(Base64URL.text(try required("e"))),
      ]
    }
    let x = try required("qx")
    let y = try required("qy")
    return [
      "kty": "EC", "crv": "P-256", "kid": .string(id), "x": .string(Base64URL.text(padded(x))),
      "y": .string(Base64URL.text(padded(y))),
    ]
  }

  /// The private half.
  public var pem: String {
    let memory = BIO_new(BIO_s_mem())
    defer { BIO_free(memory) }
    PEM_write_bio_PrivateKey(memory, key, nil, nil, 0, nil, nil)
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = BIO_read(memory, &bytes, CInt(bytes.count))
    return String(decoding: bytes.prefix(max(0, Int(count))), as: UTF8.self)
  }

  private func required(_ name: String) throws -> [UInt8] {
    guard let number = number(name) else { throw Failure() }
    return number
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
