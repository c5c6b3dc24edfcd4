import COpenSSL
import FoundationEssentials
import JSON
import Signing
import TestKeys
import Testing

let noon = Date(timeIntervalSince1970: 1_780_000_000)

/// A store with a root, a certificate in between and one that signs, all made up.
final class TestStore {
  static let leafMark = "1.2.840.113635.100.6.11.1"
  static let middleMark = "1.2.840.113635.100.6.2.1"

  let root: [UInt8]
  let middle: [UInt8]
  let leaf: [UInt8]
  let signer: ForeignKey

  /// The certificates are good from a day before noon for so many days; the marks may be left out.
  init(days: Int = 365, leafMark: String? = TestStore.leafMark, middleMark: String? = TestStore.middleMark) throws {
    let (top, between) = (try ForeignKey(curve: "P-384"), try ForeignKey(curve: "P-256"))
    signer = try ForeignKey(curve: "P-256")
    root = try TestStore.certificate("Root", top, by: top, of: "Root", isAuthority: true, mark: nil, days: 9000)
    middle = try TestStore.certificate(
      "Middle", between, by: top, of: "Root", isAuthority: true, mark: middleMark, days: 9000)
    leaf = try TestStore.certificate(
      "Leaf", signer, by: between, of: "Middle", isAuthority: false, mark: leafMark, days: days)
  }

  /// A signed text with these fields.
  func signed(
    _ fields: [String: JSON], chain: [[UInt8]]? = nil, by key: ForeignKey? = nil, algorithm: String = "ES256"
  ) throws -> String {
    let texts = (chain ?? [leaf, middle, root]).map { JSON.string(Data($0).base64EncodedString()) }
    let head: JSON = ["alg": .string(algorithm), "x5c": .array(texts)]
    let text =
      "\(Base64URL.text([UInt8](try JSON.data(head)))).\(Base64URL.text([UInt8](try JSON.data(JSON.object(fields)))))"
    return "\(text).\(Base64URL.text(try TestStore.signature(of: Array(text.utf8), by: key ?? signer)))"
  }

  /// The fields of a subscription that was bought at noon for a month.
  static func fields(_ changed: [String: JSON] = [:]) -> [String: JSON] {
    let milliseconds = noon.timeIntervalSince1970 * 1000
    let fields: [String: JSON] = [
      "transactionId": "2", "originalTransactionId": "1", "productId": "pro.month", "bundleId": "org.example.app",
      "subscriptionGroupIdentifier": "pro", "purchaseDate": .number(milliseconds),
      "expiresDate": .number(milliseconds + 30 * 86_400_000), "signedDate": .number(milliseconds),
      "inAppOwnershipType": "PURCHASED", "environment": "Sandbox",
    ]
    return fields.merging(changed) { _, new in new }
  }

  private static func signature(of message: [UInt8], by key: ForeignKey) throws -> [UInt8] {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var length = 256
    var signature = [UInt8](repeating: 0, count: length)
    try #require(EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key.key) == 1)
    try #require(EVP_DigestSign(context, &signature, &length, message, message.count) == 1)
    return try pair(Array(signature.prefix(length)))
  }

  /// The two numbers of a signature side by side.
  private static func pair(_ encoded: [UInt8]) throws -> [UInt8] {
    let signature = try #require(
      encoded.withUnsafeBufferPointer { bytes -> OpaquePointer? in
        var start = bytes.baseAddress
        return d2i_ECDSA_SIG(nil, &start, bytes.count)
      })
    defer { ECDSA_SIG_free(signature) }
    var pair = [UInt8](repeating: 0, count: 64)
    BN_bn2binpad(ECDSA_SIG_get0_r(signature), &pair, 32)
    var second = [UInt8](repeating: 0, count: 32)
    BN_bn2binpad(ECDSA_SIG_get0_s(signature), &second, 32)
    return Array(pair.prefix(32)) + second
  }

  private static func certificate(
    _ name: String, _ key: ForeignKey, by issuer: ForeignKey, of issuerName: String, isAuthority: Bool, mark: String?,
    days: Int
  ) throws -> [UInt8] {
    let certificate = try #require(X509_new())
    defer { X509_free(certificate) }
    X509_set_version(certificate, 2)
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 7)
    ASN1_TIME_set(X509_getm_notBefore(certificate), Int(noon.timeIntervalSince1970) - 86_400)
    ASN1_TIME_set(X509_getm_notAfter(certificate), Int(noon.timeIntervalSince1970) + days * 86_400)
    X509_set_pubkey(certificate, key.key)
    for (person, set) in [(name, X509_set_subject_name), (issuerName, X509_set_issuer_name)] {
      let full = X509_NAME_new()
      defer { X509_NAME_free(full) }
      X509_NAME_add_entry_by_txt(full, "CN", MBSTRING_UTF8, Array(person.utf8), CInt(person.utf8.count), -1, 0)
      _ = set(certificate, full)
    }
    let basic = X509V3_EXT_conf_nid(nil, nil, NID_basic_constraints, isAuthority ? "critical,CA:TRUE" : "CA:FALSE")
    X509_add_ext(certificate, basic, -1)
    X509_EXTENSION_free(basic)
    if let mark {
      let (object, value) = (OBJ_txt2obj(mark, 1), ASN1_OCTET_STRING_new())
      ASN1_OCTET_STRING_set(value, [5, 0], 2)
      let marked = X509_EXTENSION_create_by_OBJ(nil, object, 0, value)
      X509_add_ext(certificate, marked, -1)
      X509_EXTENSION_free(marked)
      ASN1_OCTET_STRING_free(value)
      ASN1_OBJECT_free(object)
    }
    try #require(X509_sign(certificate, issuer.key, EVP_sha256()) > 0)
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = i2d_X509(certificate, &bytes)
    defer { CRYPTO_free(bytes, nil, 0) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}
