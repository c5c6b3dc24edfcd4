internal import COpenSSL
public import JSON
public import Kernel
public import Platform
internal import Signing

/// Signs transactions as a store does: ES256 with a chain of three certificates in the head of each text. A sandbox store
/// makes one at first use; its root is what an app pins for that sandbox.
public struct StoreAuthority: Sendable, Codable, Equatable {
  /// The root, the certificate in between and the one that signs, as DER.
  private let root: Data
  private let middle: Data
  private let leaf: Data
  /// The key of the certificate that signs, as PEM. Those of the other two are forgotten once they have signed.
  private let key: String

  private static let lifetime = 20 * 365 * 86_400

  /// Makes three keys and their certificates, good from a day before that time for twenty years.
  public init(at date: Date) throws(Problem) {
    let start = Int(date.timeIntervalSince1970) - 86_400
    let (top, between, signer) = (try ChainKey(), try ChainKey(), try ChainKey())
    func certificate(_ subject: ChainName, _ key: ChainKey, by issuer: ChainKey, _ named: ChainName) throws(Problem)
      -> Data
    {
      Data(try issuer.certificate(of: key, subject, by: named, from: start, to: start + StoreAuthority.lifetime))
    }
    root = try certificate(.root, top, by: top, .root)
    middle = try certificate(.middle, between, by: top, .root)
    leaf = try certificate(.leaf, signer, by: between, .middle)
    key = try signer.pem
  }

  /// The root certificate as DER, which is pinned.
  public var rootCertificate: [UInt8] { Array(root) }

  /// Signs the fields of a transaction or a renewal.
  public func signed(_ fields: [String: JSON]) throws(Problem) -> String {
    let chain = [leaf, middle, root].map { JSON.string($0.base64EncodedString()) }
    let head: [String: JSON] = ["alg": "ES256", "x5c": .array(chain)]
    guard let head = try? JSON.data(head), let body = try? JSON.data(fields) else { throw .authority }
    let text = "\(Base64URL.text([UInt8](head))).\(Base64URL.text([UInt8](body)))"
    return "\(text).\(Base64URL.text(try ChainKey(pem: key).signature(of: Array(text.utf8))))"
  }
}

/// The place of a certificate in the chain.
private enum ChainName: String {
  case root = "Sandbox Root"
  case middle = "Sandbox Intermediate"
  case leaf = "Sandbox Signing"

  /// The mark by which a verifier knows it; the root is pinned instead.
  var mark: String? {
    switch self {
    case .root: nil
    case .middle: CertificateChain.middleMark
    case .leaf: CertificateChain.leafMark
    }
  }
}

/// A key pair on the curve P-256.
private final class ChainKey {
  private let key: OpaquePointer

  init() throws(Problem) {
    let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
    defer { EVP_PKEY_CTX_free(context) }
    var made: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
      EVP_PKEY_generate(context, &made) == 1, let made
    else { throw .authority }
    key = made
  }

  init(pem: String) throws(Problem) {
    let bytes = Array(pem.utf8)
    guard let memory = BIO_new_mem_buf(bytes, CInt(bytes.count)) else { throw .authority }
    defer { BIO_free(memory) }
    // Keeps OpenSSL from asking for a passphrase at the terminal.
    guard let read = PEM_read_bio_PrivateKey(memory, nil, { _, _, _, _ in -1 }, nil) else { throw .authority }
    key = read
  }

  deinit { EVP_PKEY_free(key) }

  var pem: String {
    get throws(Problem) {
      guard let memory = BIO_new(BIO_s_mem()) else { throw .authority }
      defer { BIO_free(memory) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      guard PEM_write_bio_PrivateKey(memory, key, nil, nil, 0, nil, nil) == 1 else { throw .authority }
      let count = BIO_read(memory, &bytes, CInt(bytes.count))
      guard count > 0 else { throw .authority }
      return String(decoding: bytes.prefix(Int(count)), as: UTF8.self)
    }
  }

  /// The two numbers of an ECDSA signature side by side.
  func signature(of message: [UInt8]) throws(Problem) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { throw .authority }
    defer { EVP_MD_CTX_free(context) }
    var length = 256
    var encoded = [UInt8](repeating: 0, count: length)
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(context, &encoded, &length, message, message.count) == 1
    else { throw .authority }
    let read = encoded.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var start = bytes.baseAddress
      return d2i_ECDSA_SIG(nil, &start, length)
    }
    guard let read else { throw .authority }
    defer { ECDSA_SIG_free(read) }
    var (first, second) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))
    guard BN_bn2binpad(ECDSA_SIG_get0_r(read), &first, 32) == 32,
      BN_bn2binpad(ECDSA_SIG_get0_s(read), &second, 32) == 32
    else { throw .authority }
    return first + second
  }

  /// A certificate for another key, signed by this one.
  func certificate(of other: ChainKey, _ subject: ChainName, by issuer: ChainName, from start: Int, to end: Int)
    throws(Problem) -> [UInt8]
  {
    guard let certificate = X509_new() else { throw .authority }
    defer { X509_free(certificate) }
    var serial: UInt64 = 0
    guard withUnsafeMutableBytes(of: &serial, { RAND_bytes($0.baseAddress, CInt($0.count)) }) == 1,
      X509_set_version(certificate, 2) == 1,
      ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial >> 1) == 1,
      ASN1_TIME_set(X509_getm_notBefore(certificate), start) != nil,
      ASN1_TIME_set(X509_getm_notAfter(certificate), end) != nil, X509_set_pubkey(certificate, other.key) == 1
    else { throw .authority }
    for (name, set) in [(subject, X509_set_subject_name), (issuer, X509_set_issuer_name)] {
      let text = name.rawValue
      guard let full = X509_NAME_new() else { throw .authority }
      defer { X509_NAME_free(full) }
      guard X509_NAME_add_entry_by_txt(full, "CN", MBSTRING_UTF8, Array(text.utf8), CInt(text.utf8.count), -1, 0) == 1,
        set(certificate, full) == 1
      else { throw .authority }
    }
    let use = subject == .leaf ? "CA:FALSE" : "critical,CA:TRUE"
    guard let basic = X509V3_EXT_conf_nid(nil, nil, NID_basic_constraints, use) else { throw .authority }
    defer { X509_EXTENSION_free(basic) }
    guard X509_add_ext(certificate, basic, -1) == 1 else { throw .authority }
    if let mark = subject.mark { try ChainKey.add(mark, to: certificate) }
    guard X509_sign(certificate, key, EVP_sha256()) > 0 else { throw .authority }
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = i2d_X509(certificate, &bytes)
    guard count > 0, let bytes else { throw .authority }
    defer { CRYPTO_free(bytes, nil, 0) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  private static func add(_ mark: String, to certificate: OpaquePointer) throws(Problem) {
    guard let object = OBJ_txt2obj(mark, 1) else { throw .authority }
    defer { ASN1_OBJECT_free(object) }
    guard let value = ASN1_OCTET_STRING_new() else { throw .authority }
    defer { ASN1_OCTET_STRING_free(value) }
    // The value is a DER null.
    guard ASN1_OCTET_STRING_set(value, [5, 0], 2) == 1,
      let marked = X509_EXTENSION_create_by_OBJ(nil, object, 0, value)
    else { throw .authority }
    defer { X509_EXTENSION_free(marked) }
    guard X509_add_ext(certificate, marked, -1) == 1 else { throw .authority }
  }
}

extension Problem {
  fileprivate static var authority: Problem {
    ERR_clear_error()
    return Problem(
      "store-authority", "OpenSSL could not sign for the sandbox store.", safe: "Nothing was bought.",
      remedy: "Check that libcrypto 3 is installed, and try again.")
  }
}
